import type { Point } from "../curves/Outline.ts"
import { examined, misdrawn, outlineOf } from "../curves/ProfileOutlines.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { real, type Rewriting } from "./Rewriting.ts"

/** Index of the first number, after type, name and position. */
const firstNumber = 3
/** The number of leading attributes that are lengths in every kind; slopes and centres of gravity may follow. */
const sizes = 5

/**
 * Replaces the profiles that the engine would draw differently from the standard with explicit outlines. Invalid
 * profiles are not changed.
 *
 * @param axes returns the direction of x and the origin of an IfcAxis2Placement2D by its row; for -1, those of the
 * profile itself
 */
export const outlineProfiles = (
  file: IfcFile,
  axes: (row: number) => { readonly along: Point; readonly at: Point },
  rewriting: Rewriting
): void => {
  const read = file.freeReader()
  for (const row of file.rowsOf("IfcParameterizedProfileDef")) {
    const kind = misdrawn[file.classOf(row).name]
    if (kind === undefined || !read.openRow(row) || read.word(0) !== "AREA") continue
    const numbers = Array.from({ length: examined }, (_, i) => read.number(firstNumber + i) || 0)
    if (kind.unlessAbsent?.every((i) => numbers[i] === 0) === true) continue
    if (numbers.slice(0, sizes).some((value) => value < 0)) continue
    const { along, at } = axes(read.row(2))
    const outline = outlineOf(file.classOf(row).name, numbers)?.map(([x, y]): Point => [
      at[0] + x * along[0] - y * along[1],
      at[1] + x * along[1] + y * along[0]
    ])
    if (outline === undefined || !outline.flat().every(Number.isFinite)) continue
    if (!rewriting.hasRoom(outline.length + 1)) return
    const points = outline.map(([x, y]) => rewriting.add(`IFCCARTESIANPOINT((${real(x)},${real(y)}))`))
    const line = rewriting.add(`IFCPOLYLINE((${points.join()},${points[0]}))`)
    rewriting.replace(row, `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${line})`)
  }
}
