import { useEffect, useState } from "preact/hooks"
import type { Change } from "../../../../api/Views.ts"
import type { Failure } from "../../../../api/Failure.ts"
import { Dialog } from "../../../../ui/Dialog.tsx"
import { Busy, Fault, Problem, useLoaded } from "../../../../ui/Loaded.tsx"
import { labelOf } from "../../Labels.ts"
import { texts as shared } from "../../ModelTexts.ts"
import { changeText, nameOf, type Sides } from "../../versions/ChangeText.ts"
import { useSides } from "../../versions/Sides.ts"
import { changeKey } from "../ChangeLine.tsx"
import { useChoices } from "../Choices.ts"
import type { Editing } from "../Editing.ts"
import { bodyOf, type BulkCell, inverseOf, mostPreviewed, refusalsOf } from "./BulkCells.ts"
import { texts } from "./BulkTexts.ts"
import { keepBulk } from "./LastBulk.ts"

/** Largest number of changes, and of errors, that are listed. */
const mostListed = 100

const ProductCell = ({ guid, sides }: { readonly guid: string; readonly sides: Sides }) => {
  const known = nameOf(sides, guid)
  return (
    <th scope="row" title={guid}>
      {known === null || known.name === "" ? <code>{guid}</code> : known.name}
    </th>
  )
}

