import { describe, expect, test } from "bun:test"
import { classNamed, schemaOf, type SchemaName } from "./Schema.ts"

describe("schemaOf", () => {
  test.each([
    ["IFC2X3", "IFC2X3"],
    ["IFC2X3_TC1", "IFC2X3"],
    ["IFC2X_FINAL", "IFC2X3"],
    ["IFC2X2_FINAL", "IFC2X3"],
    ["IFC2X2", "IFC2X3"],
    ["IFC4", "IFC4"],
    ["ifc4", "IFC4"],
    ["IFC4_ADD2", "IFC4"],
    ["IFC4_ADD2_TC1", "IFC4"],
    ["IFC4_RC4", "IFC4"],
    ["IFC4RC4", "IFC4"],
    ["IFC2X4", "IFC4"],
    ["IFC2X4_RC2", "IFC4"],
    ["IFC4X1", "IFC4X3"],
    ["IFC4X2", "IFC4X3"],
    ["IFC4X3_RC1", "IFC4X3"],
    ["IFC4X3_RC4", "IFC4X3"],
    ["IFC4X3", "IFC4X3"],
    ["IFC4X3_ADD1", "IFC4X3"],
    ["IFC4X3_ADD2", "IFC4X3"],
    ["IFC4X3_TC1", "IFC4X3"]
  ])("%s is read as %s", (name, schema) => expect(schemaOf(name)!.name).toBe(schema as "IFC4"))

  test.each(["", "AUTOMOTIVE_DESIGN", "IFC", "IFC5", "IFC1X5", "XIFC4", "IFC40"])("%p is none", (name) =>
    expect(schemaOf(name)).toBeNull()
  )
})

describe("classes", () => {
  const ifc4 = schemaOf("IFC4")!
  test("have the usual spelling, their supertypes, and all attributes in the order of a file", () => {
    const wall = ifc4.find("IFCWALLSTANDARDCASE")!
    expect(wall.name).toBe("IfcWallStandardCase")
    expect([...wall.kinds].slice(0, 4)).toEqual(["IfcWallStandardCase", "IfcWall", "IfcBuildingElement", "IfcElement"])
    expect(wall.attributes).toEqual([
      "GlobalId",
      "OwnerHistory",
      "Name",
      "Description",
      "ObjectType",
      "ObjectPlacement",
      "Representation",
      "Tag",
      "PredefinedType"
    ])
  })

  test("keep the position of derived attributes", () => {
    expect(ifc4.find("IFCSIUNIT")!.attributes).toEqual(["Dimensions", "UnitType", "Prefix", "Name"])
  })

  test.each([
    ["IFC2X3", 90],
    ["IFC4", 173],
    ["IFC4X3", 214]
  ])("%s has %i kinds of products", async (name, count) => {
    const { entities } = (await import(`./${name}.json`)) as { entities: Record<string, unknown> }
    const schema = schemaOf(name)!
    const products = Object.keys(entities).filter((entity) =>
      schema.find(entity.toUpperCase())!.kinds.has("IfcProduct")
    )
    expect(products.length).toBe(count)
  })

  test("are not found if unknown or named like members of every object", () => {
    expect(["IFCFOO", "CONSTRUCTOR", "__PROTO__", ""].map((keyword) => ifc4.find(keyword))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  test.each<[SchemaName, string, string, boolean]>([
    ["IFC4", "IfcWall", "SOLIDWALL", true],
    ["IFC4", "IfcWallStandardCase", "SOLIDWALL", true],
    ["IFC4", "IfcWall", "RETAININGWALL", false],
    ["IFC4X3", "IfcWall", "RETAININGWALL", true],
    ["IFC2X3", "IfcWall", "STANDARD", false],
    ["IFC2X3", "IfcSlab", "ROOF", true],
    ["IFC2X3", "IfcSlab", "roof", false],
    ["IFC4", "IfcSlab", "USERDEFINED", true],
    ["IFC4", "IfcElement", "NOTDEFINED", false]
  ])("%s: a PredefinedType of %s may be %s: %p", (schema, name, word, may) => {
    expect(classNamed(schema, name)!.predefinedTypes.includes(word)).toBe(may)
  })

  test("literals of value types", () => {
    const literals = ["IFCLABEL", "IFCLENGTHMEASURE", "IFCINTEGER", "IFCCOUNTMEASURE", "IFCLOGICAL", "IFCFOO"]
    expect(literals.map((keyword) => ifc4.literal(keyword))).toEqual([
      "text",
      "real",
      "integer",
      "number",
      "logical",
      undefined
    ])
  })
})
