import { expect, test } from "bun:test"
import { guid, project } from "../ifc/testing/SmallFile.ts"
import { attribute, checked, entity, property, reasons, value } from "./testing/Checking.ts"
import { idsFile, specification } from "./testing/IdsText.ts"

const wall = (id: number, name = "$"): string => `#${id}=IFCWALL('${guid(id)}',$,${name},$,$,$,$,$,$);\n`
const set = (id: number, name: string, of: string, ...properties: ReadonlyArray<string>): string =>
  properties.map((line, i) => `#${id + 2 + i}=${line};\n`).join("") +
  `#${id}=IFCPROPERTYSET('${guid(id)}',$,'${name}',$,(${properties.map((_, i) => `#${id + 2 + i}`).join()}));\n` +
  (of === "" ? "" : `#${id + 1}=IFCRELDEFINESBYPROPERTIES('${guid(id + 1)}',$,$,$,(${of}),#${id});\n`)
const single = (name: string, text: string, unit = "$"): string => `IFCPROPERTYSINGLEVALUE('${name}',$,${text},${unit})`
const walls = entity("IFCWALL")

test("a reason names the property, its value and the value that it must have", () => {
  const data = wall(10) + set(20, "Pset", "#10", single("Fire", "IFCLABEL('EI 30')"))
  const of = (wanted: string, attributes = "") => reasons(walls, property("Pset", "Fire", wanted, attributes), data)
  expect(of("EI 30")).toEqual([])
  expect(of("EI 60")).toEqual([`The property Pset.Fire is "EI 30"; it must be "EI 60".`])
  expect(of("EI 30", `dataType="IFCTEXT"`)).toEqual(["The property Pset.Fire is of IFCLABEL; it must be of IFCTEXT."])
  expect(reasons(walls, property("Pset", "Smoke"), data)).toEqual(['The property set Pset has no property "Smoke".'])
  expect(reasons(walls, property("Other", "Fire"), data)).toEqual(['There is no property set "Other".'])
})

test("properties of the occurrence replace those of its type, name by name", () => {
  const data =
    wall(10) +
    `#11=IFCWALLTYPE('${guid(11)}',$,$,$,$,(#30),$,$,$,.SHEAR.);\n#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n` +
    set(20, "Pset", "#10", single("A", "IFCLABEL('own')")) +
    set(30, "Pset", "", single("A", "IFCLABEL('type')"), single("B", "IFCLABEL('type')"))
  expect(reasons(walls, property("Pset", "A", "own"), data)).toEqual([])
  expect(reasons(walls, property("Pset", "B", "type"), data)).toEqual([])
  expect(reasons(walls, property("Pset", '<xs:pattern value="[AB]"/>', "own"), data)).toEqual([
    'The property Pset.B is "type"; it must be "own".'
  ])
  expect(reasons(entity("IFCWALL", "SHEAR"), property("Pset", "A", "own"), data)).toEqual([])
})

test("an occurrence without a predefined type has that of its type, unless it is NOTDEFINED", () => {
  const data = (word: string) =>
    wall(10) +
    `#11=IFCWALLTYPE('${guid(11)}',$,$,$,$,$,$,$,$,.${word}.);\n#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n`
  expect(reasons(walls, entity("IFCWALL", "SHEAR"), data("SHEAR"))).toEqual([])
  expect(reasons(walls, entity("IFCWALL", "NOTDEFINED"), data("NOTDEFINED"))).toEqual([
    'The predefined type is not set; it must be "NOTDEFINED".'
  ])
})

test("texts are neither cut nor trimmed, and lengths count code points", () => {
  const long = `${"x".repeat(70_000)}😀 `
  const data = wall(10, `'${long.replace("😀", "\\X4\\0001F600\\X0\\")}'`)
  expect(reasons(walls, attribute("Name", long), data)).toEqual([])
  expect(reasons(walls, attribute("Name", '<xs:length value="70002"/>'), data)).toEqual([])
  expect(reasons(walls, attribute("Name", '<xs:maxLength value="70001"/>'), data)).toHaveLength(1)
})

