import type { ComponentChildren } from "preact"
import type { Change, SheetOutcome } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { changeText, nameOf } from "../versions/ChangeText.ts"
import { useSides } from "../versions/Sides.ts"
import { changeKey } from "./ChangeLine.tsx"
import { useChoices } from "./Choices.ts"

/** Largest number of changes, and of errors, that are listed. */
const mostListed = 100

const Listed = (properties: {
  readonly title: string
  readonly heads: ReadonlyArray<string>
  readonly children: ComponentChildren
}) => {
  const { children, heads, title } = properties
  return (
    // Takes the focus, so that it can be scrolled with the keyboard.
    <div class="cells" role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

const Changes = ({ base, changes }: { readonly base: string; readonly changes: ReadonlyArray<Change> }) => {
  const sides = useSides(base, { changes, added: [], deleted: [] }, null, null)
  const refersTo = (field: string) => (changes.some((change) => change.field === field) ? field : "")
  const places = useChoices(base, refersTo("SpatialLocation"), undefined)
  const materials = useChoices(base, refersTo("Material"), undefined)
  const choices = { SpatialLocation: places.choices, Material: materials.choices }
  return (
    <Listed title={texts.sheet.changes} heads={texts.sheet.heads}>
      {changes.map((change) => {
        const { after, field, guid } = change
        const named = field in choices ? choices[field as keyof typeof choices] : null
        const product = nameOf(sides, guid)
        // The rows of `sides` are those before the sheet, so they lack the names of places and materials in it.
        const text = changeText(change, { before: sides.after, after: new Map() })
        return (
          <tr key={changeKey(change)}>
            <th scope="row" title={guid}>
              {product === null || product.name === "" ? <code>{guid}</code> : product.name}
            </th>
            <td>{labelOf(field)}</td>
            <td>
              <del>{text.before}</del>
            </td>
            <td>
              <ins>{named?.find(({ value }) => value === after)?.label ?? text.after}</ins>
            </td>
          </tr>
        )
      })}
    </Listed>
  )
}

/** Renders what a sheet changes, or its errors with the cells that have them. */
export const SheetPreview = ({ base, outcome }: { readonly base: string; readonly outcome: SheetOutcome }) => {
  const { changes = [], edits, errors, ignored, unchanged } = outcome
  return (
    <>
      <p role="status">
        {errors.length > 0 ? texts.sheet.refused(errors.length) : texts.sheet.counts(edits, unchanged)}
      </p>
      {ignored.length > 0 && <p class="soft">{texts.sheet.ignored(ignored)}</p>}
      {errors.length > 0 && (
        <Listed title={texts.sheet.errors} heads={texts.sheet.errorHeads}>
          {errors.slice(0, mostListed).map(({ column, description, error, row }, i) => (
            <tr key={i}>
              <td>{row}</td>
              <td>{column}</td>
              <td class="fault">
                {description} <code>{error}</code>
              </td>
            </tr>
          ))}
        </Listed>
      )}
      {changes.length > 0 && <Changes base={base} changes={changes.slice(0, mostListed)} />}
      {Math.max(edits, errors.length) > mostListed && (
        <p class="soft">{texts.sheet.first(counted(mostListed), counted(Math.max(edits, errors.length)))}</p>
      )}
    </>
  )
}
