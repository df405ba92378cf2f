import { useState } from "preact/hooks"
import { failureText } from "../FailureText.ts"
import { texts } from "../ModelTexts.ts"
import { enteredIn } from "../../../ui/Dialog.tsx"
import type { Editing } from "./Editing.ts"
import { told } from "./Modify.ts"

/** Renders a form that adds a property to products that lack it. */
export const AddProperty = (properties: {
  readonly editing: Editing
  readonly guids: ReadonlyArray<string>
  /** Property sets of the product, offered as suggestions; another name may be typed. */
  readonly sets: ReadonlyArray<string>
}) => {
  const { editing, guids, sets } = properties
  const [wrong, setWrong] = useState<string | null>(null)
  const add = async (form: HTMLFormElement) => {
    const { name = "", set = "", value = "" } = enteredIn(form)
    const sent = { PropertySet: set, Value: value === "" ? null : value }
    const cells = { [name]: Object.fromEntries(guids.map((guid) => [guid, sent])) }
    const found = await editing.modify({ add: cells })
    setWrong(found === null ? null : "errors" in found ? told(found.errors, guids.length) : failureText(found.failure))
    if (found === null) form.reset()
  }
  return (
    <details class="add">
      <summary>{texts.editing.add}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add(event.currentTarget)
        }}
      >
        <input
          name="set"
          list="sets"
          aria-label={texts.editing.addSet}
          placeholder={texts.editing.addSet}
          autocomplete="off"
        />
        <datalist id="sets">
          {sets.map((set) => (
            <option key={set} value={set} />
          ))}
        </datalist>
        <input
          name="name"
          required
          aria-label={texts.editing.addName}
          placeholder={texts.editing.addName}
          autocomplete="off"
        />
        <input
          name="value"
          aria-label={texts.editing.addValue}
          placeholder={texts.editing.addValue}
          autocomplete="off"
        />
        <button>{texts.editing.add}</button>
        {wrong !== null && (
          <span class="cell-fault" role="alert">
            {wrong}
          </span>
        )}
      </form>
    </details>
  )
}
