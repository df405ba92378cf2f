import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { readModel } from "../ReadModel.ts"
import { bytesOf, guid, project, read, stepFile } from "../testing/SmallFile.ts"

const wall = `#3=IFCWALL('${guid(3)}',$,'W',$,$,$,$,$,$);\n`
const quantities = (...members: ReadonlyArray<string>) =>
  members.map((member, i) => `#${20 + i}=${member};\n`).join("") +
  `#10=IFCELEMENTQUANTITY('${guid(10)}',$,'Qto_X',$,$,(${members.map((_, i) => `#${20 + i}`).join()}));\n` +
  `#11=IFCRELDEFINESBYPROPERTIES('${guid(11)}',$,$,$,(#3),#10);\n`
const warnings = (lines: string) => read(project() + wall + lines).report.warnings

describe("the report names", () => {
  test("property sets of the project", () => {
    const lines =
      `#4=IFCPROPERTYSET('${guid(4)}',$,'Pset_Project',$,(#5));\n#5=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);\n` +
      `#6=IFCRELDEFINESBYPROPERTIES('${guid(6)}',$,$,$,(#1),#4);\n`
    expect(warnings(lines)).toEqual(["Property sets of the IfcProject, which are shown with no product: 1 (#4)"])
  })

  test("classifications associated as a whole", () => {
    const lines = `#4=IFCCLASSIFICATION($,$,$,'Tags',$,$,$);\n#5=IFCRELASSOCIATESCLASSIFICATION('${guid(5)}',$,$,$,(#3),#4);\n`
    expect(warnings(lines)).toEqual(["IfcClassification that is associated as a whole, without a code: 1 (#4)"])
  })

  test("units that the file does not assign, by kind, except for values with their own unit and counts", () => {
    const lines = quantities(
      "IFCQUANTITYAREA('A',$,$,1.,$)",
      "IFCQUANTITYAREA('B',$,$,2.,$)",
      "IFCQUANTITYVOLUME('V',$,$,3.,$)",
      "IFCQUANTITYLENGTH('L',$,#30,3.,$)",
      "IFCQUANTITYCOUNT('C',$,$,3.,$)"
    )
    expect(warnings(`${lines}#30=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n`)).toEqual([
      "Values in SI, because the file assigns no unit of their kind, AREAUNIT: 2",
      "Values in SI, because the file assigns no unit of their kind, VOLUMEUNIT: 1"
    ])
  })

  test("second quantities of one name", () => {
    const complex = (part: number) => `IFCPHYSICALCOMPLEXQUANTITY('Gypsum',$,(#${part}),'layer',$,$)`
    const count = (name: string) => `IFCQUANTITYCOUNT('${name}',$,$,3.,$)`
    const parts = [40, 41, 42].map((id) => `#${id}=${count("Width")};\n`).join("")
    expect(warnings(parts + quantities(complex(40), complex(41), complex(42), count("N"), count("N")))).toEqual([
      "Repeated layer quantities of the same name in a set, of which the first was used: 2 (Gypsum.Width, Gypsum.Width)",
      "Repeated quantities of the same name in a set, of which the first was used: 1 (N)"
    ])
  })

  test("texts that are not UTF-8", () => {
    const text = stepFile(project() + wall.replace("'W'", "'W?nde'"))
    const bytes = bytesOf(text)
    bytes[text.indexOf("?")] = 0xe4
    const { report } = Either.getOrThrow(readModel(bytes))
    expect(report.warnings).toEqual(["Texts that are not UTF-8, which were read as windows-1252: 1 ('Wände')"])
  })
})
