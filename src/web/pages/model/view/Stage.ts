import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import { place } from "../../../address/Address.ts"
import type { Failure } from "../../../api/Failure.ts"
import type { Condition, Row } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import type { Viewer } from "../../../viewer/Viewer.ts"
import { fieldsOf, namedOf } from "../quantities/Bars.ts"
import { valueOf } from "../table/Cells.ts"
import { published, revision, useEdited } from "../edit/Editing.ts"
import { idOf, withIds } from "../Ids.ts"
import { type Query, versionSeen } from "../Query.ts"
import { allRows } from "../table/Rows.ts"
import { checkColor, failing } from "../checks/Shown.ts"
import { viewColor, viewColors } from "../topics/ViewColors.ts"
import { comparison, kindsOf } from "../versions/Compared.ts"
import { changesColor, changesLegend, type Entry, type Groups, legendOf } from "./Palette.ts"
import { colorsOf, faintOf, hasFaint } from "./Painting.ts"
import { boxOf, planesOf, sectionsOf } from "./sections/Sections.ts"
import { inPlaceOrder, isPlaceField, placeName } from "./places/PlaceNames.ts"
import { readPlaceNames } from "./places/ProjectPlaces.ts"
import { isRoomColor, roomGroups } from "./places/RoomColors.ts"
import { chosen } from "./sections/Sliders.ts"
import { useDeleted } from "./Deleted.ts"
import { qualityOf, suspectsOf } from "./Suspects.ts"

/** The open viewer; null if there is none. */
export const stage = signal<Viewer | null>(null)

/** Returns whether the viewer shows this GlobalId as a space. */
export const isSpace = (guid: string): boolean =>
  stage.value?.products[stage.value.indexOf(guid) ?? -1]?.isSpace === true

/** Changes each time products are hidden, isolated or shown again. */
export const hidings = signal(0)

/** Runs an action that hides, isolates or shows products, and notifies the components that show what is hidden. */
export const hiding = (act: () => unknown): void => {
  act()
  hidings.value += 1
}

export const setStage = (viewer: Viewer | null): void => {
  stage.value = viewer
  hidings.value += 1
}

/**
 * Returns the heights in the address between which the model is cut, in metres. The highest storey has no upper limit.
 */
export const storeyCut = (): { readonly from: number; readonly to: number } | null => {
  const [from, to] = (place.value.query.get("storey") ?? "").split("~")
  if (from === undefined || from === "" || !Number.isFinite(Number(from))) return null
  return { from: Number(from), to: to === undefined || to === "" || !Number.isFinite(Number(to)) ? 1e6 : Number(to) }
}

/** Legend, as far as it is loaded. */
export interface Painted {
  readonly entries: ReadonlyArray<Entry>
  readonly isBusy: boolean
  readonly failure: Failure | null
  /** Note about what the colours leave out. */
  readonly note: string | null
}

/** Number of rows processed before control returns to the event loop. */
const atOnce = 20_000
const breathe = () => new Promise((resolve) => setTimeout(resolve))

const groupsOf = async (
  rows: ReadonlyArray<Row>,
  of: (row: Row) => string | number | boolean | null
): Promise<Groups> => {
  const groups = new Map<string | number | boolean | null, Array<string>>()
  for (const [i, row] of rows.entries()) {
    if (i % atOnce === atOnce - 1) await breathe()
    const value = of(row)
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [idOf(row)])
    else group.push(idOf(row))
  }
  return groups
}

/** Name in the address of the colouring by suspect values. */
export const suspectColor = "!suspects"

/** Name in the address of the colouring by model, which the scene of a project does itself. */
export const modelsColor = "!models"

const broken: Failure = { status: 0, code: "Broken", details: texts.stage.broken, requestId: null }

const unpainted: Painted = { entries: [], isBusy: false, failure: null, note: null }

