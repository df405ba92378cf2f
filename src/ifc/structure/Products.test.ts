import { describe, expect, test } from "bun:test"
import { guid, project, read, textAt } from "../testing/SmallFile.ts"

const line = (id: number, keyword: string, rest: string) => `#${id}=${keyword}('${guid(id)}',$,${rest});\n`
const classesOf = (data: string, schema = "IFC4") => {
  const { products } = read(project() + data, schema).content
  return Array.from(products.class, (index) => products.classes[index])
}

describe("products", () => {
  test("are the element occurrences, in the order of the file", () => {
    const eight = "'x',$,$,$,$,$"
    const keywords = [
      "IFCBUILDINGELEMENTPROXY",
      "IFCWALLSTANDARDCASE",
      "IFCELEMENTASSEMBLY",
      "IFCBUILDINGELEMENTPART",
      "IFCREINFORCINGBAR",
      "IFCFLOWSEGMENT",
      "IFCFURNISHINGELEMENT",
      "IFCTRANSPORTELEMENT",
      "IFCGEOGRAPHICELEMENT",
      "IFCOPENINGELEMENT",
      "IFCOPENINGSTANDARDCASE",
      "IFCVOIDINGFEATURE",
      "IFCPROJECTIONELEMENT",
      "IFCSURFACEFEATURE",
      "IFCVIRTUALELEMENT",
      "IFCSPACE",
      "IFCANNOTATION",
      "IFCGRID",
      "IFCDISTRIBUTIONPORT",
      "IFCSTRUCTURALCURVEMEMBER",
      "IFCPROXY",
      "IFCZONE",
      "IFCWALLTYPE"
    ]
    expect(classesOf(keywords.map((keyword, i) => line(10 + i, keyword, eight)).join(""))).toEqual([
      "IfcBuildingElementProxy",
      "IfcWallStandardCase",
      "IfcElementAssembly",
      "IfcBuildingElementPart",
      "IfcReinforcingBar",
      "IfcFlowSegment",
      "IfcFurnishingElement",
      "IfcTransportElement",
      "IfcGeographicElement"
    ])
  })

  test.each([
    ["IFC2X3", "IFCELECTRICDISTRIBUTIONPOINT", ["IfcElectricDistributionPoint"]],
    ["IFC4", "IFCELECTRICDISTRIBUTIONPOINT", []],
    ["IFC4", "IFCSLABSTANDARDCASE", ["IfcSlabStandardCase"]],
    ["IFC4X3", "IFCSLABSTANDARDCASE", []],
    ["IFC4X2", "IFCSLABSTANDARDCASE", ["IfcSlabStandardCase"]],
    ["IFC4X3_RC2", "IFCPAVEMENT", ["IfcPavement"]],
    ["IFC4X3_ADD2", "IFCEARTHWORKSFILL", ["IfcEarthworksFill"]],
    ["IFC4X3", "IFCEARTHWORKSCUT", []]
  ])("%s %s", (schema, keyword, classes) => {
    expect(classesOf(line(10, keyword, "'x',$,$,$,$,$"), schema)).toEqual(classes)
  })

  test("have attributes, which are null if empty", () => {
    const { content } = read(
      project() +
        line(10, "IFCWALL", "'Wall','Desc','OT',#98,#99,'Tag',.SOLIDWALL.") +
        line(11, "IFCWALL", "'','',$,$,$,'',$")
    )
    const { products } = content
    const attributes = (at: number) =>
      [products.nameText, products.descriptionText, products.objectTypeText, products.tagText].map((column) =>
        textAt(content, column, at)
      )
    expect(attributes(0)).toEqual(["Wall", "Desc", "OT", "Tag"])
    expect(attributes(1)).toEqual([null, null, null, null])
    expect([...products.hasShape]).toEqual([1, 0])
    expect(textAt(content, products.predefinedTypeText)).toBe("SOLIDWALL")
  })

  test.each([
    ["IFC4", "IFCWALL", ".SOLIDWALL.", "SOLIDWALL"],
    ["IFC4", "IFCWALL", "$", "STANDARD"],
    ["IFC4", "IFCWALL", ".NOTDEFINED.", "STANDARD"],
    ["IFC4", "IFCWALL", ".USERDEFINED.", "USERDEFINED"],
    ["IFC4", "IFCWALL", ".solidwall.", "SOLIDWALL"],
    ["IFC4", "IFCWALL", "IFCWALLTYPEENUM(.SOLIDWALL.)", "SOLIDWALL"],
    ["IFC4", "IFCWALL", "ifcwalltypeenum /* ( */ ( .solidwall. /**/ ) /**/", "SOLIDWALL"],
    ["IFC4", "IFCWALL", "IFCWALLTYPEENUM(.NOTDEFINED.)", "STANDARD"],
    ["IFC4", "IFCWALL", "IFCLABEL('SOLIDWALL')", "STANDARD"],
    ["IFC4", "IFCWALL", "IFCWALLTYPEENUM", "STANDARD"],
    ["IFC4X3", "IFCCOURSE", "IFCCOURSETYPEENUM(.PAVEMENT.)", "PAVEMENT"],
    ["IFC2X3", "IFCWALL", "", "STANDARD"]
  ])("predefined type of %s %s %s is %s, the type's being STANDARD", (schema, keyword, own, expected) => {
    const { content } = read(
      project() +
        line(10, keyword, `'W',$,$,$,$,$${own === "" ? "" : `,${own}`}`) +
        line(11, "IFCWALLTYPE", "'Basic wall',$,$,$,$,$,$,.STANDARD.") +
        `#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n`,
      schema
    )
    const { ofType, predefinedTypeText, typeNameText } = content.products
    expect(textAt(content, predefinedTypeText)).toBe(expected === "STANDARD" ? null : expected)
    expect(textAt(content, ofType.predefinedTypeText)).toBe("STANDARD")
    expect(textAt(content, typeNameText)).toBe("Basic wall")
  })

  test("keep NOTDEFINED without a type", () => {
    const { content } = read(project() + line(10, "IFCWALL", "'W',$,$,$,$,$,.NOTDEFINED."))
    expect(textAt(content, content.products.predefinedTypeText)).toBe("NOTDEFINED")
  })

  test("a style of IFC2X3 has a name, and no predefined type", () => {
    const { content } = read(
      project() +
        line(10, "IFCDOOR", "'D',$,$,$,$,$,2.,1.") +
        line(11, "IFCDOORSTYLE", "'Style',$,$,$,$,$,.SINGLE_SWING_LEFT.,.WOOD.,.T.,.F.") +
        `#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n`,
      "IFC2X3"
    )
    expect(textAt(content, content.products.typeNameText)).toBe("Style")
    expect(textAt(content, content.products.predefinedTypeText)).toBeNull()
  })

  test("elements without a shape are listed", () => {
    const { report } = read(project() + line(10, "IFCWALL", "'W',$,$,$,$,$,$"))
    expect(report.withoutShape).toEqual({ count: 1, first: [{ guid: guid(10), class: "IfcWall" }] })
  })
})

