import { call } from "../../api/Call.ts"
import { texts } from "./ProjectTexts.ts"
import { FormDialog } from "../../ui/Dialog.tsx"

/** Object to delete: its path under /v1, its name, and what is deleted with it. */
export interface Doomed {
  readonly path: string
  readonly name: string
  readonly about: string
}

/** Renders a dialog that asks before something is deleted. */
export const Confirm = (properties: {
  readonly doomed: Doomed
  readonly done: () => void
  readonly close: () => void
  readonly after: () => HTMLElement | null
}) => (
  <FormDialog
    title={texts.deleting(properties.doomed.name)}
    about={properties.doomed.about}
    button={texts.delete}
    isDangerous
    fields={[]}
    send={() => call("DELETE", properties.doomed.path)}
    done={properties.done}
    close={properties.close}
    after={properties.after}
  />
)