const units =
  project("#3,#4,#5,#6") +
  "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#4=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);\n" +
  "#5=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);\n#6=IFCCONVERSIONBASEDUNIT(#7,.PLANEANGLEUNIT.,'DEGREE',#8);\n" +
  "#7=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);\n#8=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#9);\n" +
  "#9=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n#19=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"

test.each([
  ["IFCPOSITIVELENGTHMEASURE(2500.)", "$", "2.5"],
  ["IFCLENGTHMEASURE(2.5)", "#19", "2.5"],
  ["IFCMASSMEASURE(3.)", "$", "3"],
  ["IFCTHERMODYNAMICTEMPERATUREMEASURE(20.)", "$", "293.15"],
  ["IFCPLANEANGLEMEASURE(180.)", "$", "3.14159265"],
  ["IFCREAL(2500.)", "$", "2500"],
  ["IFCTIMEMEASURE(5.)", "$", "5"]
])("the value %s with the unit %s is %s in SI", (written, unit, wanted) => {
  const data = units + wall(10) + set(20, "P", "#10", single("A", written, unit))
  expect(reasons(walls, property("P", "A", wanted), data)).toEqual([])
})

test("attributes with a measure are also in SI", () => {
  const door = `#10=IFCDOOR('${guid(10)}',$,$,$,$,$,$,$,2100.,900.,$,$,$);\n`
  const height = attribute("OverallHeight", '<xs:minInclusive value="2.1"/><xs:maxExclusive value="2.2"/>')
  expect(reasons(entity("IFCDOOR"), height, units + door)).toEqual([])
})

test("quantities, enumerations, bounds and predefined sets are properties; complex properties and references are not", () => {
  const data =
    units +
    wall(10) +
    `#30=IFCQUANTITYLENGTH('Width',$,$,200.,$);\n#31=IFCELEMENTQUANTITY('${guid(31)}',$,'Q',$,$,(#30));\n` +
    `#32=IFCRELDEFINESBYPROPERTIES('${guid(32)}',$,$,$,(#10),#31);\n` +
    set(
      20,
      "P",
      "#10",
      "IFCPROPERTYENUMERATEDVALUE('E',$,(IFCLABEL('a'),IFCLABEL('b')),$)",
      "IFCPROPERTYBOUNDEDVALUE('B',$,IFCLENGTHMEASURE(3000.),IFCLENGTHMEASURE(1000.),$,IFCLENGTHMEASURE(2000.))",
      "IFCCOMPLEXPROPERTY('C',$,'U',(#22))",
      "IFCPROPERTYREFERENCEVALUE('R',$,$,#3)"
    )
  const of = (...args: Parameters<typeof property>) => reasons(walls, property(...args), data)
  expect(of("Q", "Width", "0.2", `dataType="IFCLENGTHMEASURE"`)).toEqual([])
  for (const text of ["a", "b"]) expect(of("P", "E", text)).toEqual([])
  for (const number of ["1", "2", "3"]) expect(of("P", "B", number)).toEqual([])
  expect(of("P", "C")).toHaveLength(1)
  expect(of("P", "R")).toHaveLength(1)
  expect(of("P", "R", "", `cardinality="optional"`)).toEqual([])
})

test("groups may be nested, cycles end, and a facet without a relation accepts every relation", () => {
  const group = (id: number) => `#${id}=IFCGROUP('${guid(id)}',$,$,$,$);\n`
  const assign = (id: number, part: number, whole: number) =>
    `#${id}=IFCRELASSIGNSTOGROUP('${guid(id)}',$,$,$,(#${part}),$,#${whole});\n`
  const zone = `#23=IFCZONE('${guid(23)}',$,$,$,$,$);\n`
  const data =
    wall(10) +
    group(20) +
    group(21) +
    zone +
    assign(30, 10, 20) +
    assign(31, 20, 21) +
    assign(32, 21, 20) +
    assign(33, 21, 23)
  const partOf = (name: string, relation = "") =>
    reasons(walls, `<partOf ${relation === "" ? "" : `relation="${relation}"`}>${entity(name)}</partOf>`, data)
  expect(partOf("IFCZONE")).toEqual([])
  expect(partOf("IFCZONE", "IFCRELASSIGNSTOGROUP")).toEqual([])
  expect(partOf("IFCSITE")).toEqual(['It is part of others, but of none that is "IFCSITE".'])
  expect(partOf("IFCZONE", "IFCRELNESTS")).toEqual([
    'It is part of nothing by IFCRELNESTS; it must be part of "IFCZONE".'
  ])
})