const painted = async (
  base: string,
  field: string,
  filters: ReadonlyArray<Condition>,
  spaces: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<Painted> => {
  if (field === viewColor) return { ...unpainted, entries: viewColors() ?? [] }
  const places = isPlaceField(field) || isRoomColor(field) ? await readPlaceNames(base, signal) : null
  if (places !== null && "failure" in places) return { ...unpainted, failure: places.failure }
  if (places !== null && isRoomColor(field)) {
    return { ...unpainted, entries: legendOf(roomGroups(field, spaces, places.value)) }
  }
  const isSuspects = field === suspectColor
  const compared = field === changesColor ? comparison() : null
  const query: Query = { filters, sort: null, columns: [] }
  const [rows, quality, kinds] = await Promise.all([
    allRows(
      base,
      query,
      withIds(base, isSuspects || field === changesColor || field === checkColor ? [] : fieldsOf(field)),
      signal
    ),
    isSuspects ? qualityOf(base) : null,
    compared === null ? null : kindsOf(base, compared, signal)
  ])
  if (kinds !== null && "code" in kinds) return { ...unpainted, failure: kinds }
  if ("code" in rows) return { ...unpainted, failure: rows }
  if (quality !== null && "failure" in quality) return { ...unpainted, failure: quality.failure }
  const suspects = quality === null ? null : suspectsOf(quality.value)
  if (kinds !== null) {
    const of = await groupsOf(rows, (row) => kinds.of.get(row["Guid"] as string) ?? null)
    const grouped = (kind: string | null) => of.get(kind) ?? []
    const groups = { added: grouped("added"), changed: grouped("changed"), deleted: kinds.deleted, none: grouped(null) }
    const isPart = kinds.read < kinds.all
    const note = isPart ? texts.versions.coloured(counted(kinds.read), counted(kinds.all)) : null
    return { ...unpainted, entries: changesLegend(groups, texts.versions.kinds), note }
  }
  const groups = await groupsOf(rows, (row) => {
    if (field === checkColor) return failing.value.has(row["Guid"] as string) ? texts.stage.check.fails : null
    if (suspects === null) return fieldsOf(field).length > 1 ? namedOf(row, field).name : valueOf(row[field])
    const measures = suspects.get(row["Guid"] as string)
    return measures === undefined ? null : measures.map((name) => texts.quantities.measures[name] ?? name).join(", ")
  })
  const names = places?.value ?? null
  const entries = inPlaceOrder(field, legendOf(groups), ({ label }) => label, names)
  return {
    ...unpainted,
    entries: entries.map((entry) => ({ ...entry, label: placeName(field, entry.label, names) }))
  }
}

interface Staged {
  readonly painted: Painted
  /** Reason why the view shows more than the filters match; null if it does not. */
  readonly unmatched: Failure | null
  /** Whether products match of which none has a shape. */
  readonly isEmptied: boolean
  readonly retry: () => void
}

/**
 * Applies the address to the view: colours, cuts, spaces and filters. Products that the user deleted or that a version
 * lacks are not shown.
 */
export const useStage = (base: string, viewer: Viewer | null, { filters }: Query): Staged => {
  const edited = useEdited()
  const [unmatched, setUnmatched] = useState<Failure | null>(null)
  const [isEmptied, setEmptied] = useState(false)
  const [round, setRound] = useState(0)
  const [shown, setShown] = useState<Painted>(unpainted)
  const field = place.value.query.get("color")
  const compared = JSON.stringify(comparison())
  const version = versionSeen()
  const asked = JSON.stringify(filters)
  const deleted = edited?.changes?.deleted ?? []
  const gone = deleted.join(" ")
  // If very many products were deleted, only the first ones are listed.
  const isListCut = (edited?.session?.deletedProducts ?? 0) > deleted.length && deleted.length > 0
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const paint = async (to: Viewer, by: string) => {
      setShown((before) => ({ ...before, isBusy: true }))
      const spaces = to.products.flatMap(({ guid, isSpace }) => (isSpace ? [guid] : []))
      const next = await painted(base, by, filters, spaces, signal)
      if (signal.aborted) return
      const colors = colorsOf(to, next.entries, by)
      await breathe()
      if (signal.aborted) return
      to.color(colors)
      if (hasFaint(by)) hiding(() => to.ghost(faintOf(to, next.entries, by)))
      setShown(next)
    }
    if (viewer !== null && field !== null && field !== modelsColor) {
      paint(viewer, field).catch(() => {
        if (!signal.aborted) setShown({ ...unpainted, failure: broken })
      })
    } else {
      if (field !== modelsColor) viewer?.color(null)
      setShown(unpainted)
    }
    return () => {
      control.abort()
      if (viewer !== null && hasFaint(field)) hiding(() => viewer.ghost([]))
    }
  }, [
    base,
    viewer,
    field,
    asked,
    field === changesColor ? compared : "",
    version,
    revision.value,
    field === suspectColor ? published.value : 0,
    field === checkColor ? failing.value : null,
    field === viewColor ? viewColors() : null,
    round
  ])
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const goneFrom = (of: Viewer) => new Set(gone === "" ? [] : of.shapesOf(gone.split(" ")))
    const match = async (to: Viewer) => {
      const rows = await allRows(base, { filters, sort: null, columns: [] }, withIds(base, []), signal)
      if (signal.aborted) return
      // The filters themselves say what is wrong with them.
      if ("code" in rows) return setUnmatched(rows.code === "InvalidFilter" ? null : rows)
      // Deleted parts of a remaining whole are left out.
      const left = goneFrom(to)
      const matching = to.shapesOf(rows.map(idOf)).filter((product) => !left.has(product))
      setEmptied(rows.length > 0 && matching.length === 0)
      // Spaces are not products of the table, so filters do not apply to them.
      for (const [product, { isSpace }] of to.products.entries()) if (isSpace) matching.push(product)
      to.match(matching)
    }
    setUnmatched(null)
    setEmptied(false)
    if (viewer === null) return undefined
    if (filters.length > 0 || version !== null || isListCut) {
      match(viewer).catch(() => {
        if (!signal.aborted) setUnmatched(broken)
      })
    } else if (gone === "") viewer.match(null)
    else {
      const left = goneFrom(viewer)
      viewer.match([...viewer.products.keys()].filter((product) => !left.has(product)))
    }
    return () => control.abort()
  }, [base, viewer, asked, version, gone, isListCut, filters.length > 0 || isListCut ? revision.value : 0, round])
  useDeleted(base, viewer, field === changesColor ? shown : unpainted)
  const planes = chosen("sections")
  const within = chosen("box")
  const storey = place.value.query.get("storey")
  useEffect(() => viewer?.section(planesOf(sectionsOf(planes), boxOf(within))), [viewer, planes, within])
  useEffect(() => viewer?.storey(storeyCut()), [viewer, storey])
  const spaces = place.value.query.get("spaces") === "1"
  useEffect(() => viewer?.showSpaces(spaces), [viewer, spaces])
  return { painted: shown, unmatched, isEmptied, retry: () => setRound((before) => before + 1) }
}
