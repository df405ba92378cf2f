import { useState } from "preact/hooks"
import { Dialog } from "../../../../ui/Dialog.tsx"
import { labelOf } from "../../Labels.ts"
import { texts as shared } from "../../ModelTexts.ts"
import { texts } from "./BulkTexts.ts"
import type { Replacement } from "./Replace.ts"

/** Columns whose values have no text that could be replaced. */
const without = new Set(["Guid", "Class", "Code"])

/** Renders a dialog that asks what is to be found and replaced in which column. */
export const ReplaceDialog = (properties: {
  readonly columns: ReadonlyArray<string>
  /** The column that is chosen at first. */
  readonly column: string
  /** The products that are searched, in words. */
  readonly about: string
  readonly close: () => void
  readonly replace: (column: string, replacement: Replacement) => void
}) => {
  const { about, close, replace } = properties
  const columns = properties.columns.filter((name) => !without.has(name))
  const [column, setColumn] = useState(
    columns.includes(properties.column) ? properties.column : (columns[0] ?? properties.column)
  )
  const [entered, setEntered] = useState<Replacement>({ find: "", with: "", isWhole: false, hasCase: false })
  const change = (part: Partial<Replacement>) => setEntered({ ...entered, ...part })
  return (
    <Dialog title={texts.titles.replace} close={close}>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault()
          replace(column, entered)
        }}
      >
        <label class="field">
          <span>{texts.find}</span>
          <input
            value={entered.find}
            // An empty whole value finds what has no value.
            required={!entered.isWhole}
            autocomplete="off"
            onInput={({ currentTarget }) => change({ find: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{texts.with}</span>
          <input
            value={entered.with}
            autocomplete="off"
            onInput={({ currentTarget }) => change({ with: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{texts.column}</span>
          <select value={column} onChange={({ currentTarget }) => setColumn(currentTarget.value)}>
            {columns.map((name) => (
              <option key={name} value={name}>
                {labelOf(name)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <input
            type="checkbox"
            checked={entered.isWhole}
            onChange={({ currentTarget }) => change({ isWhole: currentTarget.checked })}
          />
          <span>{texts.whole}</span>
        </label>
        <label class="option">
          <input
            type="checkbox"
            checked={entered.hasCase}
            onChange={({ currentTarget }) => change({ hasCase: currentTarget.checked })}
          />
          <span>{texts.letterCase}</span>
        </label>
        <p class="soft">{about}</p>
        <footer>
          <button type="button" onClick={close}>
            {shared.cancel}
          </button>
          <button class="primary">{texts.goOn}</button>
        </footer>
      </form>
    </Dialog>
  )
}