test("the ancestors of a code count, and codes of the type do unless the occurrence has one of the system", () => {
  const data =
    wall(10) +
    "#20=IFCCLASSIFICATION($,$,$,'S',$,$,$);\n#21=IFCCLASSIFICATIONREFERENCE($,'1',$,#20,$,$);\n" +
    "#22=IFCCLASSIFICATIONREFERENCE($,'1.1',$,#21,$,$);\n#23=IFCCLASSIFICATIONREFERENCE($,'9',$,#20,$,$);\n" +
    `#24=IFCWALLTYPE('${guid(24)}',$,$,$,$,$,$,$,$,.SHEAR.);\n#25=IFCRELDEFINESBYTYPE('${guid(25)}',$,$,$,(#10),#24);\n` +
    `#26=IFCRELASSOCIATESCLASSIFICATION('${guid(26)}',$,$,$,(#24),#23);\n`
  const own = `#27=IFCRELASSOCIATESCLASSIFICATION('${guid(27)}',$,$,$,(#10),#22);\n`
  const of = (code: string, lines: string) =>
    reasons(
      walls,
      `<classification><value>${value(code)}</value><system>${value("S")}</system></classification>`,
      lines
    )
  expect(of("9", data)).toEqual([])
  expect(of("9", data + own)).toEqual(['The classification by S is "1.1"; it must be "9".'])
  for (const code of ["1", "1.1"]) expect(of(code, data + own)).toEqual([])
})

test("an occurrence of IFC2X3 has the class of its type if IFC2X3 has that class only as a type", () => {
  const data =
    `#10=IFCFLOWTERMINAL('${guid(10)}',$,$,$,$,$,$,$);\n#11=IFCAIRTERMINALTYPE('${guid(11)}',$,$,$,$,$,$,$,$,.GRILLE.);\n` +
    `#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n#13=IFCWALLSTANDARDCASE('${guid(13)}',$,$,$,$,$,$,$);\n`
  const name = attribute("Name")
  for (const of of [entity("IFCAIRTERMINAL", "GRILLE"), entity("IFCFLOWTERMINAL")]) {
    expect(reasons(of, name, data, "IFC2X3")).toEqual(["The attribute Name has no value."])
  }
  const [result] = checked(idsFile(specification(walls, name)), data, "IFC2X3").specifications
  expect(result).toMatchObject({
    status: "Failed",
    reason:
      'The model has no entity of the class "IFCWALL". It has 1 of IfcWallStandardCase, which counts as a class of its own.'
  })
})

test("all failures are counted, each listed one has a reason, and entities without GlobalId have a number", () => {
  const told: Array<readonly [number, number, number]> = []
  const data = wall(10) + wall(11, "''") + wall(12, "'A'")
  const ids = idsFile(specification(walls, attribute("Name") + attribute("Tag")))
  const result = checked(ids, data, "IFC4", {
    mostFailures: 1,
    onFailure: (specification, requirement, { row }) => told.push([specification, requirement, row])
  })
  expect(result).toMatchObject({
    status: "Failed",
    specifications: [
      {
        applicable: 3,
        passed: 0,
        failed: 3,
        requirements: [
          { passed: 1, failed: 2, failures: [{ row: 0, code: "AttributeEmpty" }] },
          { passed: 0, failed: 3 }
        ]
      }
    ]
  })
  expect(told).toEqual([
    [0, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 1, 1],
    [0, 1, 2]
  ])
})

test("a prohibited specification lists the entities to which it applies", () => {
  const ids = idsFile(specification(walls, "", `minOccurs="0" maxOccurs="0"`))
  const [result] = checked(ids, wall(10)).specifications
  expect(result).toMatchObject({ status: "Failed", failed: 1, failures: [{ row: 0, code: "Prohibited" }] })
  expect(checked(ids, "").status).toBe("Passed")
})
