import { describe, expect, test } from "bun:test"
import {
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_LACKS_BOOLEAN,
  VALUE_LACKS_TEXT,
  VALUE_REAL,
  VALUE_SEVERAL
} from "../../domain/models/ModelContent.ts"
import { cellsOf, guid, project, read } from "../testing/SmallFile.ts"

const wall = `#10=IFCWALL('${guid(10)}',$,'Wall',$,$,$,$,$,$);\n`
const metres = "#5,#6"
const units = "#5=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#6=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);\n"

/** A wall with one set of these members (`#20` on). */
const withSet = (members: string, refs: string, schema = "IFC4", more = "") =>
  read(
    `${project(metres)}${units}${wall}${members}#11=IFCPROPERTYSET('${guid(11)}',$,'Pset',$,(${refs}));\n` +
      `#12=IFCRELDEFINESBYPROPERTIES('${guid(12)}',$,$,$,(#10),#11);\n${more}`,
    schema
  )
const one = (property: string, schema = "IFC4", more = "") =>
  cellsOf(withSet(`#20=${property};\n${more}`, "#20", schema).content)["Pset.P"]!
const single = (value: string, unit = "$") => one(`IFCPROPERTYSINGLEVALUE('P',$,${value},${unit})`)

describe("single values", () => {
  test.each([
    ["IFCLABEL('x')", "x"],
    ["IFCLABEL('')", null],
    ["'x'", "x"],
    ["$", null],
    ["*", null],
    ["IFCBOOLEAN(.T.)", true],
    ["IFCBOOLEAN(.F.)", false],
    ["IFCLOGICAL(.U.)", null],
    ["IFCLOGICAL(.UNKNOWN.)", null],
    ["IFCREAL(1.5)", 1.5],
    ["IFCREAL(1)", 1],
    ["IFCINTEGER(3)", 3],
    ["IFCLENGTHMEASURE(2.5E3)", 2500],
    [" IFCLABEL ( 'x' ) ", "x"],
    ["IFCLABEL/* c */(/* d */'x')", "x"],
    ["ifclabel('x')", "x"],
    [".ELEMENT.", "ELEMENT"],
    ["IFCREAL(abc)", null],
    ["IFCREAL(1.E999)", null],
    ['IFCBINARY("0FF")', "0FF"],
    ["IFCCOMPOUNDPLANEANGLEMEASURE((50,6,-3))", "50; 6; -3"]
  ])("%s", (value, expected) => expect(single(value).value).toBe(expected))

  test("the type distinguishes integers from reals; without a type the literal does", () => {
    const kinds = ["IFCREAL(1)", "IFCINTEGER(1)", "IFCCOUNTMEASURE(1)", "IFCCOUNTMEASURE(1.)", "1", "1."]
    expect(kinds.map((value) => single(value).kind)).toEqual([
      VALUE_REAL,
      VALUE_INTEGER,
      VALUE_INTEGER,
      VALUE_REAL,
      VALUE_INTEGER,
      VALUE_REAL
    ])
  })

  test("a measure is in the unit of the project, or of the property", () => {
    expect(single("IFCPOSITIVELENGTHMEASURE(1.)").unit).toBe("Millimetre")
    expect(single("IFCVOLUMEMEASURE(1.)").unit).toBeNull()
    expect(single("IFCLABEL('x')").unit).toBeNull()
    expect(single("IFCLENGTHMEASURE(1.)", "#6").unit).toBe("SquareMetre")
  })
})

