import { useEffect, useRef, useState } from "preact/hooks"
import type { Row } from "../../api/Views.ts"
import { unitOf } from "./Units.ts"
import { texts } from "./ModelTexts.ts"
import { Empty, Problem } from "../../ui/Loaded.tsx"
import { textOf } from "./Cells.ts"
import { CellEditor } from "./edit/CellEditor.tsx"
import { useEdited } from "./edit/Editing.ts"
import { qualified } from "./edit/Modify.ts"
import type { Fields } from "./Fields.ts"
import { Head, leastWidth } from "./Head.tsx"
import { type Query, select, selected } from "./Query.ts"
import type { Rows } from "./Rows.ts"
import { SuspectMark } from "./view/SuspectNote.tsx"
import type { Suspects } from "./view/Suspects.ts"

const rowHeight = 28
/** Browsers limit how high an element is, Firefox near 17.9 million pixels. */
const mostHeight = 15_000_000
const usualWidth = 180

const isNumber = (fields: Fields | null, name: string): boolean =>
  ["Real", "Integer"].includes(fields?.details.get(name)?.dataType ?? "")

/** The rows that are seen, wherever the reader has scrolled to. */
const useWindow = (total: number, { reading, want }: Rows) => {
  const body = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 400 })
  const full = total * rowHeight
  const height = Math.min(full, mostHeight)
  // Where the element is lower than its rows together, a pixel of it stands for several.
  const offset = height <= view.height ? 0 : (view.top / (height - view.height)) * (full - view.height)
  const first = Math.max(0, Math.floor(offset / rowHeight) - 3)
  const last = Math.min(total, Math.ceil((offset + view.height) / rowHeight) + 3)
  useEffect(() => want(first, last), [first, last, total, reading])
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener("scroll", look, { passive: true })
    return () => observer.disconnect()
  }, [])
  const show = (index: number): void => {
    const element = body.current
    if (element === null) return
    const scale = full <= view.height ? 1 : (height - view.height) / Math.max(1, full - view.height)
    const [begin, end] = [index * rowHeight * scale, ((index + 1) * rowHeight + rowHeight - view.height) * scale]
    if (element.scrollTop > begin) element.scrollTop = begin
    else if (element.scrollTop < end) element.scrollTop = end
  }
  return {
    body,
    first,
    last,
    height,
    top: view.top - (offset - first * rowHeight),
    show,
    perPage: Math.floor(view.height / rowHeight) - 1
  }
}

interface GridProperties {
  readonly rows: Rows
  readonly query: Query
  readonly fields: Fields | null
  readonly suspects: Suspects
}

const guidOf = (row: Row | undefined): string => (typeof row?.["Guid"] === "string" ? row["Guid"] : "")

