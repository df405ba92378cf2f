import { describe, expect, test } from "bun:test"
import { guid, project, read } from "../testing/SmallFile.ts"

const wall = `#10=IFCWALL('${guid(10)}',$,'W',$,$,$,$,$,$);\n`
const type = `#11=IFCWALLTYPE('${guid(11)}',$,'T',$,$,$,$,$,$,.STANDARD.);\n#12=IFCRELDEFINESBYTYPE('${guid(12)}',$,$,$,(#10),#11);\n`
const associate = (id: number, material: number, object = 10) =>
  `#${id}=IFCRELASSOCIATESMATERIAL('${guid(id)}',$,$,$,(#${object}),#${material});\n`
const bricks = "#20=IFCMATERIAL('Brick','fired','Masonry');\n#21=IFCMATERIAL('Wool',$,$);\n"

const materialOf = (data: string, schema = "IFC4", ofType = false) => {
  const { content } = read(project() + wall + data, schema)
  const { products } = content
  const set = content.materialSets[(ofType ? products.ofType : products).materialSet[0]!]
  if (set === undefined) return null
  const layers = set.layers.map(({ material, name, thickness, fraction }) => [
    content.materials[material]?.name ?? null,
    name,
    thickness,
    fraction
  ])
  return { name: set.name, form: set.form, layers }
}

describe("the material of a product", () => {
  test("a single one", () => {
    expect(materialOf(bricks + associate(30, 20))).toEqual({
      name: "Brick",
      form: "single",
      layers: [["Brick", null, null, null]]
    })
  })

  test("a list, and a list of one", () => {
    expect(materialOf(`${bricks}#22=IFCMATERIALLIST((#20,#21));\n${associate(30, 22)}`)).toMatchObject({
      name: null,
      form: "list"
    })
    expect(materialOf(`${bricks}#22=IFCMATERIALLIST((#21));\n${associate(30, 22)}`)).toMatchObject({
      name: "Wool",
      form: "single"
    })
  })

  const layers =
    "#22=IFCMATERIALLAYER(#20,100.,$,'Leaf',$,$,$);\n#23=IFCMATERIALLAYER($,40.,.T.,$,$,$,$);\n" +
    "#24=IFCMATERIALLAYERSET((#22,#23),'Cavity wall',$);\n#25=IFCMATERIALLAYERSETUSAGE(#24,.AXIS2.,.POSITIVE.,0.,$);\n"
  const cavity: object = {
    name: "Cavity wall",
    form: "layers",
    layers: [
      ["Brick", "Leaf", 100, null],
      [null, null, 40, null]
    ]
  }

  test("a layer set, through its usage or itself", () => {
    expect(materialOf(bricks + layers + associate(30, 25))).toMatchObject(cavity)
    expect(materialOf(bricks + layers + associate(30, 24))).toMatchObject(cavity)
  })

  test("a layer set of IFC2X3", () => {
    const data =
      "#20=IFCMATERIAL('Brick');\n#22=IFCMATERIALLAYER(#20,100.,$);\n#24=IFCMATERIALLAYERSET((#22),$);\n" +
      `#25=IFCMATERIALLAYERSETUSAGE(#24,.AXIS2.,.POSITIVE.,0.);\n${associate(30, 25)}`
    expect(materialOf(data, "IFC2X3")).toEqual({ name: null, form: "layers", layers: [["Brick", null, 100, null]] })
  })

  test("a layer alone", () => {
    expect(materialOf(bricks + layers + associate(30, 22))).toEqual({
      name: null,
      form: "layers",
      layers: [["Brick", "Leaf", 100, null]]
    })
  })

  test("profiles, through their usage or alone", () => {
    const profiles =
      "#22=IFCMATERIALPROFILE('Flange',$,#20,#99,$,$);\n#23=IFCMATERIALPROFILESET('IPE',$,(#22),$);\n" +
      "#24=IFCMATERIALPROFILESETUSAGE(#23,$,$);\n"
    const set: object = { name: "IPE", form: "profiles", layers: [["Brick", "Flange", null, null]] }
    expect(materialOf(bricks + profiles + associate(30, 24))).toMatchObject(set)
    expect(materialOf(bricks + profiles + associate(30, 22))).toMatchObject({ ...set, name: null })
  })

  test("constituents with fractions", () => {
    const data =
      "#22=IFCMATERIALCONSTITUENT('Frame',$,#20,0.3,$);\n#23=IFCMATERIALCONSTITUENT('Pane',$,#21,$,$);\n" +
      `#24=IFCMATERIALCONSTITUENTSET('Window',$,(#22,#23));\n${associate(30, 24)}`
    expect(materialOf(bricks + data)).toEqual({
      name: "Window",
      form: "constituents",
      layers: [
        ["Brick", "Frame", null, 0.3],
        ["Wool", "Pane", null, null]
      ]
    })
  })

  test("a layer set precedes others, then the first in the file", () => {
    expect(materialOf(bricks + layers + associate(30, 21) + associate(31, 20))!.name).toBe("Wool")
    expect(materialOf(bricks + layers + associate(30, 21) + associate(31, 25))!.name).toBe("Cavity wall")
  })

  test("is that of the occurrence, or else that of its type", () => {
    const levels = (data: string) =>
      [false, true].map((ofType) => materialOf(bricks + type + data, "IFC4", ofType)?.name ?? null)
    expect(levels(associate(30, 20, 11))).toEqual([null, "Brick"])
    expect(levels(associate(30, 20, 11) + associate(31, 21))).toEqual(["Wool", "Brick"])
    expect(levels(associate(31, 21))).toEqual(["Wool", null])
    expect(levels(associate(30, 20, 11) + associate(31, 20))).toEqual(["Brick", "Brick"])
  })

  test("none, if it is dangling, not a material, or a usage of itself", () => {
    expect(materialOf(associate(30, 99))).toBeNull()
    expect(materialOf(`#20=IFCCLASSIFICATION($,$,$,'C',$,$,$);\n${associate(30, 20)}`)).toBeNull()
    expect(materialOf(`#20=IFCMATERIALLAYERSETUSAGE(#20,.AXIS2.,.POSITIVE.,0.,$);\n${associate(30, 20)}`)).toBeNull()
  })
})

