import { useState } from "preact/hooks"
import { counted } from "../../../Texts.ts"
import { unitOf } from "../Units.ts"
import { fieldsLike } from "../filter/Proposals.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import type { Fields } from "../Fields.ts"
import { setColumns } from "../Query.ts"

/** Largest number of names shown; the others are found by searching. */
const mostShown = 200

/** Renders a dialog to choose the columns of the table among the fields of the model. */
export const Columns = (properties: {
  readonly columns: ReadonlyArray<string>
  readonly fields: Fields
  readonly close: () => void
}) => {
  const { close, columns, fields } = properties
  const [sought, setSought] = useState("")
  const found = fieldsLike(fields.names, sought)
  const shown = [...columns.filter((name) => found.includes(name)), ...found.filter((name) => !columns.includes(name))]
  const toggle = (name: string) => {
    setColumns(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name])
  }
  const isLast = (name: string) => columns.length === 1 && columns[0] === name
  return (
    <Dialog title={texts.columns.title} close={close}>
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={sought}
        onInput={({ currentTarget }) => setSought(currentTarget.value)}
      />
      <ul class="checks">
        {shown.slice(0, mostShown).map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(name)}
                disabled={isLast(name)}
                onChange={() => toggle(name)}
              />{" "}
              {labelOf(name)}
              <span class="soft"> {unitOf(fields.details.get(name)?.unit ?? null)}</span>
            </label>
          </li>
        ))}
      </ul>
      {columns.length === 1 && <p class="soft">{texts.columns.last}</p>}
      {shown.length > mostShown && <p class="soft">{texts.more(counted(shown.length - mostShown))}</p>}
    </Dialog>
  )
}
