import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { openModel } from "../ReadModel.ts"
import { bytesOf, project, stepFile } from "../testing/SmallFile.ts"
import { Curves } from "./Curves.ts"
import { GeometryReader } from "./GeometryReader.ts"

/** Returns a function that gives the number of points of a curve, or null if it is not evaluated. */
const curvesIn = (lines: string) => {
  const { file } = Either.getOrThrow(openModel(bytesOf(stepFile(project() + lines)), {}, true))
  const curves = new Curves(new GeometryReader(file, 1), true)
  return (id: number): number | null => curves.points(file.rowOf(id))?.length ?? null
}

const line = "#10=IFCCARTESIANPOINT((0.,0.));\n#11=IFCCARTESIANPOINT((1.,0.));\n#12=IFCPOLYLINE((#10,#11));\n"
const segment = (id: number, parent: number) => `#${id}=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#${parent});\n`

test.each([
  ["a curve within itself", `${segment(20, 21)}#21=IFCCOMPOSITECURVE((#20),.F.);\n`, 21],
  ["a line of one point", `${line}#21=IFCPOLYLINE((#10));\n`, 21],
  ["a line of a point that is missing", `${line}#21=IFCPOLYLINE((#10,#99));\n`, 21],
  ["a circle without a radius", "#10=IFCCIRCLE($,$);\n", 10],
  ["a circle with a radius below zero", "#10=IFCCIRCLE($,-1.);\n", 10],
  [
    "a spline with too few knots",
    `${line}#21=IFCBSPLINECURVEWITHKNOTS(1,(#10,#11),.UNSPECIFIED.,.F.,.F.,(2,1),(0.,1.),.UNSPECIFIED.);\n`,
    21
  ],
  [
    "a spline of a degree that it has not the points for",
    `${line}#21=IFCBSPLINECURVEWITHKNOTS(9,(#10,#11),.UNSPECIFIED.,.F.,.F.,(2,2),(0.,1.),.UNSPECIFIED.);\n`,
    21
  ],
  [
    "an index that leads nowhere",
    "#10=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0.)));\n#11=IFCINDEXEDPOLYCURVE(#10,(IFCLINEINDEX((1,3))),.F.);\n",
    11
  ],
  ["a class without a rule", "#10=IFCPCURVE($,$);\n", 10]
])("%s is not evaluated", (_, lines, id) => {
  expect(curvesIn(lines)(id)).toBeNull()
})

test("curves that refer to the same curve twice at each level are abandoned in time", () => {
  const levels = Array.from({ length: 30 }, (_, i) => {
    const [curve, parent] = [100 + 10 * i, i === 0 ? 12 : 90 + 10 * i]
    return `${segment(curve + 1, parent)}${segment(curve + 2, parent)}#${curve}=IFCCOMPOSITECURVE((#${curve + 1},#${curve + 2}),.F.);\n`
  })
  expect(curvesIn(line + levels.join(""))(390)).toBeNull()
})
