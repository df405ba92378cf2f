import { choose } from "../../../address/Address.ts"
import { texts } from "../ModelTexts.ts"

/** Says that what is seen is not the latest, and leads there. */
export const OlderNote = () => (
  <p class="older" role="status">
    {texts.versions.olderNote}{" "}
    <button
      type="button"
      class="link"
      onClick={() => {
        document.getElementById("content")?.focus({ preventScroll: true })
        choose({ version: null })
      }}
    >
      {texts.versions.latest}
    </button>
  </p>
)