/** Renders cells that cannot be taken, each with its text and the reason, and then the changes. */
const List = (properties: {
  readonly base: string
  readonly changes: ReadonlyArray<Change>
  readonly wrong: ReadonlyArray<readonly [BulkCell, string]>
}) => {
  const { base, changes, wrong } = properties
  const named = [...wrong.map(([{ guid }]) => guid), ...changes.map(({ guid }) => guid)]
  const sides = useSides(base, { changes: [], added: [], deleted: named }, null, null)
  const refersTo = (field: string) => (changes.some((change) => change.field === field) ? field : "")
  const places = useChoices(base, refersTo("SpatialLocation"), undefined)
  const materials = useChoices(base, refersTo("Material"), undefined)
  const choices: Readonly<Record<string, typeof places.choices>> = {
    SpatialLocation: places.choices,
    Material: materials.choices
  }
  return (
    // Takes the focus, so that it can be scrolled with the keyboard.
    <div class="cells" role="region" aria-label={texts.list} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {texts.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wrong.map(([{ field, guid, text }, reason]) => (
            <tr key={`${guid} ${field}`} class="wrong">
              <ProductCell guid={guid} sides={sides} />
              <td>{labelOf(field)}</td>
              <td />
              <td>
                {text} <span class="fault">{reason}</span>
              </td>
            </tr>
          ))}
          {changes.map((change) => {
            const { after, field, guid } = change
            // The rows of `sides` are those before the change, so they lack the names of places and materials in it.
            const text = changeText(change, { before: sides.after, after: new Map() })
            return (
              <tr key={changeKey(change)}>
                <ProductCell guid={guid} sides={sides} />
                <td>{labelOf(field)}</td>
                <td>
                  <del>{text.before}</del>
                </td>
                <td>
                  <ins>{choices[field]?.find(({ value }) => value === after)?.label ?? text.after}</ins>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const noRefusals: ReadonlyMap<BulkCell, string> = new Map()

/** Renders a dialog that shows what many new values would change, and then changes all of them or none. */
export const BulkDialog = (properties: {
  readonly editing: Editing
  readonly title: string
  readonly cells: ReadonlyArray<BulkCell>
  /** A sentence about what was left out before. */
  readonly note?: string | null
  readonly done: (changed: number) => void
  readonly close: () => void
}) => {
  const { cells, close, done, editing, note = null, title } = properties
  const [isPartial, setPartial] = useState(false)
  const [refusals, setRefusals] = useState(noRefusals)
  const [isCut, setCut] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const sent = () => cells.filter((cell) => cell.wrong === null && !(isPartial && refusals.has(cell)))
  const preview = useLoaded(
    async (signal) => {
      const body = sent()
      return body.length === 0 ? { value: { errors: [], changes: [] } } : editing.preview(bodyOf(body), signal)
    },
    // Leaving out wrong values may show further ones, which are left out as well.
    [isPartial, isPartial ? refusals.size : 0]
  )
  const outcome = preview.state.tag === "Ready" ? preview.state.value : null
  const refuse = (errors: Parameters<typeof refusalsOf>[1]) => {
    const found = refusalsOf(cells, errors)
    setCut(found.isCut)
    setRefusals(new Map([...(isPartial ? refusals : []), ...found.of]))
    // The errors stay at their cells in the table when the dialog is closed.
    editing.mark(errors)
  }
  useEffect(() => {
    if (outcome !== null && outcome.errors.length > 0) refuse(outcome.errors)
  }, [outcome])
  useEffect(() => {
    const own = cells.filter(({ wrong }) => wrong !== null)
    if (own.length > 0)
      editing.mark(own.map(({ field, guid, wrong }) => ({ guid, field, error: "InvalidValue", description: wrong! })))
  }, [])
  const wrong = cells.flatMap((cell): ReadonlyArray<readonly [BulkCell, string]> => {
    const reason = cell.wrong ?? refusals.get(cell)
    return reason === undefined ? [] : [[cell, reason]]
  })
  const changes = outcome?.changes ?? []
  const areCut = changes.length >= mostPreviewed
  const inverse = areCut ? null : inverseOf(changes)
  const isOpenError = (outcome?.errors.length ?? 0) > 0
  const canApply = outcome !== null && !isOpenError && changes.length > 0 && (isPartial || wrong.length === 0)
  const apply = async () => {
    setSending(true)
    setFailure(null)
    const fault = await editing.modify(bodyOf(sent()))
    setSending(false)
    if (fault === null) {
      keepBulk(editing.base, changes.length, inverse)
      return done(changes.length)
    }
    if ("errors" in fault) refuse(fault.errors)
    else setFailure(fault.failure)
  }
  const added = changes.filter(({ change, field }) => change === "Added" && field !== "Code").length
  const listed = isPartial ? [] : wrong.slice(0, mostListed)
  return (
    <Dialog title={title} close={close}>
      <div class="sheet">
        {note !== null && <p class="soft">{note}</p>}
        {preview.state.tag === "Loading" && <Busy text={texts.busy} />}
        {preview.state.tag === "Failed" && <Problem failure={preview.state.failure} retry={preview.reload} />}
        <div role="status">
          {outcome !== null && !isOpenError && (
            <p>{texts.counts(changes.length, sent().length - changes.length, areCut)}</p>
          )}
          {wrong.length > 0 && !isPartial && <p class="fault">{texts.wrong(wrong.length)}</p>}
        </div>
        {isCut && <p class="fault">{texts.tooMany}</p>}
        {wrong.length > 0 && !isCut && (
          <label class="row">
            <input
              type="checkbox"
              checked={isPartial}
              disabled={isSending}
              onChange={({ currentTarget }) => setPartial(currentTarget.checked)}
            />
            {texts.leaveOut(wrong.length)}
          </label>
        )}
        {added > 0 && <p class="soft">{texts.added(added)}</p>}
        {changes.length > 0 && inverse === null && <p class="soft">{areCut ? texts.noUndo : texts.noUndoLayers}</p>}
        {listed.length + changes.length > 0 && (
          <List base={editing.base} wrong={listed} changes={changes.slice(0, mostListed - listed.length)} />
        )}
        {listed.length + changes.length > mostListed && (
          <p class="soft">{texts.first(mostListed, (isPartial ? 0 : wrong.length) + changes.length)}</p>
        )}
        {failure !== null && <Fault failure={failure} />}
        <footer>
          <button type="button" onClick={close}>
            {shared.cancel}
          </button>
          <button type="button" class="primary" disabled={isSending || !canApply} onClick={() => void apply()}>
            {isSending ? texts.applying : texts.apply}
          </button>
        </footer>
      </div>
    </Dialog>
  )
}