describe("GlobalIds", () => {
  const wall = (id: number, written: string, name = "W") => `#${id}=IFCWALL(${written},$,'${name}',$,$,$,$,$,$);\n`
  const guids = (data: string) => read(project() + data).content.products.guid

  test("the first product keeps a GlobalId, later ones get a derived one, the same at each import", () => {
    const data = wall(10, `'${guid(10)}'`) + wall(11, `'${guid(10)}'`) + wall(12, `'${guid(10)}'`)
    const given = guids(data)
    expect(given[0]).toBe(guid(10))
    expect(new Set(given).size).toBe(3)
    expect(guids(data)).toEqual(given)
    expect(guids(data.replaceAll("#1", "#9"))).toEqual(given)
    expect(read(project() + data).report.duplicateGlobalIds).toEqual({
      count: 2,
      first: [
        { guid: guid(10), givenInstead: given[1]!, class: "IfcWall" },
        { guid: guid(10), givenInstead: given[2]!, class: "IfcWall" }
      ]
    })
  })

  test.each(["$", "''", "'not a GlobalId'", "'4000000000000000000000'", "'6a3f8c1e-4d0b-4a55-9f8e-3b1c2d4e5f60'", "5"])(
    "%s is replaced and reported",
    (written) => {
      const { content, report } = read(project() + wall(10, written) + wall(11, written, "V") + wall(12, written, "V"))
      expect(new Set(content.products.guid).size).toBe(3)
      for (const given of content.products.guid) expect(given).toMatch(/^[0-3][0-9A-Za-z_$]{21}$/)
      expect(report.warnings.join()).toContain(
        "GlobalIds that are missing or invalid, which were replaced by derived ones: 3"
      )
    }
  )
})

describe("proxies and sizes", () => {
  test("proxies are products with their tag", () => {
    const proxy = (id: number, type: string) => `#${id}=IFCPROXY('${guid(id)}',$,'P',$,$,$,$,${type},'T${id}');\n`
    const lines = [".PRODUCT.", ".NOTDEFINED.", ".GROUP.", ".PROCESS."].map((type, i) => proxy(10 + i, type)).join("")
    const { content } = read(`${project()}${lines}#20=IFCWALL('${guid(20)}',$,'W',$,$,$,$,'T20',$);\n`)
    const { products, texts } = content
    expect(products.guid).toEqual([guid(10), guid(11), guid(20)])
    expect(Array.from(products.tagText, (text) => texts[text])).toEqual(["T10", "T11", "T20"])
    expect(products.classes).toEqual(["IfcProxy", "IfcWall"])
  })

  test("doors and windows have sizes, in every schema", () => {
    for (const [schema, rest] of [
      ["IFC2X3", ""],
      ["IFC4", ",$,$,$"],
      ["IFC4X3", ",$,$,$"]
    ] as const) {
      const line = (id: number, keyword: string, sizes: string) =>
        `#${id}=${keyword}('${guid(id)}',$,'D',$,$,$,$,$,${sizes}${rest});\n`
      const { content } = read(
        project() + line(10, "IFCDOOR", "2100.,900.") + line(11, "IFCWINDOW", "IFCPOSITIVELENGTHMEASURE(1.5),$"),
        schema
      )
      expect([...content.products.overallHeight]).toEqual([2100, 1.5])
      expect([...content.products.overallWidth]).toEqual([900, Number.NaN])
    }
  })
})
