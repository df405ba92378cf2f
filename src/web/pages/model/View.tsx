import type { Model } from "../../api/Views.ts"
import { texts } from "../../Texts.ts"

/** The place of the view of the model: its picture, as the service draws it. */
export const View = ({ model }: { readonly model: Model }) => (
  <section class="view" aria-label={texts.view.title}>
    {model.image === undefined ? (
      <p class="soft">{texts.view.none}</p>
    ) : (
      <img src={model.image} alt={texts.view.picture(model.name)} />
    )}
  </section>
)
