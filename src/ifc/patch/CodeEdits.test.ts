import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { DescribedCode } from "../../domain/libraries/Described.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { bytesOf, guid, project, stepFile } from "../testing/SmallFile.ts"
import { patchModel } from "./PatchModel.ts"

/** Two walls (#3, #4) of a type (#5) with the code B2010 of the system Uniform. */
const file =
  project() +
  [3, 4].map((id) => `#${id}=IFCWALL('${guid(id)}',$,'W',$,$,$,$,$,$);\n`).join("") +
  `#5=IFCWALLTYPE('${guid(5)}',$,'WT',$,$,$,$,$,$,.STANDARD.);\n` +
  `#6=IFCRELDEFINESBYTYPE('${guid(6)}',$,$,$,(#3,#4),#5);\n` +
  "#7=IFCCLASSIFICATION('Src','2020',$,'Uniform',$,$,$);\n#8=IFCCLASSIFICATIONREFERENCE($,'B2010','Walls',#7,$,$);\n" +
  `#9=IFCRELASSOCIATESCLASSIFICATION('${guid(9)}',$,$,$,(#5),#8);\n`

const described = (name: string, identification: string, edition: string | null = null): DescribedCode => ({
  system: { name, source: edition === null ? null : "Src", edition, editionDate: null },
  identification,
  name: `Name ${identification}`,
  description: null,
  uri: null
})

const codes = new Map([
  ["b", described("Uniform", "B2010")],
  ["i", described("Uniform", "I5")],
  ["j", described("Own codes", "J0")],
  ["old", described("Uniform", "B2010", "2020")],
  ["new", described("Uniform", "B2010", "2024")]
])

const has = (code: string): Edit => ({ kind: "Code", guid: guid(3), code, now: true })

/** Returns the lines from #9 on after edits of the first wall. `more` are further lines at the end of the file. */
const linesAfter = (edits: ReadonlyArray<Edit>, more = ""): ReadonlyArray<string> => {
  const library = { materials: new Map(), codes, locations: new Map(), definitions: new Map() }
  const { pieces, report } = Either.getOrThrow(
    patchModel(bytesOf(stepFile(file + more)), edits, library, { version: "1", publishedAt: 0 })
  )
  expect(report.notApplied).toEqual([])
  const lines = Buffer.concat([...pieces])
    .toString()
    .split("\n")
  return lines.filter((line) => /^#(9|\d\d)=/.test(line)).map((line) => line.replaceAll(/'[\w$]{22}'/g, "''"))
}

test("a product is added to the relation that its type has to a code", () => {
  expect(linesAfter([has("b"), has("i")])).toEqual([
    "#9=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#5,#3),#8);",
    "#10=IFCCLASSIFICATIONREFERENCE($,'I5','Name I5',#7,$,$);",
    "#11=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#3),#10);"
  ])
})

test("codes of the type are not written again", () => {
  expect(linesAfter([has("j")])[0]).toBe("#9=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#5),#8);")
  expect(linesAfter([{ kind: "Codes", guid: guid(3), now: ["i"] }])[0]).toEndWith("(#5),#8);")
})

describe("two editions of one classification", () => {
  const other =
    "#10=IFCCLASSIFICATION('Src','2024',$,'Uniform',$,$,$);\n#11=IFCCLASSIFICATIONREFERENCE($,'B2010','Walls',#10,$,$);\n"

  test("codes belong to their edition", () => {
    expect(linesAfter([has("new")], other)).toContain("#12=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#3),#11);")
    expect(linesAfter([has("old")], other)[0]).toBe("#9=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#5,#3),#8);")
  })

  test("an edition that the file lacks is created with its code", () => {
    expect(linesAfter([has("new")])).toEqual([
      "#9=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#5),#8);",
      "#10=IFCCLASSIFICATION('Src','2024',$,'Uniform',$,$,$);",
      "#11=IFCCLASSIFICATIONREFERENCE($,'B2010','Name B2010',#10,$,$);",
      "#12=IFCRELASSOCIATESCLASSIFICATION('',$,$,$,(#3),#11);"
    ])
  })
})
