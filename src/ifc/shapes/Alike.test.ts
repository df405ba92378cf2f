import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { Alike } from "./Alike.ts"
import { openModel } from "../ReadModel.ts"
import { bytesOf, project, stepFile } from "../testing/SmallFile.ts"

/** Returns a function that gives the text of an instance by its number. */
const alike = (lines: string) => {
  const { file } = Either.getOrThrow(openModel(bytesOf(stepFile(project() + lines)), {}, true))
  const all = new Alike(file)
  return (id: number) => all.of(file.rowOf(id))
}

/** Returns a block of a height with number `n`, followed by the instances to which it refers. */
const block = (n: number, height = "3.") =>
  `#${n}=IFCBLOCK(#${n + 1},1.,2.,${height});\n#${n + 1}=IFCAXIS2PLACEMENT3D(#${n + 2},$,$);\n` +
  `#${n + 2}=IFCCARTESIANPOINT((0.,0.,0.));\n`

const colour = (n: number, item: number, red: string) =>
  `#${n}=IFCSTYLEDITEM(#${item},(#${n + 1}),$);\n#${n + 1}=IFCSURFACESTYLE($,.BOTH.,(#${n + 2}));\n` +
  `#${n + 2}=IFCSURFACESTYLESHADING(#${n + 3},$);\n#${n + 3}=IFCCOLOURRGB($,${red},0.,0.);\n`

test("rows with equal trees are alike, whatever their numbers, spaces and order", () => {
  const of = alike(
    `${block(10)}${block(20)}#33=IFCCARTESIANPOINT((0.,0.,0.));\n#31=IFCBLOCK( #32 , 1.,\n2.,3.);\n` +
      "#32=IFCAXIS2PLACEMENT3D(#33,$,$);\n"
  )
  expect(of(20)).toBe(of(10))
  expect(of(31)).toBe(of(10))
})

test.each([
  ["another number below", block(20, "3.5")],
  ["another class", block(20).replace("IFCBLOCK", "IFCRECTANGULARPYRAMID")],
  ["another reference", block(20).replace("#20=IFCBLOCK(#21", "#20=IFCBLOCK(#11,#11")],
  ["a reference that leads nowhere", block(20).replace("(#22,", "(#9999,")],
  ["a colour", block(20) + colour(30, 20, "1.")]
])("rows with %s are not", (_, lines) => {
  const of = alike(block(10) + lines)
  expect(of(20)).not.toBe(of(10))
})

test("colours distinguish items, and materials are compared by their appearance", () => {
  const material = (n: number, red: string) =>
    `#${n}=IFCMATERIAL('Steel',$,$);\n#${n + 1}=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#${n + 2}),#${n});\n` +
    `#${n + 2}=IFCSTYLEDREPRESENTATION($,$,$,(#${n + 3}));\n${colour(n + 3, 9999, red)}`
  const of = alike(
    block(10) + colour(100, 10, "1.") + block(20) + colour(200, 20, "1.") + block(30) + colour(300, 30, "0.5") +
      material(400, "1.") + material(500, "1.") + material(600, "0.5")
  ) // prettier-ignore
  expect(of(20)).toBe(of(10))
  expect(of(30)).not.toBe(of(10))
  expect(of(500)).toBe(of(400))
  expect(of(600)).not.toBe(of(400))
})

test("rows in cycles and rows that are too deep equal only themselves", () => {
  const nested = Array.from({ length: 5000 }, (_, i) => `#${i + 1000}=IFCBOOLEANRESULT(.UNION.,#${i + 1001},#10);\n`)
  const of = alike(
    `${block(10)}${nested.join("")}#6000=IFCBOOLEANRESULT(.UNION.,#10,#10);\n` +
      "#50=IFCBOOLEANRESULT(.UNION.,#51,#10);\n#51=IFCBOOLEANRESULT(.UNION.,#50,#10);\n"
  )
  expect(new Set([1000, 1001, 50, 51, 6000].map(of)).size).toBe(5)
})

test("texts may contain any characters, and a row that is not complete has no text", () => {
  const of = alike(
    "#10=IFCTEXTLITERAL('it''s #11 ) /* \\S\\'',$,.LEFT.);\n#11=IFCTEXTLITERAL('it''s #10 ) /* \\S\\'',$,.LEFT.);\n" +
      "#12=IFCTEXTLITERAL('it''s #11 ) /* \\S\\'',$,.LEFT.);\n#13=IFCBLOCK('open"
  )
  expect(of(12)).toBe(of(10))
  expect(of(11)).not.toBe(of(10))
  expect(of(13)).toBe("")
})
