import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { Random } from "../../../testing/Random.ts"
import { bytesOf, stepFile } from "../SmallFile.ts"
import { newFaults } from "./Faults.ts"
import { integrityOf } from "./Integrity.ts"

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dir, "../../../../spec-tests/fixtures", name), "utf8")

const faultsOf = (text: string): ReadonlyArray<string> => [...integrityOf(bytesOf(text)).keys()]

/** The fault of the only placement: seven products share it, although IFC2X3 allows one. */
const ofShed = "inverse: #13 IfcLocalPlacement.PlacesObject"

describe("the fixtures", () => {
  test.each([
    ["house.ifc", []],
    ["shed.ifc", [ofShed]],
    ["bridge.ifc", []]
  ])("%s", (name, faults) => {
    expect(faultsOf(fixture(name))).toEqual(faults)
  })
})

/** Each row has the file, a text in it, the replacement, and the faults of the resulting file. */
const broken: ReadonlyArray<readonly [string, string, string, ...ReadonlyArray<string>]> = [
  ["house.ifc", "#400=IFCMATERIAL(", "#400=IFCMATTER(", "unknown keyword: #400 IFCMATTER"],
  ["shed.ifc", "#140=IFCMATERIAL(", "#140=IFCMATTER(", "unknown keyword: #140 IFCMATTER"],
  ["bridge.ifc", "#102=IFCBUILTELEMENT(", "#102=IFCELEMENT(", "abstract entity: #102 IfcElement"],
  [
    "house.ifc",
    "#402=IFCMATERIAL(",
    "#401=IFCMATERIAL('Cork',$,$);\n#402=IFCMATERIAL(",
    "number used twice: #401 IfcMaterial"
  ],
  ["house.ifc", "'Insulation',$,$)", "'Insulation',$)", "argument count: #401 IfcMaterial"],
  ["shed.ifc", "IFCMATERIAL('Pine')", "IFCMATERIAL('Pine',$,$)", "argument count: #140 IfcMaterial"],
  ["shed.ifc", "IFCMATERIAL('Pine')", "IFCMATERIAL()", "argument count: #140 IfcMaterial"],
  ["bridge.ifc", "('Length',$,$,24.,$)", "('Length',$,$,(24.,$)", "unreadable: #120 IfcQuantityLength"],
  ["bridge.ifc", "DATA;", "DATA;\nwhat is this;", "unreadable: Text between the instances that is none"],
  ["house.ifc", "IFCMATERIAL('Glass'", "IFCMATERIAL($", "mandatory: #406 IfcMaterial.Name"],
  [
    "shed.ifc",
    "IFCQUANTITYAREA('NetSideArea',$,$,80.)",
    "IFCQUANTITYAREA('NetSideArea',$,$,$)",
    "mandatory: #121 IfcQuantityArea.AreaValue"
  ],
  ["house.ifc", "#20=IFCSIUNIT(*", "#20=IFCSIUNIT($", "derived: #20 IfcSIUnit.Dimensions"],
  ["house.ifc", "IFCMATERIAL('Glass'", "IFCMATERIAL(*", "derived: #406 IfcMaterial.Name"],
  ["house.ifc", "'NetSideArea',$,$,10.5", "'NetSideArea',$,$,'10.5'", "literal: #301 IfcQuantityArea.AreaValue"],
  ["house.ifc", "'NetSideArea',$,$,10.5", "'NetSideArea',$,$,10", "literal: #301 IfcQuantityArea.AreaValue"],
  [
    "house.ifc",
    "#30=IFCDERIVEDUNITELEMENT(#28,1)",
    "#30=IFCDERIVEDUNITELEMENT(#28,1.)",
    "literal: #30 IfcDerivedUnitElement.Exponent"
  ],
  ["house.ifc", "IFCMATERIAL('Glass'", "IFCMATERIAL(.GLASS.", "literal: #406 IfcMaterial.Name"],
  ["house.ifc", "IFCMATERIAL('Glass'", "IFCMATERIAL(#405", "literal: #406 IfcMaterial.Name"],
  [
    "house.ifc",
    "#50=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.F.)",
    "#50=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.U.)",
    "literal: #50 IfcPropertySingleValue.NominalValue"
  ],
  [
    "house.ifc",
    "'Coated',$,IFCBOOLEAN(.T.)",
    "'Coated',$,IFCBOOLEAN('yes')",
    "literal: #281 IfcPropertySingleValue.NominalValue"
  ],
  [
    "house.ifc",
    "'Count',$,IFCINTEGER(12)",
    "'Count',$,IFCINTEGER($)",
    "literal: #263 IfcPropertySingleValue.NominalValue"
  ],
  [
    "bridge.ifc",
    "IFCCARTESIANPOINT((0.,0.,0.))",
    "IFCCARTESIANPOINT((0.,0.,E))",
    "literal: #10 IfcCartesianPoint.Coordinates"
  ],
  [
    "bridge.ifc",
    "IFCCARTESIANPOINT((0.,0.,0.))",
    "IFCCARTESIANPOINT(0.)",
    "literal: #10 IfcCartesianPoint.Coordinates"
  ],
  ["bridge.ifc", "(#120,#121));", "(#120,#121);", "unreadable: #122 IfcElementQuantity"],
  ["bridge.ifc", ".GIRDER_SEGMENT.", ".GIRDERSEGMENT.", "enumeration: #100 IfcBeam.PredefinedType"],
  ["shed.ifc", ".ROOF.", ".ATTIC.", "enumeration: #101 IfcSlab.PredefinedType"],
  [
    "house.ifc",
    "IFCLABEL('L-7')",
    `IFCLABEL('${"7".repeat(256)}')`,
    "length of text: #280 IfcPropertySingleValue.NominalValue"
  ],
  ["house.ifc", "'2WallA0000000000000000'", "'2WallA000000000000000'", "length of text: #100 IfcWall.GlobalId"],
  ["house.ifc", "'2WallA0000000000000000'", "'4WallA0000000000000000'", "GlobalId: #100 IfcWall.GlobalId"],
  [
    "house.ifc",
    "'2WallB0000000000000000'",
    "'2WallA0000000000000000'",
    "GlobalId used twice: #101 IfcWallStandardCase.GlobalId"
  ],
  [
    "bridge.ifc",
    "IFCCARTESIANPOINT((0.,0.,0.))",
    "IFCCARTESIANPOINT((0.,0.,0.,0.))",
    "bounds: #10 IfcCartesianPoint.Coordinates"
  ],
  [
    "shed.ifc",
    "'2ShedRelMarks000000000',#5,$,$,(#100,#101)",
    "'2ShedRelMarks000000000',#5,$,$,()",
    "bounds: #132 IfcRelDefinesByProperties.RelatedObjects"
  ],
  [
    "shed.ifc",
    "'2ShedRelMarks000000000',#5,$,$,(#100,#101)",
    "'2ShedRelMarks000000000',#5,$,$,(#100,#100)",
    "unique: #132 IfcRelDefinesByProperties.RelatedObjects"
  ],
  [
    "bridge.ifc",
    "(#100,#101),#43)",
    "(#100,#100,#101),#43)",
    "unique: #104 IfcRelContainedInSpatialStructure.RelatedElements"
  ],
  [
    "house.ifc",
    "#411=IFCMATERIALLAYER(#400",
    "#411=IFCMATERIALLAYER(#4000",
    "missing instance: #411 IfcMaterialLayer.Material"
  ],
  ["bridge.ifc", "(#120,#121));", "(#120,#121,#999));", "missing instance: #122 IfcElementQuantity.Quantities"],
  ["bridge.ifc", "(#120,#121));", "(#120,#121,#10));", "class: #122 IfcElementQuantity.Quantities"],
  ["house.ifc", "#411=IFCMATERIALLAYER(#400", "#411=IFCMATERIALLAYER(#100", "class: #411 IfcMaterialLayer.Material"],
  ["shed.ifc", "#5,$,$,(#100),#143)", "#5,$,$,(#100),#100)", "select: #144 IfcRelAssociatesMaterial.RelatingMaterial"],
  [
    "shed.ifc",
    "IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.3048)",
    "IFCMEASUREWITHUNIT(IFCWALL(0.3048)",
    "select: #22 IfcMeasureWithUnit.ValueComponent"
  ],
  ["bridge.ifc", "IFCUNITASSIGNMENT((#20", "IFCUNITASSIGNMENT((#10", "select: #23 IfcUnitAssignment.Units"],
  [
    "house.ifc",
    "'Coated',$,IFCBOOLEAN(.T.)",
    "'Coated',$,IFCMATERIAL(.T.)",
    "select: #281 IfcPropertySingleValue.NominalValue"
  ],
  ["house.ifc", "'Coated',$,IFCBOOLEAN(.T.)", "'Coated',$,.T.", "literal: #281 IfcPropertySingleValue.NominalValue"],
  ["house.ifc", "'Coated',$,IFCBOOLEAN(.T.)", "'Coated',$,#280", "select: #281 IfcPropertySingleValue.NominalValue"],
  ["bridge.ifc", "$,$,(#102),#42)", "$,$,(#101,#102),#42)", "inverse: #101 IfcPavement.ContainedInStructure"],
  [
    "house.ifc",
    "#124=IFCRELVOIDSELEMENT('2VoidDoor0000000000000',#5,$,$,#100,#106);",
    "",
    "inverse: #106 IfcOpeningElement.VoidsElements"
  ],
  ["house.ifc", "#5,$,$,#108,#109)", "#5,$,$,#108,#107)", "inverse: #107 IfcDoor.FillsVoids"],
  ["house.ifc", "#5,$,$,(#109),#285)", "#5,$,$,(#101,#109),#285)", "inverse: #101 IfcWallStandardCase.IsTypedBy"],
  ["shed.ifc", "DATA;", "DATA;\n#999=IFCMATERIALLAYER($,1.,$);", "inverse: #999 IfcMaterialLayer.ToMaterialLayerSet"],
  ["bridge.ifc", "#42,(#43))", "#42,(#43,#42))", "inverse: #42 IfcBridge.Decomposes"]
]

