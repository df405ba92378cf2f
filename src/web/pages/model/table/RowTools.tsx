import { useEffect, useState } from "preact/hooks"
import { type Failure } from "../../../api/Failure.ts"
import type { Row } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { copyText } from "../../../ui/Copy.tsx"
import { Fault } from "../../../ui/Loaded.tsx"
import { tabbed, typeableTextOf } from "./Cells.ts"
import { texts } from "../ModelTexts.ts"
import { guidIn, rowsWith, withIds } from "../Ids.ts"
import { endAdding, isAdding, mostInLink, ofVersion, type Query, select, selected, unlessLate } from "../Query.ts"
import { allRows, bodyOf, type Rows } from "./Rows.ts"
import { SaveAs } from "../SaveAs.tsx"

/** Largest number of products requested by GlobalId at a time. */
const mostAsked = 5000

/** Returns the rows of products by their ids, in the order of the table, with these columns. */
export const rowsOf = async (
  base: string,
  query: Query,
  columns: ReadonlyArray<string>,
  ids: ReadonlyArray<string>
): Promise<ReadonlyArray<Row> | Failure> => {
  const found: Array<Row> = []
  for (let from = 0; from < ids.length; from += mostAsked) {
    const some = ids.slice(from, from + mostAsked)
    const filters = [{ property: "Guid", operator: "In", value: some.map(guidIn) } as const]
    const rows = await allRows(base, { ...query, filters }, withIds(base, columns))
    if ("code" in rows) return rows
    for (const row of rowsWith(rows, some)) found.push(row)
  }
  return found
}

/**
 * Copies a text that is still loading. The clipboard gets a promise at once, because some browsers refuse later writes.
 */
const copyPromised = async (text: Promise<string>): Promise<void> => {
  if (navigator.clipboard === undefined || typeof ClipboardItem === "undefined") return copyText(await text)
  const plain = text.then((known) => new Blob([known], { type: "text/plain" }))
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]).catch(async (error: unknown) => {
    // If the text could not be loaded, that error says more than the clipboard's.
    await text
    throw error
  })
}

/** Thrown if the text to copy could not be loaded. */
class NotRead extends Error {
  constructor(readonly failure: Failure) {
    super(failure.details)
  }
}

/** Renders a button for adding to the selection without a key held, which touch devices cannot do. */
const Adding = () => {
  useEffect(() => () => void endAdding(), [])
  return (
    <button
      type="button"
      aria-pressed={isAdding.value}
      title={texts.grid.severalAbout}
      onClick={() => (isAdding.value = !isAdding.value)}
      onKeyDown={({ key }) => {
        if (key === "Escape") endAdding()
      }}
    >
      {texts.grid.several}
    </button>
  )
}

/** Renders controls that select several or all matching rows, save all rows, or copy the selected ones. */
export const RowTools = (properties: { readonly base: string; readonly query: Query; readonly rows: Rows }) => {
  const { base, query, rows } = properties
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState("")
  const guids = selected()
  const isEmpty = isBusy || rows.total === 0
  const columns = ["Guid", ...query.columns.filter((name) => name !== "Guid")]
  const read = async <A,>(asked: Promise<A | Failure>, use: (found: A) => unknown): Promise<void> => {
    setBusy(true)
    setSaid("")
    const found = await asked
    setBusy(false)
    const isFailure = typeof found === "object" && found !== null && "code" in found
    setFailure(isFailure ? found : null)
    if (!isFailure) use(found)
  }
  const copy = async () => {
    setBusy(true)
    setFailure(null)
    const asked = rowsOf(base, query, columns, guids).then((found) => {
      if ("code" in found) throw new NotRead(found)
      return tabbed([columns, ...found.map((row) => columns.map((name) => typeableTextOf(row[name])))])
    })
    const fault = await copyPromised(asked).then(
      () => null,
      (error: unknown) => error
    )
    setBusy(false)
    setSaid(fault === null ? texts.copied : fault instanceof NotRead ? "" : texts.notCopied)
    if (fault instanceof NotRead) setFailure(fault.failure)
  }
  return (
    <>
      {guids.length > 1 && (
        <span class="soft">
          {texts.grid.selected(counted(guids.length))}
          {guids.length > mostInLink && ` ${texts.grid.cutInLink(mostInLink)}`}
        </span>
      )}
      <Adding />
      <button
        type="button"
        disabled={isEmpty}
        title={texts.grid.allAbout}
        onClick={() => void read(unlessLate(rows.order()), (all) => all !== null && select(all))}
      >
        {texts.grid.all}
      </button>
      <SaveAs
        label={texts.saveAs.table}
        isEmpty={rows.total === 0}
        // The byte order mark tells spreadsheets that CSV is UTF-8.
        path={ofVersion(`${base}/products/properties/query?bom=true`)}
        body={bodyOf(base, query, columns)}
      />
      <button type="button" disabled={isBusy || guids.length === 0} onClick={() => void copy()}>
        {texts.grid.copy(guids.length)}
      </button>
      <span class="soft" role="status">
        {said}
      </span>
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}
