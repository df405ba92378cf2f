import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { readModel } from "../ReadModel.ts"
import { bytesOf, cellsOf, guid, project, read, stepFile, textAt } from "../testing/SmallFile.ts"

/** The lines of a wall with one property. */
const wall = (property: string): string =>
  `#3=IFCWALL('${guid(3)}',$,'W',$,$,$,$,$,.SHEAR.);\n#4=IFCPROPERTYSET('${guid(4)}',$,'S',$,(#6));\n` +
  `#5=IFCRELDEFINESBYPROPERTIES('${guid(5)}',$,$,$,(#3),#4);\n#6=${property};\n`

const valueOf = (property: string) => cellsOf(read(project() + wall(property)).content)["S.P"]?.value

describe("line ends and other control characters", () => {
  test.each([
    ["a text", "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('a\\X\\\nE9'),$)", "aé"],
    ["a doubled apostrophe", "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('a'\r\n'b'),$)", "a'b"],
    ["\\S\\ before an apostrophe", "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('a\\S\\\n'b'),$)", "a§b"],
    ["a number", "IFCPROPERTYSINGLEVALUE('P',$,IFCREAL(123\n45.6\n78),$)", 12_345.678],
    ["a boolean", "IFCPROPERTYSINGLEVALUE('P',$,IFCBOOLEAN(.\nT.),$)", true],
    ["the keyword of a value", "IFCPROPERTYSINGLEVALUE('P',$,IFCIN\nTEGER(7),$)", 7],
    ["the keyword of an instance", "IFCPROPERTYSING\r\nLEVALUE('P',$,IFCREAL(7.),$)", 7],
    ["the name of a property", "IFCPROPERTYSINGLEVALUE('\nP\t',$,IFCREAL(7.),$)", 7]
  ])("are ignored in %s", (_, property, value) => expect(valueOf(property)).toBe(value))

  test("are ignored in numbers of instances, references and enumerations", () => {
    const lines = wall("IFCPROPERTYSINGLEVALUE('P',$,IFCREAL(7.),$)")
      .replaceAll("#6", "#1\n6")
      .replaceAll("#3", "#3\r\n3")
      .replace(".SHEAR.", ".SH\nEAR.")
    const { content, report } = read(project() + lines)
    expect(cellsOf(content)["S.P"]?.value).toBe(7)
    expect(textAt(content, content.products.predefinedTypeText)).toBe("SHEAR")
    expect(report.skipped.count).toBe(0)
  })
})

describe("comments", () => {
  const comment = "/* it's m/s, 'x' (/* */"
  test.each([
    ["a text", `IFCLABEL${comment}(${comment}'x'${comment})${comment}`, "x"],
    ["a number", `IFCREAL(${comment}2.5${comment})`, 2.5],
    ["a boolean", `IFCBOOLEAN(${comment}.T.${comment})`, true],
    ["a text that holds one", `IFCLABEL('a/*b*/'${comment})`, "a/*b*/"]
  ])("separate tokens around %s", (_, value, shown) => {
    expect(valueOf(`IFCPROPERTYSINGLEVALUE(${comment}'P'${comment},$,${value},$)`)).toBe(shown)
  })

  test("separate the items of a list", () => {
    expect(valueOf("IFCPROPERTYLISTVALUE('P',$,(/*0*/IFCLABEL('a'/*1*/)/*2*/,/*3*/IFCLABEL('b')/*4*/)/*5*/,$)")).toBe(
      "a; b"
    )
  })

  test("may be inside the factor of a unit and typed attributes", () => {
    const units =
      "#10=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#11=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048/*ft/m*/),#10);\n" +
      "#12=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,IFCLABEL(/*'*/'FOOT'/*c*/),#11);\n"
    const { content } = read(project("#12") + units + wall("IFCPROPERTYSINGLEVALUE('P',$,IFCREAL(7.),$)"))
    expect(content.units[content.lengthUnit]).toMatchObject({ name: "Foot", toSi: 0.3048 })
  })
})

describe("FILE_SCHEMA", () => {
  const lines = project() + wall("IFCPROPERTYSINGLEVALUE('P',$,IFCREAL(7.),$)")
  test.each(["'IFC4'", "/* (x) */ 'IFC4' /* 'y' */", "('IFC2X4_RC2')", "('AUTOMOTIVE_DESIGN','IFC4')"])(
    "(%s) is read as IFC4",
    (list) => {
      const model = readModel(bytesOf(stepFile(lines).replace("('IFC4')", list)))
      expect(Either.getOrThrow(model).content.schema).toBe("IFC4")
    }
  )
})