describe("other kinds of properties", () => {
  const words = "#30=IFCPROPERTYENUMERATION('E',(IFCLABEL('NEW'),IFCLABEL('OLD')),$);\n"

  test("enumerated", () => {
    const cell = one("IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('NEW')),#30)", "IFC4", words)
    expect(cell).toMatchObject({ value: "NEW", bits: VALUE_ENUMERATION })
    const several = one("IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('NEW'),IFCLABEL('OLD')),#30)", "IFC4", words)
    expect(several).toMatchObject({ value: "NEW; OLD", bits: VALUE_ENUMERATION | VALUE_SEVERAL })
    const { content } = withSet(`#20=IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('NEW')),#30);\n${words}`, "#20")
    expect(content.properties[0]!.enumeration).toEqual(["NEW", "OLD"])
    const alone = withSet("#20=IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('A')),$);\n", "#20")
    expect(alone.content.properties[0]!.enumeration).toEqual(["A"])
    const none = one("IFCPROPERTYENUMERATEDVALUE('P',$,(),#30)", "IFC4", words)
    expect(none).toMatchObject({ value: null, bits: 0 })
  })

  test("list", () => {
    const cell = one("IFCPROPERTYLISTVALUE('P',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.5)),$)")
    expect(cell).toMatchObject({ value: "1; 2.5", bits: VALUE_SEVERAL, unit: "Millimetre" })
    expect(one("IFCPROPERTYLISTVALUE('P',$,$,$)").value).toBeNull()
    expect(one("IFCPROPERTYLISTVALUE('P',$,(IFCLABEL('a')),$)")).toMatchObject({ value: "a", bits: 0 })
  })

  test("bounded: lower; upper, with a set point between them", () => {
    const cell = one("IFCPROPERTYBOUNDEDVALUE('P',$,IFCLENGTHMEASURE(9.),IFCLENGTHMEASURE(1.),$,$)")
    expect(cell).toMatchObject({ value: "1; 9", bits: VALUE_FIXED | VALUE_SEVERAL, unit: "Millimetre" })
    expect(one("IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(9.),$,$)", "IFC2X3").value).toBe("; 9")
    const withSetPoint = one("IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(9.),IFCREAL(1.),$,IFCREAL(5.))")
    expect(withSetPoint).toMatchObject({ value: "1; 5; 9", bits: VALUE_FIXED | VALUE_SEVERAL })
    expect(one("IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(9.),$,$,IFCREAL(5.))").value).toBe("; 5; 9")
    expect(one("IFCPROPERTYBOUNDEDVALUE('P',$,$,$,$,IFCREAL(5.))").value).toBe("; 5; ")
    expect(one("IFCPROPERTYBOUNDEDVALUE('P',$,$,$,$,$)").value).toBeNull()
  })

  const volt = "#31=IFCSIUNIT(*,.ELECTRICVOLTAGEUNIT.,.KILO.,.VOLT.);\n"
  const [l9, l1] = ["IFCLENGTHMEASURE(9.)", "IFCLENGTHMEASURE(1.)"]
  test.each([
    ["a list's measure", `IFCPROPERTYLISTVALUE('P',$,(${l9},${l1}),$)`, "Millimetre"],
    ["a list of one", `IFCPROPERTYLISTVALUE('P',$,(${l9}),$)`, "Millimetre"],
    ["a list's own", "IFCPROPERTYLISTVALUE('P',$,(IFCREAL(9.),IFCREAL(1.)),#31)", "Kilovolt"],
    ["a list of two measures: none", `IFCPROPERTYLISTVALUE('P',$,(${l9},IFCREAL(1.)),$)`, null],
    ["a list of texts: none", "IFCPROPERTYLISTVALUE('P',$,(IFCLABEL('a'),IFCLABEL('b')),#31)", null],
    ["an enumeration's measure", `IFCPROPERTYENUMERATEDVALUE('P',$,(${l9}),$)`, "Millimetre"],
    ["an enumeration's own", "IFCPROPERTYENUMERATEDVALUE('P',$,(IFCREAL(9.)),#30)", "Kilovolt"],
    ["bounds' own", "IFCPROPERTYBOUNDEDVALUE('P',$,IFCREAL(9.),$,#31,$)", "Kilovolt"],
    ["a table of equal sides", `IFCPROPERTYTABLEVALUE('P',$,(${l1}),(${l9}),$,$,$,$)`, "Millimetre"],
    ["a table of different sides: none", `IFCPROPERTYTABLEVALUE('P',$,(${l1}),(IFCREAL(9.)),$,$,#31,$)`, null],
    ["a table of own units", "IFCPROPERTYTABLEVALUE('P',$,(IFCREAL(1.)),(IFCREAL(9.)),$,#31,#31,$)", "Kilovolt"]
  ])("the unit of %s", (_, property, unit) => {
    expect(one(property, "IFC4", `#30=IFCPROPERTYENUMERATION('E',(IFCREAL(9.)),#31);\n${volt}`).unit).toBe(unit)
  })

  test.each([
    ["900719925474099313", "900719925474099313", 64],
    ["-09007199254740993", "-9007199254740993", 64],
    ["9007199254740994", 9_007_199_254_740_994, 0],
    ["12", 12, 0]
  ])("integer %s", (written, value, bits) => {
    expect(one(`IFCPROPERTYSINGLEVALUE('P',$,IFCINTEGER(${written}),$)`)).toMatchObject({ value, bits })
  })

  test.each([
    ["IFCLABEL('')", VALUE_LACKS_TEXT],
    ["IFCLOGICAL(.U.)", VALUE_LACKS_BOOLEAN],
    ["$", 0]
  ])("without value: %s", (written, bits) => {
    expect(one(`IFCPROPERTYSINGLEVALUE('P',$,${written},$)`)).toMatchObject({ value: null, bits })
  })

  test("lists divided differently are different values with the same text", () => {
    const lists = ["'a; b','c'", "'a','b; c'"].map((items) => items.replaceAll(/'[^']*'/g, "IFCLABEL($&)"))
    const members = lists.map((items, i) => `#${20 + i}=IFCPROPERTYLISTVALUE('P${i}',$,(${items}),$);\n`).join("")
    const { content } = withSet(members, "#20,#21")
    expect([...content.lists.values()]).toEqual([
      [4, 1],
      [1, 4]
    ])
    expect([...content.lists.keys()].map((text) => content.texts[text])).toEqual(["a; b; c", "a; b; c"])
  })

  test("table: row by row", () => {
    const cell = one("IFCPROPERTYTABLEVALUE('P',$,(IFCREAL(1.),IFCREAL(2.)),(IFCREAL(10.),IFCREAL(20.)),$,$,$,$)")
    expect(cell).toMatchObject({ value: "1; 10; 2; 20", bits: VALUE_FIXED | VALUE_SEVERAL })
  })

  test.each([
    ["IFCMATERIAL('Oak')", "Oak"],
    ["IFCPERSON('id','Lovelace','Ada',$,$,$,$,$)", "Ada Lovelace"],
    ["IFCORGANIZATION($,'Works',$,$,$)", "Works"],
    ["IFCDOCUMENTREFERENCE($,'D-1','Manual',$,$)", "Manual"],
    ["IFCCLASSIFICATIONREFERENCE($,'EF_25',$,$)", "EF_25"]
  ])("reference to %s", (referred, name) => {
    const cell = one("IFCPROPERTYREFERENCEVALUE('P',$,$,#30)", "IFC4", `#30=${referred};\n`)
    expect(cell).toMatchObject({ value: name, bits: VALUE_FIXED })
  })

  test("a reference without target", () => expect(one("IFCPROPERTYREFERENCEVALUE('P',$,$,#99)").value).toBeNull())

  test("a reference to a date of IFC2X3", () => {
    const cell = one("IFCPROPERTYREFERENCEVALUE('P',$,$,#30)", "IFC2X3", "#30=IFCCALENDARDATE(5,3,2012);\n")
    expect(cell.value).toBe("2012-03-05")
  })

  test("complex: Complex.Part, at any depth", () => {
    const { content, report } = withSet(
      "#20=IFCCOMPLEXPROPERTY('C',$,'u',(#21,#22));\n#21=IFCPROPERTYSINGLEVALUE('A',$,IFCREAL(1.),$);\n" +
        "#22=IFCCOMPLEXPROPERTY('D',$,'u',(#23));\n#23=IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('x'),$);\n",
      "#20"
    )
    const cells = cellsOf(content)
    expect(Object.keys(cells)).toEqual(["Pset.C.A", "Pset.C.D.B"])
    expect(cells["Pset.C.D.B"]).toMatchObject({ value: "x", bits: VALUE_FIXED })
    expect(report.propertyRecords).toBe(1)
  })

  test("a complex property that contains itself ends", () => {
    const { report } = withSet("#20=IFCCOMPLEXPROPERTY('C',$,'u',(#20));\n", "#20")
    expect(report.warnings.join()).toContain("nested too deep")
  })

  test("a complex property that doubles at each level ends", () => {
    const levels = Array.from(
      { length: 14 },
      (_, i) => `#${20 + i}=IFCCOMPLEXPROPERTY('C${i}',$,'u',(#${21 + i},#${21 + i}));\n`
    )
    const { report } = withSet(`${levels.join("")}#34=IFCPROPERTYSINGLEVALUE('A',$,IFCREAL(1.),$);\n`, "#20")
    expect(report.warnings.join()).toContain("more than 10,000 parts")
  })
})

describe("quantities", () => {
  const quantities = (members: string, refs: string, schema = "IFC4") =>
    read(
      `${project(metres)}${units}${wall}${members}#11=IFCELEMENTQUANTITY('${guid(11)}',$,'Qto',$,$,(${refs}));\n` +
        `#12=IFCRELDEFINESBYPROPERTIES('${guid(12)}',$,$,$,(#10),#11);\n`,
      schema
    ).content

  test("of every kind", () => {
    const content = quantities(
      "#20=IFCQUANTITYLENGTH('L',$,$,2.);\n#21=IFCQUANTITYAREA('A',$,$,3);\n#22=IFCQUANTITYVOLUME('V',$,$,4.);\n" +
        "#23=IFCQUANTITYCOUNT('N',$,$,5);\n#24=IFCQUANTITYWEIGHT('W',$,#5,6.);\n#25=IFCQUANTITYTIME('T',$,$,7.);\n" +
        "#26=IFCQUANTITYNUMBER('X',$,$,8.);\n",
      "#20,#21,#22,#23,#24,#25,#26",
      "IFC4X3"
    )
    const shown = Object.entries(cellsOf(content)).map(([name, { value, unit, kind }]) => [name, value, unit, kind])
    expect(shown).toEqual([
      ["Qto.L", 2, "Millimetre", VALUE_REAL],
      ["Qto.A", 3, "SquareMetre", VALUE_REAL],
      ["Qto.V", 4, null, VALUE_REAL],
      ["Qto.N", 5, null, VALUE_INTEGER],
      ["Qto.W", 6, "Millimetre", VALUE_REAL],
      ["Qto.T", 7, null, VALUE_REAL],
      ["Qto.X", 8, null, VALUE_REAL]
    ])
    expect(content.properties.every(({ quantity }) => quantity)).toBe(true)
  })

  test("complex", () => {
    const content = quantities(
      "#20=IFCPHYSICALCOMPLEXQUANTITY('C',$,(#21),'layer',$,$);\n#21=IFCQUANTITYLENGTH('L',$,$,2.);\n",
      "#20"
    )
    expect(cellsOf(content)["Qto.C.L"]).toMatchObject({ value: 2, bits: VALUE_FIXED, unit: "Millimetre" })
  })
})

describe("sets", () => {
  const set = (id: number, name: string, refs: string) =>
    `#${id}=IFCPROPERTYSET('${guid(id)}',$,'${name}',$,(${refs}));\n`
  const property = (id: number, name: string, value: string) =>
    `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,${value},$);\n`
  const hold = (id: number, ref: string, objects = "#10") =>
    `#${id}=IFCRELDEFINESBYPROPERTIES('${guid(id)}',$,$,$,(${objects}),${ref});\n`
  const type = (refs: string) =>
    `#40=IFCWALLTYPE('${guid(40)}',$,'T',$,$,(${refs}),$,$,$,.STANDARD.);\n` +
    `#41=IFCRELDEFINESBYTYPE('${guid(41)}',$,$,$,(#10),#40);\n`

  test("a property of the occurrence hides that of the type, even without value", () => {
    const { content, report } = read(
      project() +
        set(20, "S", "#30,#31,#32") +
        property(30, "A", "IFCLABEL('type')") +
        property(31, "B", "IFCLABEL('type')") +
        property(32, "C", "IFCLABEL('type')") +
        type("#20") +
        wall +
        set(21, "S", "#33,#34") +
        property(33, "A", "IFCLABEL('own')") +
        property(34, "B", "$") +
        hold(50, "#21")
    )
    const cells = cellsOf(content)
    expect(cells["S.A"]).toMatchObject({ value: "own", ofType: false })
    expect(cells["S.A*"]).toMatchObject({ value: "type", ofType: true, hidden: true })
    expect(cells["S.B"]).toMatchObject({ value: null, ofType: false })
    expect(cells["S.C"]).toMatchObject({ value: "type", ofType: true, hidden: false })
    expect(report.propertyRecords).toBe(5)
  })

  test("sets of one name on one level are merged; of a repeated name the first counts, and is reported", () => {
    const { content, report } = read(
      project() +
        wall +
        set(21, "S", "#31") +
        property(31, "A", "IFCLABEL('second set')") +
        set(20, "S", "#30,#32") +
        property(30, "A", "IFCLABEL('later')") +
        property(32, "B", "IFCLABEL('b')") +
        hold(50, "#20") +
        hold(51, "#21")
    )
    const cells = cellsOf(content)
    expect(cells["S.A"]).toMatchObject({ value: "second set", ambiguous: true })
    expect(cells["S.B"]).toMatchObject({ value: "b", ambiguous: false })
    expect(report.duplicateProperties).toEqual({ count: 1, first: [{ guid: guid(10), set: "S", name: "A" }] })
    expect(report.propertyRecords).toBe(3)
  })

  test("the same value twice is not ambiguous, but reported", () => {
    const { content, report } = read(
      project() +
        wall +
        set(20, "S", "#30,#31") +
        property(30, "A", "IFCREAL(1.)") +
        property(31, "A", "IFCREAL(1.0)") +
        hold(50, "#20")
    )
    expect(cellsOf(content)["S.A"]!.ambiguous).toBe(false)
    expect(report.duplicateProperties.count).toBe(1)
  })

  test("the report quotes 200 characters of a name", () => {
    const long = "n".repeat(300)
    const members = property(30, long, "IFCREAL(1.)") + property(31, long, "IFCREAL(2.)")
    const { report } = read(project() + wall + members + set(20, long, "#30,#31") + hold(50, "#20"))
    const quote = "n".repeat(200)
    expect(report.duplicateProperties.first).toEqual([{ guid: guid(10), set: quote, name: quote }])
  })

  test("a set of two relations is stored once; a shared one shows on every member", () => {
    const second = `#13=IFCDOOR('${guid(13)}',$,'Door',$,$,$,$,$,$,$,$,$,$);\n`
    const { content, report } = read(
      project() +
        wall +
        second +
        set(20, "S", "#30") +
        property(30, "A", "IFCREAL(1.)") +
        hold(50, "#20", "#10,#13") +
        hold(51, "#20")
    )
    expect([cellsOf(content, 0)["S.A"]!.value, cellsOf(content, 1)["S.A"]!.value]).toEqual([1, 1])
    expect(report.duplicateProperties.count).toBe(0)
    expect(report.propertyRecords).toBe(2)
  })

  test("a relation may give several sets, and name types and the project too", () => {
    const { content } = read(
      project() +
        wall +
        set(20, "S", "#30") +
        set(21, "R", "#30") +
        property(30, "A", "IFCREAL(1.)") +
        type("$") +
        hold(50, "IFCPROPERTYSETDEFINITIONSET((#20,#21))", "#10,#40,#1")
    )
    expect(Object.keys(cellsOf(content))).toEqual(["S.A", "R.A"])
  })

  const override = (id: number, named: string, refs: string, objects = "#10") =>
    `#${id}=IFCRELOVERRIDESPROPERTIES('${guid(id)}',$,$,$,(${objects}),${named},(${refs}));\n`
  const overridden = (lines: string) => {
    const { content, report } = read(
      project() +
        wall.replace(",$);", ");") +
        set(20, "S", "#30,#31,#32") +
        property(30, "A", "IFCLABEL('a')") +
        property(31, "B", "IFCLABEL('b')") +
        property(32, "C", "IFCLABEL('c')") +
        property(33, "A", "IFCLABEL('other a')") +
        property(34, "B", "$") +
        lines,
      "IFC2X3"
    )
    expect(report.warnings).toEqual([])
    expect(report.duplicateProperties.count).toBe(0)
    return cellsOf(content)
  }
  const own = (value: string | null) => expect.objectContaining({ value, ofType: false, ambiguous: false })

  test("properties that a relation overrides belong to the occurrence and precede those of the named set", () => {
    const cells = { "S.A": own("other a"), "S.B": own(null), "S.C": own("c") }
    expect(overridden(override(50, "#20", "#33,#34"))).toEqual(cells)
    expect(overridden(hold(49, "#20") + override(50, "#20", "#33,#34"))).toEqual(cells)
    expect(overridden(override(50, "#20", "#33") + override(51, "#20", "#34") + hold(52, "#20"))).toEqual(cells)
  })

  test("they precede those of the type", () => {
    const style = `#40=IFCWALLTYPE('${guid(40)}',$,'T',$,$,(#20),$,$,$,.STANDARD.);\n#41=IFCRELDEFINESBYTYPE('${guid(41)}',$,$,$,(#10),#40);\n`
    const cells = overridden(style + override(50, "#20", "#33"))
    expect([cells["S.A"], cells["S.C"]]).toEqual([own("other a"), own("c")])
    expect(cells["S.A*"]).toMatchObject({ value: "a", ofType: true, hidden: true })
  })

  test("a relation overrides only properties of its object; without a named set it overrides nothing", () => {
    const { content } = read(
      `${project()}${wall}#11=IFCWALL('${guid(11)}',$,'W',$,$,$,$,$);\n${set(20, "S", "#30")}` +
        property(30, "A", "IFCLABEL('a')") +
        property(33, "A", "IFCLABEL('other a')") +
        hold(50, "#20", "#10,#11") +
        override(51, "#20", "#33", "#11") +
        override(52, "#30", "#33", "#10") +
        override(53, "#99", "#33", "#10"),
      "IFC2X3"
    )
    expect([cellsOf(content, 0)["S.A"], cellsOf(content, 1)["S.A"]]).toEqual([own("a"), own("other a")])
  })

  test("sets of fixed attributes are counted, and are not fields", () => {
    const { content, report } = read(
      project() +
        wall +
        `#20=IFCDOORLININGPROPERTIES('${guid(20)}',$,'Lining',$,1.,$,$,$,$,$,$,$,$,$,$,$,$);\n` +
        hold(50, "#20")
    )
    expect(content.cells.count).toBe(0)
    expect(report.fixedAttributeSets).toEqual({ IfcDoorLiningProperties: 1 })
    expect(report.propertyRecords).toBe(0)
  })

  test("names of members that every object has are ordinary names", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
    const { content } = read(
      project() +
        wall +
        names.map((name, i) => property(30 + i, name, "IFCREAL(1.)")).join("") +
        set(20, "__proto__", names.map((_, i) => `#${30 + i}`).join()) +
        hold(50, "#20")
    )
    expect(content.properties.map(({ set, name }) => [set, name])).toEqual(names.map((name) => ["__proto__", name]))
  })

  test("members without a name and members that the file lacks are reported", () => {
    const { content, report } = read(
      project() +
        wall +
        set(20, "S", "#30,#98,#31") +
        property(31, "A", "IFCREAL(1.)") +
        "#30=IFCPROPERTYSINGLEVALUE($,$,IFCREAL(1.),$);\n" +
        hold(50, "#20")
    )
    expect(Object.keys(cellsOf(content))).toEqual(["S.A"])
    expect(report.skipped.first[0]!.reason).toContain("has no name")
    expect(report.warnings.join()).toContain("#98 in #20")
  })

  test("spaces, openings and sites count as records, not as cells", () => {
    const { content, report } = read(
      project() +
        wall +
        `#13=IFCOPENINGELEMENT('${guid(13)}',$,$,$,$,$,$,$,$);\n` +
        `#14=IFCSPACE('${guid(14)}',$,'R',$,$,$,$,$,$,$,$);\n` +
        set(20, "S", "#30") +
        property(30, "A", "IFCREAL(1.)") +
        hold(50, "#20", "#10,#13,#14")
    )
    expect(content.cells.count).toBe(1)
    expect(report.propertyRecords).toBe(3)
  })
})