/** The products that match, as a table of which only what is seen is drawn. */
export const Grid = ({ fields, query, rows, suspects }: GridProperties) => {
  const total = rows.total ?? 0
  const { body, first, height, last, perPage, show, top } = useWindow(total, rows)
  const edited = useEdited()
  const isOn = edited?.isOn === true
  const [active, setActive] = useState(0)
  const [column, setColumn] = useState(0)
  const [changing, setChanging] = useState<{ readonly typed?: string } | null>(null)
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const widthOf = (name: string) => widths[name] ?? usualWidth
  const chosen = selected()
  const template = query.columns
    .map((name, n) => (n < query.columns.length - 1 ? `${widthOf(name)}px` : `minmax(${widthOf(name)}px, 1fr)`))
    .join(" ")
  const wide = query.columns.reduce((sum, name) => sum + widthOf(name), 0)
  const pick = (
    index: number,
    event: { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean }
  ) => {
    const guid = guidOf(rows.rowAt(index))
    if (guid === "") return
    if (event.shiftKey) {
      const [from, to] = [Math.min(active, index), Math.max(active, index)]
      const between = Array.from({ length: to - from + 1 }, (_, n) => guidOf(rows.rowAt(from + n)))
      select(between.filter((one) => one !== ""))
    } else if (event.ctrlKey || event.metaKey) {
      select(chosen.includes(guid) ? chosen.filter((one) => one !== guid) : [...chosen, guid])
    } else select([guid])
    setActive(index)
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + perPage,
      PageUp: active - perPage,
      Home: 0,
      End: total - 1
    }
    const goal = goals[event.key]
    const aside = { ArrowLeft: column - 1, ArrowRight: column + 1 }[event.key]
    const isTyping = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
    if (goal !== undefined) {
      const index = Math.max(0, Math.min(total - 1, goal))
      setActive(index)
      show(index)
    } else if (isOn && aside !== undefined) setColumn(Math.max(0, Math.min(query.columns.length - 1, aside)))
    else if (isOn && (event.key === "Enter" || event.key === "F2")) setChanging({})
    else if (isOn && isTyping) setChanging({ typed: event.key })
    else if (event.key === "Enter" || event.key === " ") pick(active, event)
    else if (event.key === "Escape") select([])
    else return
    event.preventDefault()
  }
  const go = (onwards: -1 | 0 | 1) => {
    setChanging(null)
    setColumn((before) => Math.max(0, Math.min(query.columns.length - 1, before + onwards)))
    body.current?.focus({ preventScroll: true })
  }
  if (rows.failure !== null) return <Problem failure={rows.failure} retry={rows.retry} />
  if (rows.total === 0) {
    return (
      <Empty title={query.filters.length > 0 ? texts.grid.noMatch : texts.grid.none}>
        {query.filters.length > 0 && <p>{texts.grid.noMatchHint}</p>}
      </Empty>
    )
  }
  return (
    <div
      ref={body}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={texts.grid.title}
      aria-rowcount={total + 1}
      aria-colcount={query.columns.length}
      aria-multiselectable="true"
      aria-busy={rows.total === null || rows.rowAt(Math.min(active, rows.total - 1)) === undefined}
      aria-activedescendant={active >= first && active < last ? `row-${active}${isOn ? `-${column}` : ""}` : undefined}
      onKeyDown={press}
    >
      <div class="head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template, width: `${wide}px` }}>
        {query.columns.map((name, index) => (
          <Head
            key={name}
            name={name}
            index={index}
            query={query}
            unit={unitOf(fields?.details.get(name)?.unit ?? null)}
            width={widthOf(name)}
            setWidth={(width) => setWidths((before) => ({ ...before, [name]: Math.max(leastWidth, width) }))}
          />
        ))}
      </div>
      <div class="rows" role="presentation" style={{ height: `${height}px`, width: `${wide}px` }}>
        <div role="presentation" class="seen" style={{ transform: `translateY(${top}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, n) => {
            const index = first + n
            const row = rows.rowAt(index)
            const isSelected = row !== undefined && chosen.includes(guidOf(row))
            const doubted = suspects.get(guidOf(row))
            return (
              <div
                key={index}
                id={`row-${index}`}
                role="row"
                class={index === active ? "active" : undefined}
                aria-rowindex={index + 2}
                aria-selected={isSelected}
                style={{ gridTemplateColumns: template }}
                onClick={(event) => pick(index, event)}
              >
                {query.columns.map((name, n) => {
                  const isHere = isOn && index === active && n === column
                  const isOwn =
                    edited !== null && row !== undefined && edited.isOwn(guidOf(row), qualified(name, row[name]))
                  const wrong = row === undefined ? null : (edited?.wrongOf(guidOf(row), name) ?? null)
                  const marks = [
                    isNumber(fields, name) && "number",
                    isHere && "here",
                    isOwn && "own",
                    wrong !== null && "wrong"
                  ]
                  return (
                    <div
                      key={name}
                      id={`row-${index}-${n}`}
                      role="gridcell"
                      aria-colindex={n + 1}
                      class={marks.filter((mark) => mark !== false).join(" ") || undefined}
                      title={wrong ?? (isOwn ? texts.editing.own : undefined)}
                      onClick={() => setColumn(n)}
                      onDblClick={() => {
                        if (!isOn) return
                        setActive(index)
                        setColumn(n)
                        setChanging({})
                      }}
                    >
                      {n === 0 && doubted !== undefined && <SuspectMark measures={doubted} />}
                      {row === undefined ? (
                        "…"
                      ) : isHere && changing !== null ? (
                        <CellEditor
                          editing={edited}
                          field={name}
                          cell={row[name]}
                          detail={fields?.details.get(name)}
                          guids={[guidOf(row)]}
                          typed={changing.typed}
                          done={go}
                        />
                      ) : (
                        textOf(row[name])
                      )}
                    </div>
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