test("materials of one name are merged, the first value of each attribute counts; equal sets are stored once", () => {
  const second = `#13=IFCSLAB('${guid(13)}',$,'S',$,$,$,$,$,$);\n`
  const { content } = read(
    `${project()}${wall}${second}#20=IFCMATERIAL('Brick',$,$);\n#21=IFCMATERIAL('Brick','fired',$);\n` +
      associate(30, 20) +
      associate(31, 21, 13)
  )
  expect(content.materials).toEqual([{ name: "Brick", description: "fired", category: null, properties: [] }])
  expect(content.materialSets).toHaveLength(1)
})

describe("property sets of a material", () => {
  const oak = "#20=IFCMATERIAL('Oak',$,$);\n"
  const single = (id: number, name: string, value: string) => `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,${value},$);\n`
  const propertiesOf = (lines: string, schema = "IFC4") =>
    read(project() + lines, schema).content.materials.map(({ properties }) =>
      properties.map(({ name, set, value }) => [set, name, value])
    )

  test("have rows in the order of the file; of equal sets and names the first counts", () => {
    const lines =
      single(21, "MassDensity", "IFCMASSDENSITYMEASURE(700.)") +
      single(22, "Porosity", "IFCLABEL('low')") +
      "#23=IFCCOMPLEXPROPERTY('Moisture',$,'u',(#22));\n#24=IFCMATERIALPROPERTIES('Pset_MaterialCommon',$,(#21,#23),#20);\n" +
      single(25, "MassDensity", "IFCREAL(1.)") +
      "#26=IFCMATERIALPROPERTIES('Pset_MaterialCommon',$,(#25),#20);\n"
    expect(propertiesOf(oak + lines)).toEqual([
      [
        ["Pset_MaterialCommon", "MassDensity", "700"],
        ["Pset_MaterialCommon", "Moisture.Porosity", "low"]
      ]
    ])
  })

  test("in IFC2X3 include fixed attributes as a set named like their class", () => {
    const lines =
      single(21, "Grade", "IFCLABEL('A')") +
      "#20=IFCMATERIAL('Oak');\n#22=IFCEXTENDEDMATERIALPROPERTIES(#20,(#21),$,'Own');\n" +
      "#23=IFCGENERALMATERIALPROPERTIES(#20,$,IFCNORMALISEDRATIOMEASURE(0.5),700.);\n"
    expect(propertiesOf(lines, "IFC2X3")).toEqual([
      [
        ["Own", "Grade", "A"],
        ["IfcGeneralMaterialProperties", "Porosity", "0.5"],
        ["IfcGeneralMaterialProperties", "MassDensity", "700"]
      ]
    ])
  })

  test("are left out beyond 1,000", () => {
    const members = Array.from({ length: 1001 }, (_, i) => single(100 + i, `P${i}`, "IFCREAL(1.)")).join("")
    const refs = Array.from({ length: 1001 }, (_, i) => `#${100 + i}`).join()
    const { content, report } = read(`${project()}${oak}${members}#21=IFCMATERIALPROPERTIES('S',$,(${refs}),#20);\n`)
    expect(content.materials[0]!.properties).toHaveLength(1000)
    expect(report.warnings).toEqual(["Properties of materials that have more than 1,000, which were left out: 1 (Oak)"])
  })
})
