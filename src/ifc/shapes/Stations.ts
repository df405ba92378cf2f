import type { GeometryReader } from "../curves/GeometryReader.ts"
import type { Path } from "../curves/Path.ts"
import { across, cross, outOf, plus, times, unit, type Vector } from "../curves/Vector.ts"

/** The distance of a section from the start of a path, and its placement there. */
export interface Place {
  readonly length: number
  readonly place: (point: Vector) => Vector
}

/**
 * Returns the place of a section, with its x axis to the left of the path and its y axis up; null if it is undefined.
 *
 * Source: IFC 4.3, IfcAxis2PlacementLinear, IfcPointByDistanceExpression, IfcSectionedSolidHorizontal; the IFC4X1
 * IfcDistanceExpression.
 */
export const stationAt = (geometry: GeometryReader, row: number, path: Path): Place | null => {
  const placement = geometry.open(row)
  if (placement === null) return null
  const isPlacement = geometry.file.is(row, "IfcAxis2PlacementLinear")
  const at = isPlacement ? geometry.open(placement.row(0)) : placement
  const length = at?.number(0) ?? Number.NaN
  if (at === null || !Number.isFinite(length)) return null
  const [lateral, vertical, longitudinal] = [1, 2, 3].map((argument) => at.number(argument) || 0) as [
    number,
    number,
    number
  ]
  const { axes } = path.frameAt(length)
  const base = { x: axes.z, y: axes.x, z: cross(axes.z, axes.x), origin: axes.origin }
  const origin = outOf(base, [longitudinal, lateral, vertical])
  // The directions of a placement are given along the path, to its left and up.
  const [axis, reference] = [1, 2].map((argument) => (isPlacement ? geometry.vector(placement.row(argument)) : null))
  const up = unit(axis ?? [0, 0, 1])
  const along = up === null ? null : across(reference ?? [1, 0, 0], up)
  if (up === null || along === null) return null
  const [y, left] = [up, cross(up, along)].map((direction) => outOf({ ...base, origin: [0, 0, 0] }, direction)) as [
    Vector,
    Vector
  ]
  return { length, place: ([a, b]) => plus(plus(origin, left, a), times(y, b)) }
}
