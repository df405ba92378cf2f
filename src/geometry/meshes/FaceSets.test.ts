/* Checks face sets whose indices refer to points through another list. */
import { expect, test } from "bun:test"
import { type Drawing, solidOf, waysSinceIfc4 } from "../testing/SolidFile.ts"

/** The corners of a box of two metres by three by one, after two unused points. */
const corners = [[50, 50, 50], [60, 60, 60], [0, 0, 0], [2, 0, 0], [2, 3, 0], [0, 3, 0], [0, 0, 1], [2, 0, 1], [2, 3, 1], [0, 3, 1]] // prettier-ignore
const sides = [[1, 4, 3, 2], [5, 6, 7, 8], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8]] // prettier-ignore
const through = "(3,4,5,6,7,8,9,10)"
const backwards = "(10,9,8,7,6,5,4,3)"

const triangles = (indices: string) => (draw: Drawing) => {
  const all = sides.flatMap(([a, b, c, d]) => [`(${a},${b},${c})`, `(${a},${c},${d})`])
  return draw.add(`IFCTRIANGULATEDFACESET(${draw.list(corners)},$,.T.,(${all.join()}),${indices})`)
}
const polygons = (indices: string, isCut: boolean) => (draw: Drawing) => {
  const faces = sides.map((side) => draw.add(`IFCINDEXEDPOLYGONALFACE((${side.join()}))`))
  const box = draw.add(`IFCPOLYGONALFACESET(${draw.list(corners)},.T.,(${faces.join()}),${indices})`)
  return isCut ? draw.minus(box, draw.extruded(draw.rectangle(2, 1, [1, 1.5]), 5, [0, 0, -1])) : box
}

test.each(
  [
    ["triangles", triangles(through), 6] as const,
    // Points in the opposite order turn the box upside down, inside out.
    ["triangles whose points are listed backwards", triangles(backwards), 6] as const,
    ["polygons", polygons(through, false), 6] as const,
    ["polygons that something is cut out of", polygons(through, true), 4] as const
  ].flatMap((one) => waysSinceIfc4.map((way) => [`${one[0]}, ${way.schema}, ${way.unit}`, one, way] as const))
)("%s", async (_, [, solid, volume], way) => {
  const { Volume, faults } = await solidOf(solid, way)
  expect(Volume).toBeCloseTo(volume, 4)
  expect(faults).toEqual({ missing: [], empty: [], open: [] })
})
