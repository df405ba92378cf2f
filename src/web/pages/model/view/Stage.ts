import { signal } from "@preact/signals"
import { useEffect, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import type { Filter, Row } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import type { Rgb, SectionPlane, Vector, Viewer } from "../../../viewer/Viewer.ts"
import { valueOf } from "../Cells.ts"
import { revision } from "../edit/Editing.ts"
import { type Query, versionSeen } from "../Query.ts"
import { allRows } from "../Rows.ts"
import { changesColor, comparison, kindsOf } from "../versions/Compared.ts"
import { type Entry, type Groups, legendOf } from "./Palette.ts"
import { qualityOf, suspectsOf } from "./Suspects.ts"

/** The view that is open; null: none. */
export const stage = signal<Viewer | null>(null)

/** Another number each time that hiding was taken back: what stood for it stands no more. */
export const shownAnew = signal(0)

export const setStage = (viewer: Viewer | null): void => {
  stage.value = viewer
}

export const axes = ["x", "y", "z"] as const
type Axis = (typeof axes)[number]

/** A plane across the model, at a part of its length of 100, what lies beyond or before taken away. IFC's axes: Z is up. */
export interface Section {
  readonly axis: Axis
  readonly at: number
  readonly isFlipped: boolean
}

/** What is cut, as the address has it: `x40,z60-`. What cannot be read of it is left out. */
export const sections = (): ReadonlyArray<Section> =>
  (place.value.query.get("planes") ?? "").split(",").flatMap((text) => {
    const found = /^([xyz])(\d{1,3})(-?)$/.exec(text)
    return found === null || Number(found[2]) > 100
      ? []
      : [{ axis: found[1] as Axis, at: Number(found[2]), isFlipped: found[3] === "-" }]
  })

export const setSections = (next: ReadonlyArray<Section>): void =>
  choose({
    planes:
      next.length === 0 ? null : next.map(({ at, axis, isFlipped }) => `${axis}${at}${isFlipped ? "-" : ""}`).join(",")
  })

/** How much of the height is shown, percent. */
export const cutHeight = (): number => {
  const read = Number(place.value.query.get("cut") ?? 100)
  return Number.isInteger(read) && read >= 1 && read <= 100 ? read : 100
}

/** Between which heights of the file it is cut, metres: `from` and `to`, `to` of the highest storey is open. */
const storeyCut = (): { readonly from: number; readonly to: number } | null => {
  const [from, to] = (place.value.query.get("storey") ?? "").split("~")
  if (from === undefined || from === "" || !Number.isFinite(Number(from))) return null
  return { from: Number(from), to: to === undefined || to === "" || !Number.isFinite(Number(to)) ? 1e6 : Number(to) }
}

/** The view has Y up: IFC's x, z, −y. */
const planeOf = ({ at, axis, isFlipped }: Section, least: Vector, most: Vector): SectionPlane => {
  const part = at / 100
  const sign = isFlipped ? -1 : 1
  const along = (n: 0 | 1 | 2) => least[n] + (most[n] - least[n]) * part
  if (axis === "x") return { point: [along(0), 0, 0], normal: [sign, 0, 0] }
  if (axis === "z") return { point: [0, along(1), 0], normal: [0, sign, 0] }
  return { point: [0, 0, most[2] - (most[2] - least[2]) * part], normal: [0, 0, -sign] }
}

/** A legend as far as it is there. */
export interface Painted {
  readonly entries: ReadonlyArray<Entry>
  readonly isBusy: boolean
  readonly failure: string | null
  /** What the colours leave out. */
  readonly note: string | null
}

/** Rows that are gone through before the page may answer again. */
const atOnce = 20_000
const rest = () => new Promise((resolve) => setTimeout(resolve))

const groupsOf = async (
  rows: ReadonlyArray<Row>,
  of: (row: Row) => string | number | boolean | null
): Promise<Groups> => {
  const groups = new Map<string | number | boolean | null, Array<string>>()
  for (const [i, row] of rows.entries()) {
    if (i % atOnce === atOnce - 1) await rest()
    const value = of(row)
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [row["Guid"] as string])
    else group.push(row["Guid"] as string)
  }
  return groups
}

/** What the colour of the address that stands for suspects is named. */
export const suspectColor = "!suspects"

const unpainted: Painted = { entries: [], isBusy: false, failure: null, note: null }

