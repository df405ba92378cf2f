import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { choose } from "../../../address/Address.ts"
import { isNumber, unitOf } from "../Units.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Fault } from "../../../ui/Loaded.tsx"
import { layersText } from "./Cells.ts"
import { lazy } from "../../../ui/Lazy.tsx"
import { useMarked } from "../edit/bulk/Marked.ts"
import { CellEditor } from "../edit/CellEditor.tsx"
import { useEdited } from "../edit/Editing.ts"
import { qualified } from "../edit/Modify.ts"
import { type Fields, lengthUnitIn } from "../Fields.ts"
import { GridCell } from "./GridCell.tsx"
import { Head } from "../Head.tsx"
import { markNoTexts, usePicking } from "./Picking.ts"
import { idOf } from "../Ids.ts"
import { hasNoRows, NoRows } from "./NoRows.tsx"
import { endAdding, type Query } from "../Query.ts"
import type { Rows } from "./Rows.ts"
import { useFirstRow, useInSight, useSeen } from "../Seen.ts"
import { type PlaceNames, placeText } from "../view/places/PlaceNames.ts"
import { useWidths } from "./Widths.ts"
import { SuspectMark } from "../view/SuspectNote.tsx"
import type { Suspects } from "../view/Suspects.ts"

const TableTools = lazy(async () => (await import("../edit/bulk/TableTools.tsx")).TableTools)

interface GridProperties {
  readonly rows: Rows
  readonly query: Query
  readonly fields: Fields | null
  readonly suspects: Suspects
  /** Names of locations, which rows have in part. */
  readonly places: PlaceNames | null
}

/** Cell that is being edited, wherever its row is, and the character that started the editing. */
interface Changing {
  readonly guid: string
  readonly name: string
  readonly typed?: string
}