const ofReplacement = (name: string, from: string, to: string): ReadonlyArray<string> => {
  const text = fixture(name)
  expect(text.split(from)).toHaveLength(2)
  return newFaults(integrityOf(bytesOf(text)), integrityOf(bytesOf(text.replace(from, () => to)))).map((fault) =>
    fault.replace(/ \(.*$/, "")
  )
}

describe("one replacement causes one fault", () => {
  test.each(broken.map((row) => [row[3]!, row] as const))("%s", (_, [name, from, to, ...faults]) => {
    expect(ofReplacement(name, from, to)).toEqual(faults)
  })
})

describe("a fault of the source", () => {
  const source = integrityOf(bytesOf(fixture("shed.ifc")))
  const again = fixture("shed.ifc").replace(
    "#13,$,$);",
    "#13,$,$);\n#998=IFCFURNISHINGELEMENT('2ShedStool000000000000',#5,$,$,$,#13,$,$);"
  )

  test("is not new", () => {
    expect(newFaults(source, source)).toEqual([])
    expect(newFaults(source, integrityOf(bytesOf(again)))).toEqual([])
  })

  test("is new at another instance, and reported", () => {
    const copied = again.replaceAll("#13,", "#997,").replace("DATA;", "DATA;\n#997=IFCLOCALPLACEMENT($,#11);")
    expect(newFaults(source, integrityOf(bytesOf(copied)))).toEqual([
      "inverse: #997 IfcLocalPlacement.PlacesObject (8)"
    ])
  })
})

test("comments and spaces between all parts are accepted", () => {
  const text = fixture("bridge.ifc")
  const data = text.slice(text.indexOf("DATA;") + 5, text.indexOf("ENDSEC;\nEND"))
  const spaced = data.replaceAll(/'[^']*'|[(),]/g, (part) => (part.length > 1 ? part : `/* , ) */ ${part}\n /**/ `))
  expect(faultsOf(stepFile(spaced, "IFC4X3_ADD2"))).toEqual([])
})

test("files with random damage are checked to the end", () => {
  const random = new Random(1)
  const text = fixture("house.ifc")
  const from = text.indexOf("DATA;") + 5
  for (let i = 0; i < 300; i++) {
    const at = from + random.below(text.length - from)
    const damaged = `${text.slice(0, at)}${random.pick(`()',;#$*./\\"=x1 `.split(""))}${text.slice(at + random.below(3))}`
    expect(faultsOf(damaged)).toEqual(faultsOf(damaged))
  }
})

const directory = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../../shared/models")
const models = [
  ["AC20-FZK-Haus.ifc", 5],
  ["houten-kozijnen.ifc", 0],
  ["mini-project.ifc", 6],
  ["SampleHouse.ifc", 15],
  ["LargeBuilding.ifc", 20],
  ["janesville-restaurant.ifc", 18],
  ["wall-door-column-4x3.ifc", 0]
] as const

describe("unchanged models", () => {
  for (const [name, count] of models) {
    const path = join(directory, name)
    const isThere = existsSync(path)
    test.skipIf(!isThere)(`${name} has ${count} faults${isThere ? "" : " (absent from MODELS_DIR)"}`, () => {
      const bytes = readFileSync(path)
      const faults = integrityOf(bytes)
      expect(faults.size).toBe(count)
      expect([...integrityOf(bytes)]).toEqual([...faults])
    })
  }
})
