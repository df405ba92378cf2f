import { useState } from "preact/hooks"
import { counted } from "../../../Texts.ts"
import { Busy, Problem, useLoaded } from "../../../ui/Loaded.tsx"
import { textOf, valueOf } from "../table/Cells.ts"
import { revision } from "../edit/Editing.ts"
import { texts } from "../edit/bulk/BulkTexts.ts"
import { valueText } from "../filter/Proposals.ts"
import { labelOf } from "../Labels.ts"
import { mostValues, valuesOf } from "./Spreads.ts"
import type { SharedLine } from "./Varies.ts"

const List = (properties: {
  readonly base: string
  readonly guids: ReadonlyArray<string>
  readonly line: SharedLine
}) => {
  const { base, guids, line } = properties
  const { reload, state } = useLoaded(
    (signal) => valuesOf(base, guids, line.field, signal),
    [base, guids, line.field, revision.value]
  )
  if (state.tag === "Loading") return <Busy />
  if (state.tag === "Failed") return <Problem failure={state.failure} retry={reload} />
  const { all, values } = state.value
  return (
    <>
      <table class="values" aria-label={texts.listOf(labelOf(line.name))}>
        <tbody>
          {values.map(({ count, value }) => (
            <tr key={JSON.stringify(value)}>
              <th scope="row">
                {value === null || value === "" ? (
                  <span class="soft">{texts.without}</span>
                ) : (
                  `${valueText(value)} ${typeof value === "number" ? line.unit : ""}`.trim()
                )}
              </th>
              <td class="number">{counted(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > mostValues && <p class="soft">{texts.more(all - mostValues)}</p>}
    </>
  )
}

/** Renders the value that all products have or, if there are several, their number and on demand a list of them. */
export const SharedValue = (properties: {
  readonly base: string
  readonly guids: ReadonlyArray<string>
  readonly line: SharedLine
  /** Number of different values; no value counts as one. */
  readonly kinds: number
}) => {
  const { base, guids, kinds, line } = properties
  const [isOpen, setOpen] = useState(false)
  if (kinds < 2) {
    if (valueOf(line.cell) === null) return <span class="soft">{texts.without}</span>
    return (
      <span>
        {textOf(line.cell)} {line.unit !== "" && <span class="soft">{line.unit}</span>}
      </span>
    )
  }
  return (
    <details class="varies" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.variesOf(kinds)}</summary>
      {isOpen && <List base={base} guids={guids} line={line} />}
    </details>
  )
}
