import { examined, outlineOf } from "../../src/ifc/curves/ProfileOutlines.ts"
import type { Point } from "../../src/ifc/curves/Outline.ts"
import type { IfcFile } from "../../src/ifc/index/IfcFile.ts"

/** The positions of the radii of rolled sections among the attributes after the position of the profile. */
const radii: Readonly<Record<string, ReadonlyArray<number>>> = {
  IfcIShapeProfileDef: [4, 5],
  IfcLShapeProfileDef: [3, 4],
  IfcTShapeProfileDef: [4, 5, 6],
  IfcUShapeProfileDef: [4, 5],
  IfcZShapeProfileDef: [4, 5]
}

const areaOf = (outline: ReadonlyArray<Point>): number => {
  let twice = 0
  for (const [i, [x, y]] of outline.entries()) {
    const [nextX, nextY] = outline[(i + 1) % outline.length]!
    twice += x * nextY - nextX * y
  }
  return twice / 2
}

/** Returns the fractions by which the fillets and edges of the rolled sections of a file change their areas. */
export const partsOf = (file: IfcFile): ReadonlyArray<number> => {
  const read = file.freeReader()
  return Array.from(file.rowsOf("IfcParameterizedProfileDef")).flatMap((row) => {
    const { name } = file.classOf(row)
    const round = radii[name]
    if (round === undefined || !read.openRow(row)) return []
    const numbers = Array.from({ length: examined }, (_, i) => read.number(3 + i) || 0)
    const whole = outlineOf(name, numbers)
    const sharp = outlineOf(name, numbers.map((value, i) => (round.includes(i) ? 0 : value))) // prettier-ignore
    return whole === null || sharp === null ? [] : [areaOf(whole) / areaOf(sharp) - 1]
  })
}
