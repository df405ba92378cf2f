import { useEffect, useRef, useState } from "preact/hooks"
import type { Failure } from "../../../../api/Failure.ts"
import { aborted } from "../../../../api/Call.ts"
import { Dialog } from "../../../../ui/Dialog.tsx"
import { Busy, Fault } from "../../../../ui/Loaded.tsx"
import type { Fields } from "../../Fields.ts"
import { labelOf } from "../../Labels.ts"
import { texts as shared } from "../../ModelTexts.ts"
import { type Query, selected } from "../../Query.ts"
import type { Rows } from "../../table/Rows.ts"
import { rowsOf } from "../../table/RowTools.tsx"
import type { Editing } from "../Editing.ts"
import type { BulkCell } from "./BulkCells.ts"
import { BulkDialog } from "./BulkDialog.tsx"
import { texts } from "./BulkTexts.ts"
import { byGuid, type ColumnReader, columnReaders, type RowsByGuid } from "./ColumnReader.ts"
import { blockIn } from "./Pasted.ts"
import { ReplaceDialog } from "./ReplaceDialog.tsx"
import { type Replacement, replacing } from "./Replace.ts"

/** New values that are about to be previewed. */
interface Planned {
  readonly title: string
  readonly cells: ReadonlyArray<BulkCell>
  readonly note: string | null
}

interface ToolsOf {
  readonly editing: Editing
  readonly rows: Rows
  readonly query: Query
  readonly fields: Fields | null
  /** Index of the row with the marked cell. */
  readonly active: number
  /** First and last marked column. */
  readonly marked: readonly [number, number]
  /** The table, whose keys and clipboard are listened to. */
  readonly grid: HTMLElement | null
}

type Window = "paste" | "replace"

const notNull = <A,>(value: A | null): ReadonlyArray<A> => (value === null ? [] : [value])

