import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import { readModel } from "../ReadModel.ts"
import { newFaults } from "../testing/integrity/Faults.ts"
import { integrityOf } from "../testing/integrity/Integrity.ts"
import { bytesOf, cellsOf, guid, project, stepFile } from "../testing/SmallFile.ts"
import { patchModel } from "./PatchModel.ts"

const wall = (schema: string): string =>
  `${project("#4,#5").replaceAll("$,'Project'", "#6,'Project'")}#3=IFCWALL('${guid(3)}',#6,'A',$,$,$,$,$${schema === "IFC2X3" ? "" : ",$"});\n` +
  "#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#5=IFCSIUNIT(*,.PRESSUREUNIT.,$,.PASCAL.);\n" +
  "#6=IFCOWNERHISTORY(#7,#8,$,.ADDED.,$,$,$,0);\n#7=IFCPERSONANDORGANIZATION(#9,#10,$);\n" +
  "#8=IFCAPPLICATION(#10,'1','a','a');\n#9=IFCPERSON($,'P',$,$,$,$,$,$);\n#10=IFCORGANIZATION($,'O',$,$,$);\n"

/** Gives a wall one value for each measure and unit, exports that, expects a valid file and reads it. */
const exported = (schema: string, defined: ReadonlyArray<readonly [measure: string | null, unit: string]>) => {
  const edits = defined.map(([, unit], i): Edit => ({
    kind: "Property",
    guid: guid(3),
    set: "S",
    name: `P${i}`,
    now: { value: 1.5, type: "Real", quantity: false, unit }
  }))
  const definitions = new Map(
    defined.map(([measure], i) => [`S\0P${i}`, { enumerationValues: null, measure }] as const)
  )
  const library = { materials: new Map(), codes: new Map(), locations: new Map(), definitions }
  const source = bytesOf(stepFile(wall(schema), schema))
  const { pieces, report } = Either.getOrThrow(patchModel(source, edits, library, { version: "1", publishedAt: 0 }))
  const bytes = Buffer.concat([...pieces])
  expect(newFaults(integrityOf(source), integrityOf(bytes))).toEqual([])
  const cells = cellsOf(Either.getOrThrow(readModel(bytes)).content)
  const units = defined.map((_, i) => {
    expect(cells[`S.P${i}`]!.value).toBe(1.5)
    return cells[`S.P${i}`]!.unit
  })
  return { lines: bytes.toString(), units, report }
}

describe.each(["IFC2X3", "IFC4", "IFC4X3"])("units of definitions in %s", (schema) => {
  test("are written as units, and read back under their IFC names", () => {
    const { report, units } = exported(schema, [
      ["Length", "ft"],
      ["Area", "ft2"],
      ["PlaneAngle", "deg"],
      ["Time", "h"],
      ["Ratio", "%"],
      ["Length", "m"],
      ["Cost", "EUR"],
      ["ThermalTransmittance", "W/(m²K)"],
      [null, "kg/m3"],
      [null, "m6/s"]
    ])
    expect(report.notApplied).toEqual([])
    expect(units).toEqual([
      "Foot",
      "SquareFoot",
      "Degree",
      "Hour",
      "%",
      "Metre",
      "EUR",
      "WattPerSquareMetrePerKelvin",
      "KilogramPerCubicMetre",
      "MetreToThePowerOf6PerSecond"
    ])
  })

  test("unknown to IFC are left out, and the report names the property", () => {
    const { lines, report } = exported(schema, [["Length", "widget"]])
    expect(lines).toContain("IFCPROPERTYSINGLEVALUE('P0',$,IFCREAL(1.5),$)")
    expect(report.applied).toBe(1)
    expect(report.notApplied).toEqual([
      {
        guid: guid(3),
        field: "S.P0",
        reason: 'IFC has no unit "widget": the values of this property are written as plain numbers'
      }
    ])
  })
})

test("a conversion-based unit has its factor and exponents", () => {
  const { lines } = exported("IFC4", [["Length", "ft"]])
  expect(lines).toMatch(/=IFCMEASUREWITHUNIT\(IFCLENGTHMEASURE\(0\.3048\),#4\);/)
  expect(lines).toMatch(/=IFCDIMENSIONALEXPONENTS\(1,0,0,0,0,0,0\);/)
  expect(lines).toMatch(/=IFCCONVERSIONBASEDUNIT\(#\d+,\.LENGTHUNIT\.,'foot',#\d+\);/)
})

test("the measure decides the type of values if the unit can measure it, else the unit", () => {
  const { lines } = exported("IFC4", [
    ["Pressure", "N/mm2"],
    ["ModulusOfElasticity", "N/mm2"],
    [null, "N/mm2"],
    ["Length", "kg"]
  ])
  expect(Array.from(lines.matchAll(/'P\d',\$,(\w+)/g), ([, type]) => type)).toEqual([
    "IFCPRESSUREMEASURE",
    "IFCMODULUSOFELASTICITYMEASURE",
    "IFCPLANARFORCEMEASURE",
    "IFCMASSMEASURE"
  ])
})

test("a unit is created once, and not at all if the file has it", () => {
  const { lines, report } = exported("IFC4", [
    ["Length", "ft"],
    ["Length", "feet"],
    [null, "1/ft"],
    ["Length", "m"]
  ])
  expect(report.added).toMatchObject({ IfcConversionBasedUnit: 1, IfcMeasureWithUnit: 1 })
  expect(report.added["IfcSIUnit"]).toBeUndefined()
  expect(lines).toContain("IFCPROPERTYSINGLEVALUE('P3',$,IFCLENGTHMEASURE(1.5),$)")
})