const painted = async (
  base: string,
  field: string,
  filters: ReadonlyArray<Filter>,
  signal: AbortSignal
): Promise<Painted> => {
  const isSuspects = field === suspectColor
  const compared = field === changesColor ? comparison() : null
  const query: Query = { filters, sort: null, columns: [] }
  const [rows, quality, kinds] = await Promise.all([
    allRows(base, query, isSuspects || field === changesColor ? ["Guid"] : ["Guid", field], signal),
    isSuspects ? qualityOf(base) : null,
    compared === null ? null : kindsOf(base, compared, signal)
  ])
  if (kinds !== null && "code" in kinds) return { ...unpainted, failure: kinds.details }
  if ("code" in rows) return { ...unpainted, failure: rows.details }
  if (quality !== null && "failure" in quality) return { ...unpainted, failure: quality.failure.details }
  const suspects = quality === null ? null : suspectsOf(quality.value)
  const groups = await groupsOf(rows, (row) => {
    if (field === changesColor) {
      const kind = kinds?.of.get(row["Guid"] as string)
      return kind === undefined ? null : texts.versions.kinds[kind]
    }
    if (suspects === null) return valueOf(row[field])
    const measures = suspects.get(row["Guid"] as string)
    return measures === undefined ? null : measures.map((name) => texts.quantities.measures[name] ?? name).join(", ")
  })
  const isPart = kinds !== null && kinds.read < kinds.all
  const note = isPart ? texts.versions.coloured(counted(kinds.read), counted(kinds.all)) : null
  return { ...unpainted, entries: legendOf(groups), note }
}

/** Makes the view show what the address says: colours, cuts, spaces, and what the filters leave. */
export const useStage = (base: string, viewer: Viewer | null, { filters }: Query): { readonly painted: Painted } => {
  const [shown, setShown] = useState<Painted>(unpainted)
  const field = place.value.query.get("color")
  const compared = JSON.stringify(comparison())
  const version = versionSeen()
  const asked = JSON.stringify(filters)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const paint = async (to: Viewer, by: string) => {
      setShown((before) => ({ ...before, isBusy: true }))
      const next = await painted(base, by, filters, signal)
      if (signal.aborted) return
      const colors = new Map<number, Rgb>()
      for (const { color, guids } of next.entries) {
        for (const guid of guids) {
          const product = to.indexOf(guid)
          if (product !== undefined) colors.set(product, color)
        }
      }
      await rest()
      if (signal.aborted) return
      to.color(colors)
      setShown(next)
    }
    if (viewer !== null && field !== null) {
      paint(viewer, field).catch(() => {
        if (!signal.aborted) setShown({ ...unpainted, failure: texts.stage.broken })
      })
    } else {
      viewer?.color(null)
      setShown(unpainted)
    }
    return () => control.abort()
  }, [base, viewer, field, asked, field === changesColor ? compared : "", version, revision.value])
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const match = async (to: Viewer) => {
      const rows = await allRows(base, { filters, sort: null, columns: [] }, ["Guid"], signal)
      if (signal.aborted || "code" in rows) return
      const matching: Array<number> = []
      for (const row of rows) {
        const product = to.indexOf(row["Guid"] as string)
        if (product !== undefined) matching.push(product)
      }
      // Spaces are no products of the table: filters say nothing of them.
      for (const [product, { isSpace }] of to.products.entries()) if (isSpace) matching.push(product)
      to.match(matching)
    }
    // What is asked anew is told by the table.
    if (viewer !== null && filters.length > 0) match(viewer).catch(() => {})
    else viewer?.match(null)
    return () => control.abort()
  }, [base, viewer, asked, version, revision.value])
  const planes = place.value.query.get("planes")
  const cut = cutHeight()
  const storey = place.value.query.get("storey")
  useEffect(() => {
    if (viewer === null) return
    const { least, most } = viewer.extent()
    viewer.section(sections().map((section) => planeOf(section, least, most)))
    const top = cut === 100 ? 1e6 : least[1] + ((most[1] - least[1]) * cut) / 100
    const between = storeyCut()
    if (between === null && cut === 100) return viewer.storey(null)
    viewer.storey({ from: between?.from ?? least[1] - 1, to: Math.min(top, between?.to ?? top) })
  }, [viewer, planes, cut, storey])
  const spaces = place.value.query.get("spaces") === "1"
  useEffect(() => viewer?.showSpaces(spaces), [viewer, spaces])
  return { painted: shown }
}