/** Renders the matching products as a table of which only visible rows are in the document. */
export const Grid = ({ fields, places, query, rows, suspects }: GridProperties) => {
  const total = rows.total ?? 0
  const seen = useSeen(total, rows)
  const { body, first, height, last, perPage, setBody, show, top } = seen
  const edited = useEdited()
  const isOn = edited?.isOn === true
  const [wanted, setActive] = useState(0)
  const { column, extend, range, setColumn } = useMarked(query.columns.length)
  // A new filter may leave fewer rows than before.
  const active = Math.max(0, Math.min(wanted, total - 1))
  const [changing, setChanging] = useState<Changing | null>(null)
  const changingNow = useRef(changing)
  changingNow.current = changing
  const { leftOf, setWidth, template, wide, widthOf } = useWidths(query.columns, body?.clientWidth ?? 0)
  const thickness = useMemo(() => lengthUnitIn(fields), [fields])
  const { anchor, failure, isChosen, pick, take, takeRange } = usePicking(rows, total > 0 && body !== null, (index) => {
    setActive(index)
    show(index, "middle")
  })
  useInSight(seen, active)
  /** Scrolls the active column into view, as `show` does with rows. */
  const showColumn = () => {
    const here = query.columns[column]
    if (body === null || !isOn || here === undefined) return
    const left = leftOf(column)
    body.scrollLeft = Math.min(left, Math.max(body.scrollLeft, left + widthOf(here) - body.clientWidth))
  }
  useLayoutEffect(showColumn, [column])
  useFirstRow(body, query, () => setActive(0))
  useLayoutEffect(() => {
    if (changing === null) return
    show(active)
    showColumn()
  }, [changing])
  /** Reason why the service refused the last change of the active cell. An open editor shows it itself. */
  const refusal =
    isOn && changing === null ? edited.wrongOf(idOf(rows.rowAt(active)), query.columns[column] ?? "") : null
  const open = (index: number, name: string | undefined, typed?: string) => {
    const guid = idOf(rows.rowAt(index))
    if (guid === "" || name === undefined) return
    if (name !== "Code") return setChanging(typed === undefined ? { guid, name } : { guid, name, typed })
    // Codes are added and removed one by one, in the panel.
    take([guid])
    choose({ panel: null })
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
    const here = query.columns[column]
    const aside = { ArrowLeft: column - 1, ArrowRight: column + 1 }[event.key]
    const isTyping = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
    if (goal !== undefined) {
      const index = Math.max(0, Math.min(total - 1, goal))
      if (event.shiftKey) pick(index, event)
      else anchor.current = index
      setActive(index)
      show(index)
    } else if (isOn && aside !== undefined && event.shiftKey) extend(aside < column ? -1 : 1)
    else if (isOn && aside !== undefined) setColumn(aside)
    else if (isOn && (event.key === "Enter" || event.key === "F2")) open(active, here)
    else if (isOn && isTyping) open(active, here, event.key)
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) void takeRange(0, total - 1)
    else if (event.key === "Enter" || event.key === " ") pick(active, event)
    else if (event.key !== "Escape") return
    else if (!endAdding()) take([])
    event.preventDefault()
  }
  const done = (from: Changing, onwards: -1 | 0 | 1) => {
    // Meanwhile, another cell may be open for editing, or another element may have the focus.
    if (changingNow.current !== from) return
    setChanging(null)
    if (onwards !== 0) setColumn((before) => before + onwards)
    if (document.activeElement === document.body || body?.contains(document.activeElement) === true)
      body?.focus({ preventScroll: true })
  }
  if (hasNoRows(rows)) return <NoRows query={query} rows={rows} />
  return (
    <>
      {failure !== null && (
        <p class="row">
          <Fault failure={failure} />
        </p>
      )}
      {isOn && (
        <TableTools
          editing={edited}
          rows={rows}
          query={query}
          fields={fields}
          active={active}
          marked={range}
          grid={body}
        />
      )}
      <div
        ref={setBody}
        class="grid"
        role="grid"
        tabIndex={0}
        aria-label={texts.grid.title}
        aria-rowcount={total + 1}
        aria-colcount={query.columns.length}
        aria-multiselectable="true"
        aria-busy={rows.total === null || rows.rowAt(Math.min(active, rows.total - 1)) === undefined}
        aria-activedescendant={
          active >= first && active < last ? `row-${active}${isOn ? `-${column}` : ""}` : undefined
        }
        onKeyDown={press}
        onMouseDown={markNoTexts}
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
              setWidth={(width) => setWidth(name, width)}
            />
          ))}
        </div>
        <div class="rows" role="presentation" style={{ height: `${height}px`, width: `${wide}px` }}>
          <div role="presentation" class="seen" style={{ transform: `translateY(${top}px)` }}>
            {Array.from({ length: Math.max(0, last - first) }, (_, n) => {
              const index = first + n
              const row = rows.rowAt(index)
              const isSelected = row !== undefined && isChosen.has(idOf(row))
              const doubted = suspects.get(idOf(row))
              return (
                <div
                  key={index}
                  id={`row-${index}`}
                  role="row"
                  class={index === active ? "active" : undefined}
                  aria-rowindex={index + 2}
                  aria-selected={isSelected}
                  style={{ gridTemplateColumns: template }}
                  onClick={(event) => {
                    pick(index, event)
                    setActive(index)
                  }}
                >
                  {query.columns.map((name, n) => {
                    const isHere = isOn && index === active && n === column
                    const isOwn =
                      edited !== null && row !== undefined && edited.isOwn(idOf(row), qualified(name, row[name]))
                    const wrong = row === undefined ? null : (edited?.wrongOf(idOf(row), name) ?? null)
                    return (
                      <GridCell
                        key={name}
                        row={index}
                        column={n}
                        isNumber={isNumber(fields?.details.get(name))}
                        isHere={isHere}
                        isMarked={
                          isOn &&
                          range[0] < range[1] &&
                          (isSelected || index === active) &&
                          n >= range[0] &&
                          n <= range[1]
                        }
                        isOwn={isOwn}
                        wrong={wrong}
                        onClick={() => setColumn(n)}
                        onDblClick={() => {
                          if (!isOn) return
                          setActive(index)
                          setColumn(n)
                          open(index, name)
                        }}
                      >
                        {n === 0 && doubted !== undefined && <SuspectMark measures={doubted} />}
                        {row === undefined ? (
                          "…"
                        ) : edited !== null && changing?.guid === idOf(row) && changing.name === name ? (
                          <CellEditor
                            key={`${changing.guid} ${name}`}
                            editing={edited}
                            field={name}
                            cell={row[name]}
                            detail={fields?.details.get(name)}
                            guids={[idOf(row)]}
                            typed={changing.typed}
                            done={(onwards) => done(changing, onwards)}
                          />
                        ) : (
                          ((name === "MaterialLayerSet" ? layersText(row["MaterialLayers"], thickness) : null) ??
                          placeText(name, row[name], places))
                        )}
                      </GridCell>
                    )
                  })}
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {isOn && (
        <p class="row fault refusal" role="status">
          {refusal !== null && texts.editing.refusal(labelOf(query.columns[column]!), refusal)}
        </p>
      )}
    </>
  )
}