/** Renders the tools of the table that change many values: fill down, paste a block, find and replace. */
export const TableTools = ({ active, editing, fields, grid, marked, query, rows }: ToolsOf) => {
  const { base } = editing
  const [window, setWindow] = useState<Window | null>(null)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [reading, setReading] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [said, setSaid] = useState("")
  const columns = query.columns.slice(marked[0], marked[1] + 1)
  const chosen = selected()
  useEffect(() => () => reading?.abort(), [reading])

  /** Reads the rows of products in the order of the table, makes new values of them, and opens the preview. */
  const plan = async (
    title: string,
    of: ReadonlyArray<string>,
    choose: (order: ReadonlyArray<string>) => ReadonlyArray<string>,
    make: (
      guids: ReadonlyArray<string>,
      rows: RowsByGuid,
      readers: ReadonlyArray<ColumnReader>
    ) => Omit<Planned, "title">
  ) => {
    const control = new AbortController()
    const { signal } = control
    setReading(control)
    setSaid("")
    setFailure(null)
    const made = async (): Promise<Planned | Failure> => {
      const order = await rows.order()
      if ("code" in order) return order
      const guids = choose(order)
      const read = await rowsOf(base, query, ["Guid", ...of], guids)
      if ("code" in read) return read
      const found = byGuid(read)
      const readers = await columnReaders(base, of, found, fields, signal)
      if ("code" in readers) return readers
      return signal.aborted ? aborted : { title, ...make(guids, found, readers) }
    }
    const result = await made()
    if (signal.aborted) return
    setReading(null)
    if ("code" in result) setFailure(result)
    else if (result.cells.length === 0) setSaid(result.note ?? texts.nothing)
    else setPlanned(result)
  }
  const inTable = (order: ReadonlyArray<string>) => {
    const wanted = new Set(chosen)
    return order.filter((guid) => wanted.has(guid))
  }
  const fill = () => {
    if (chosen.length < 2) return setSaid(texts.noCells)
    void plan(texts.titles.fill, columns, inTable, ([first, ...others], found, readers) => {
      const from = found.get(first ?? "")
      const cells =
        from === undefined
          ? []
          : readers.flatMap((reader) => others.flatMap((guid) => notNull(reader.copy(guid, from))))
      return { cells, note: null }
    })
  }
  const paste = (text: string) => {
    const block = blockIn(text)
    const [only, ...rest] = block
    if (only === undefined) return setSaid(texts.nothing)
    if (rest.length === 0 && only.length === 1 && chosen.length > 1) {
      return void plan(texts.titles.paste, columns, inTable, (guids, _, readers) => ({
        cells: readers.flatMap((reader) => guids.flatMap((guid) => notNull(reader.cell(guid, only[0]!)))),
        note: null
      }))
    }
    const width = block.reduce((most, { length }) => Math.max(most, length), 0)
    const within = query.columns.slice(marked[0], marked[0] + width)
    return void plan(
      texts.titles.paste,
      within,
      (order) => order.slice(active, active + block.length),
      (guids, _, readers) => {
        const cells = guids.flatMap((guid, n) =>
          readers.flatMap((reader, column) => {
            const text = block[n]![column]
            return text === undefined ? [] : notNull(reader.cell(guid, text))
          })
        )
        const notes = [
          ...(guids.length < block.length ? [texts.beyond(block.length - guids.length)] : []),
          ...(within.length < width ? [texts.beyondColumns(width - within.length)] : [])
        ]
        return { cells, note: notes.length === 0 ? null : notes.join(" ") }
      }
    )
  }
  const replace = (column: string, replacement: Replacement) => {
    const put = replacing(replacement)
    const areSelected = chosen.length > 1
    void plan(
      texts.titles.replace,
      [column],
      (order) => (areSelected ? inTable(order) : order),
      (guids, _, [reader]) => ({
        cells: guids.flatMap((guid) => {
          const text = put(reader!.text(guid))
          return text === null ? [] : notNull(reader!.cell(guid, text))
        }),
        note: null
      })
    )
  }
  const acts = useRef({ fill, paste })
  acts.current = { fill, paste }
  useEffect(() => {
    if (grid === null) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.target !== grid || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.key === "d") acts.current.fill()
      else if (event.key === "h") setWindow("replace")
      else return
      event.preventDefault()
    }
    const take = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea")) return
      event.preventDefault()
      acts.current.paste(event.clipboardData?.getData("text/plain") ?? "")
    }
    grid.addEventListener("keydown", press)
    grid.addEventListener("paste", take)
    return () => {
      grid.removeEventListener("keydown", press)
      grid.removeEventListener("paste", take)
    }
  }, [grid])
  const close = () => setWindow(null)
  return (
    <div class="row" role="group" aria-label={texts.tools}>
      <button type="button" title={texts.fillAbout} aria-keyshortcuts="Control+D" onClick={fill}>
        {texts.fill}
      </button>
      <button type="button" title={texts.pasteAbout} aria-keyshortcuts="Control+V" onClick={() => setWindow("paste")}>
        {texts.paste}
      </button>
      <button
        type="button"
        title={texts.replaceAbout}
        aria-keyshortcuts="Control+H"
        onClick={() => setWindow("replace")}
      >
        {texts.replace}
      </button>
      {reading !== null && <Busy text={texts.reading} />}
      <span class="soft" role="status">
        {said}
      </span>
      {failure !== null && <Fault failure={failure} />}
      {window === "paste" && (
        <Dialog title={texts.titles.paste} close={close}>
          <form
            class="sheet"
            onSubmit={(event) => {
              event.preventDefault()
              const text = event.currentTarget.querySelector("textarea")?.value ?? ""
              close()
              paste(text)
            }}
          >
            <p>{texts.pasteHint(labelOf(query.columns[marked[0]] ?? ""))}</p>
            <label class="field">
              <span>{texts.pasteHere}</span>
              <textarea rows={8} required spellcheck={false} />
            </label>
            <footer>
              <button type="button" onClick={close}>
                {shared.cancel}
              </button>
              <button class="primary">{texts.goOn}</button>
            </footer>
          </form>
        </Dialog>
      )}
      {window === "replace" && (
        <ReplaceDialog
          columns={query.columns}
          column={query.columns[marked[0]] ?? ""}
          about={texts.scope(chosen.length > 1 ? chosen.length : (rows.total ?? 0), chosen.length > 1)}
          close={close}
          replace={(column, replacement) => {
            close()
            replace(column, replacement)
          }}
        />
      )}
      {planned !== null && (
        <BulkDialog
          editing={editing}
          {...planned}
          close={() => setPlanned(null)}
          done={(changed) => {
            setPlanned(null)
            setSaid(texts.applied(changed))
          }}
        />
      )}
    </div>
  )
}
