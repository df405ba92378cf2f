import { AxesReader, unit, type Vector } from "./Axes.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { real, referred, type Rewriting } from "./Rewriting.ts"

/** Two items that are combined, by their instance numbers. */
interface BooleanItem {
  readonly operator: "UNION" | "DIFFERENCE" | "INTERSECTION"
  readonly first: number
  readonly second: number
}

/** The space on one side of a plane. */
export interface HalfSpace {
  /** A point of the plane in metres. */
  readonly at: Vector
  /** The direction out of the half space. */
  readonly outward: Vector
  /** The number of an item that bounds it as well; null if nothing does. */
  readonly within: number | null
}

/** The items of a file that are made of others, by their instance numbers. */
export interface Booleans {
  readonly combined: ReadonlyMap<number, BooleanItem>
  readonly halfSpaces: ReadonlyMap<number, HalfSpace>
}

/** How far a bounded half space reaches along its boundary, in metres, to either side of its position. */
const reach = 1000

const operators = new Set(["UNION", "DIFFERENCE", "INTERSECTION"])

/**
 * Finds the items that are made of others. Adds a prism to the file for each bounded half space.
 *
 * @param metre metres in a unit of length
 *
 * Source: IFC 4.3, IfcBooleanResult, IfcHalfSpaceSolid, IfcPolygonalBoundedHalfSpace.
 */
export const booleansOf = (file: IfcFile, metre: number, rewriting: Rewriting): Booleans => {
  const read = file.freeReader()
  const reader = new AxesReader(file)
  const combined = new Map<number, BooleanItem>()
  const halfSpaces = new Map<number, HalfSpace>()
  /** Returns the root of a CSG solid, and every other item as it is. */
  const rootOf = (id: number): number => {
    const row = file.rowOf(id)
    const tree = file.freeReader()
    return file.is(row, "IfcCsgSolid") && tree.openRow(row) ? tree.reference(0) : id
  }
  for (const row of file.rowsOf("IfcBooleanResult")) {
    if (!read.openRow(row)) continue
    const operator = file.is(row, "IfcBooleanClippingResult") ? "DIFFERENCE" : (read.word(0) ?? "")
    if (!operators.has(operator)) continue
    combined.set(file.idOf(row), {
      operator: operator as BooleanItem["operator"],
      first: rootOf(read.reference(1)),
      second: rootOf(read.reference(2))
    })
  }
  if (combined.size === 0) return { combined, halfSpaces }

  /** Adds the prism of a bounded half space, and returns its number. */
  const prism = (row: number): number | null => {
    const position = read.openRow(row) ? read.row(2) : -1
    const boundary = referred(read, 3)
    const [axes, at] = [reader.axes(position), reader.location(position)]
    if (axes === null || at === null || !rewriting.hasRoom(6)) return null
    const [x, , z] = axes
    const depth = reach / metre
    const [low, axis, reference, up] = [
      `IFCCARTESIANPOINT((${at.map((value, i) => real(value - depth * z[i]!)).join()}))`,
      ...[z, x, [0, 0, 1]].map((direction) => `IFCDIRECTION((${direction.map(real).join()}))`)
    ].map((text) => rewriting.add(text))
    const placement = rewriting.add(`IFCAXIS2PLACEMENT3D(${low},${axis},${reference})`)
    const profile = rewriting.add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${boundary})`)
    return Number(rewriting.add(`IFCEXTRUDEDAREASOLID(${profile},${placement},${up},${real(2 * depth)})`).slice(1))
  }
  for (const row of file.rowsOf("IfcHalfSpaceSolid")) {
    if (!read.openRow(row)) continue
    const [surface, agreement] = [read.row(0), read.word(1)]
    const position = file.is(surface, "IfcPlane") && read.openRow(surface) ? read.row(0) : -1
    // Only the normal of the plane counts, so that an unusable reference direction does no harm.
    const [axis] = reader.directions(position, 1) ?? [null]
    const [normal, at] = [axis === null ? null : unit(axis ?? [0, 0, 1]), reader.location(position)]
    if (normal === null || at === null || (agreement !== "T" && agreement !== "F")) continue
    const isBounded = file.is(row, "IfcPolygonalBoundedHalfSpace")
    const within = isBounded ? prism(row) : null
    if (isBounded && within === null) continue
    const sign = agreement === "T" ? 1 : -1
    halfSpaces.set(file.idOf(row), {
      at: [at[0] * metre, at[1] * metre, at[2] * metre],
      outward: [sign * normal[0], sign * normal[1], sign * normal[2]],
      within
    })
  }
  return { combined, halfSpaces }
}
