import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import {
  VALUE_BOOLEAN,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT
} from "../../domain/models/ModelContent.ts"
import { sampleModel } from "../../domain/models/SampleModel.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { schemaOf } from "../../ifc/schema/Schema.ts"
import { cellsOf, textAt } from "../../ifc/testing/SmallFile.ts"
import * as SampleFiles from "./SampleFiles.ts"

const text = await Bun.file(SampleFiles.source).text()
const { content, position, report } = Either.getOrThrow(readModel(await Bun.file(SampleFiles.source).bytes()))
const { products, locations } = content
const rows = Array.from({ length: products.count }, (_, row) => row)
const nameOf = (row: number): string => textAt(content, products.nameText, row)!
const classOf = (row: number): string => products.classes[products.class[row]!]!
const rowOf = (name: string): number => rows.find((row) => nameOf(row) === name)!

/** Attributes of an instance, split at the commas of its own level. */
const split = (attributes: string): Array<string> => {
  const parts = [""]
  let depth = 0
  for (const [token] of attributes.matchAll(/'(?:[^']|'')*'|[(),]|[^'(),]+/g)) {
    if (token === "(") depth++
    if (token === ")") depth--
    if (token === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += token
  }
  return parts
}
const instances = Array.from(text.matchAll(/^#(\d+)=([A-Z0-9]+)\((.*)\);$/gm), ([, id, keyword, attributes]) => ({
  id: `#${id}`,
  keyword: keyword!,
  attributes: split(attributes!)
}))
const byId = new Map(instances.map((instance) => [instance.id, instance]))
const relations = (keyword: string): Array<readonly [string, string]> =>
  instances
    .filter((instance) => instance.keyword === keyword)
    .map(({ attributes }) => [attributes[4]!, attributes[5]!] as const)

/** Quantities of a product by name; NaN if it has none of that name. */
const quantities = (row: number) => {
  const known = new Map(
    Object.entries(cellsOf(content, row))
      .filter(([name]) => name.startsWith("Qto_"))
      .map(([name, { value }]) => [name.slice(name.indexOf(".") + 1), value as number])
  )
  return {
    has: (name: string) => known.has(name),
    of: (name: string) => known.get(name) ?? Number.NaN
  }
}
const ofClass = (name: string) => rows.filter((row) => classOf(row) === name).map((row) => [nameOf(row), row] as const)

describe("the stored files", () => {
  test.each(["table.bin", "table.parquet", "shared.jsonl", "report.json"])(
    "%s is what the import gives",
    async (name) => {
      const made = (await SampleFiles.make()).get(name)!
      expect(await SampleFiles.isKept(name, made), `${name} is out of date: run scripts/BuildSample.ts`).toBe(true)
    }
  )
})

describe("the stored files of its shapes", () => {
  test.each(["measures.bin", "exchange.glb", "view.glb", "picture.png"])(
    "%s is what the import gives",
    async (name) => {
      const made = (await SampleFiles.measure()).files.get(name)!
      expect(await SampleFiles.isKept(name, made), `${name} is out of date: run scripts/BuildSample.ts`).toBe(true)
    }
  )

  test("have the documented number of triangles", async () => {
    expect((await SampleFiles.measure()).triangles).toEqual(sampleModel.triangles)
  })

  test("have the documented offset", async () => {
    expect((await SampleFiles.measure()).offset).toEqual(sampleModel.offset)
  })
})

describe("the file", () => {
  test("has 25 products, which the report counts, and no faults", () => {
    expect(products.count).toBe(sampleModel.products)
    expect(Object.values(report.products).reduce((sum, count) => sum + count, 0)).toBe(sampleModel.products)
    expect(report.entities).toBe(instances.length)
    expect(Bun.file(SampleFiles.source).size).toBe(sampleModel.sizeBytes)
    expect({ schema: report.schema, position }).toEqual({ schema: sampleModel.schema, position: sampleModel.position })
    expect(report.skipped.count).toBe(0)
    expect(report.warnings).toEqual([])
    expect(report.duplicateGlobalIds.count).toBe(0)
    expect(report.duplicateProperties.count).toBe(0)
    expect(report.withoutShape.first.map((product) => product.class)).toEqual(["IfcCurtainWall"])
  })

  test("gives each instance the number of attributes of its class in IFC4", () => {
    const schema = schemaOf("IFC4")!
    expect(instances.length).toBe(text.split("\n").filter((line) => line.startsWith("#")).length)
    for (const { id, keyword, attributes } of instances) {
      expect(attributes.length, `${id} ${keyword}`).toBe(schema.find(keyword)!.attributes.length)
    }
  })

  test("refers only to existing instances", () => {
    for (const { attributes } of instances) {
      const references = attributes.join(",").replaceAll(/'(?:[^']|'')*'/g, "")
      for (const [reference] of references.matchAll(/#\d+/g)) expect(byId.has(reference), reference).toBe(true)
    }
  })

  test("gives each root a unique GlobalId, and the project that of the model", () => {
    const schema = schemaOf("IFC4")!
    const roots = instances.filter(({ keyword }) => schema.find(keyword)!.kinds.has("IfcRoot"))
    const guids = roots.map(({ attributes }) => attributes[0]!)
    expect(new Set(guids).size).toBe(guids.length)
    for (const guid of guids) expect(guid).toMatch(/^'[0-3][0-9A-Za-z_$]{21}'$/)
    expect(instances.find(({ keyword }) => keyword === "IFCPROJECT")!.attributes[0]).toBe(`'${sampleModel.guid}'`)
  })

  test("has two storeys with spaces, and every product has a place", () => {
    const floors = locations.filter(({ type }) => type === "Floor")
    expect(floors.map(({ name }) => name)).toEqual(["Ground floor", "Upper floor"])
    const spaces = locations.filter(({ type }) => type === "Space")
    expect(new Set(spaces.map(({ parent }) => parent)).size).toBe(2)
    for (const { longName, properties } of spaces) {
      expect(longName).not.toBeNull()
      expect(new Set(properties.map(({ set }) => set)).size).toBeGreaterThan(3)
    }
    for (const row of rows) expect(products.location[row], nameOf(row)).toBeGreaterThanOrEqual(0)
  })

  test("contains each form of property and of material set", () => {
    const pump = cellsOf(content, rowOf("Heat pump"))
    const cell = (name: string) => {
      const { kind, bits, unit, value } = pump[`GardenHouse_HeatPump.${name}`]!
      return [value, kind | bits, unit] as const
    }
    expect(cell("HeatingPower")).toEqual([6000, VALUE_REAL, "Watt"])
    expect(cell("PipeDiameter")).toEqual([28, VALUE_REAL, "Millimetre"])
    expect(cell("Stages")).toEqual([3, VALUE_INTEGER, null])
    expect(cell("GridReady")).toEqual([true, VALUE_BOOLEAN, null])
    expect(cell("ListPrice")).toEqual([8950, VALUE_REAL, "EUR"])
    expect(cell("OutdoorTemperature")).toEqual([
      "-22; 7; 43",
      VALUE_TEXT | VALUE_SEVERAL | VALUE_FIXED,
      "DegreeCelsius"
    ])
    expect(cell("Performance")[1]).toBe(VALUE_TEXT | VALUE_SEVERAL | VALUE_FIXED)
    expect(cell("SoundLevels")[1]).toBe(VALUE_TEXT | VALUE_SEVERAL)
    expect(cell("Installer")).toEqual(["Nordlicht Heating", VALUE_TEXT | VALUE_FIXED, null])
    expect(cellsOf(content, rowOf("Apple tree"))["GardenHouse_Planting.Protected"]!.kind).toBe(VALUE_NULL)
    expect(cellsOf(content, rowOf("Apple tree"))["GardenHouse_Planting.Harvest"]!.bits).toBe(VALUE_ENUMERATION)
    expect(cellsOf(content, rowOf("Roof"))["GardenHouse_Maintenance.Seasons"]!.value).toBe("SPRING; AUTUMN")
    const window = cellsOf(content, rowOf("Kitchen window"))
    expect(window["GardenHouse_Glazing.Glazing.PaneThickness"]).toMatchObject({ value: 4, unit: "Millimetre" })
    expect(window["Pset_ManufacturerTypeInformation.Manufacturer"]).toMatchObject({
      value: "Grünwerk Joinery",
      ofType: true
    })
    expect(cellsOf(content, rowOf("Ground floor wall west"))["Pset_WallCommon.FireRating"]).toMatchObject({
      value: "REI 120",
      ofType: false
    })
    const forms = new Set(content.materialSets.map(({ form }) => form))
    expect([...forms].sort()).toEqual(["constituents", "layers", "list", "profiles", "single"])
  })

  test("has a classification of three levels that contains every product", () => {
    expect(content.codifications.map(({ name }) => name)).toEqual(["Plinth sample classification"])
    const depth = (code: number): number => (code < 0 ? 0 : 1 + depth(content.codes[code]!.parent))
    expect(Math.max(...content.codes.map((_, code) => depth(code)))).toBe(3)
    const { codeSet, ofType } = products
    for (const row of rows) expect(Math.max(codeSet[row]!, ofType.codeSet[row]!), nameOf(row)).toBeGreaterThanOrEqual(0)
  })
})

describe("the quantities", () => {
  /** The areas that fill the openings of each product, by its name. */
  const openings = new Map<string, Array<number>>()
  const fillings = new Map(relations("IFCRELFILLSELEMENT"))
  const name = (id: string) => byId.get(id)!.attributes[2]!.slice(1, -1)
  for (const [host, opening] of relations("IFCRELVOIDSELEMENT")) {
    const filling = fillings.get(opening)
    const areas = openings.get(name(host)) ?? []
    openings.set(name(host), areas)
    if (filling !== undefined) areas.push(quantities(rowOf(name(filling))).of("Area"))
  }
  const open = (host: string) => (openings.get(host) ?? []).reduce((sum, area) => sum + area, 0)

  /** Thicknesses of the layers of a product together. */
  const thickness = (row: number) =>
    content.materialSets[products.materialSet[row]!]!.layers.reduce((sum, layer) => sum + layer.thickness!, 0)

  test("only four openings are filled, and the stairwell is not", () => {
    expect([...openings.values()].flat()).toHaveLength(4)
    expect(openings.get("Upper floor slab")).toEqual([])
  })

  test.each(ofClass("IfcWall"))("%s", (name, row) => {
    const { has, of } = quantities(row)
    const [length, width] = [of("Length"), of("Width")]
    const [eaves, rise] = [2.2, 1.875]
    const side = has("Height") ? length * of("Height") : length * (eaves + rise / 2)
    const door = name === "Ground floor wall west" ? width : 0
    expect(name.includes("gable")).toBe(!has("Height"))
    expect(thickness(row)).toBeCloseTo(width, 9)
    expect(of("GrossFootprintArea")).toBeCloseTo(length * width, 9)
    expect(of("NetFootprintArea")).toBeCloseTo(length * width - door, 9)
    expect(of("GrossSideArea")).toBeCloseTo(side, 9)
    expect(of("NetSideArea")).toBeCloseTo(side - open(name), 9)
    expect(of("GrossVolume")).toBeCloseTo(side * width, 9)
    expect(of("NetVolume")).toBeCloseTo((side - open(name)) * width, 9)
  })

  test.each(ofClass("IfcSlab"))("%s", (name, row) => {
    const { of } = quantities(row)
    const stairwell = name === "Upper floor slab" ? 3.75 * 1 : 0
    expect(thickness(row)).toBeCloseTo(of("Width"), 9)
    expect(of("Perimeter")).toBeCloseTo(2 * (of("Length") + of("Depth")), 9)
    expect(of("GrossArea")).toBeCloseTo(of("Length") * of("Depth"), 9)
    expect(of("NetArea")).toBeCloseTo(of("GrossArea") - stairwell, 9)
    expect(of("GrossVolume")).toBeCloseTo(of("GrossArea") * of("Width"), 9)
    expect(of("NetVolume")).toBeCloseTo(of("NetArea") * of("Width"), 9)
  })

  const hea = { area: 2 * 0.2 * 0.01 + (0.19 - 2 * 0.01) * 0.0065, perimeter: 4 * 0.2 + 2 * 0.19 - 2 * 0.0065 }
  test.each([
    ["Post", 0.2 * 0.2, 4 * 0.2, 450],
    ["Ceiling beam", hea.area, hea.perimeter, 7850],
    ["Mullion", 0.05 * 0.15, 2 * (0.05 + 0.15), 2700]
  ])("%s", (name, area, perimeter, density) => {
    const { of } = quantities(rowOf(name))
    const length = of("Length")
    expect(of("CrossSectionArea")).toBeCloseTo(area, 9)
    expect(of("OuterSurfaceArea")).toBeCloseTo(perimeter * length, 9)
    for (const kind of ["Gross", "Net"]) {
      expect(of(`${kind}SurfaceArea`)).toBeCloseTo(perimeter * length + 2 * area, 9)
      expect(of(`${kind}Volume`)).toBeCloseTo(area * length, 9)
      expect(of(`${kind}Weight`)).toBeCloseTo(area * length * density, 6)
    }
  })

  test("the parts of the glazed front cover it", () => {
    const front = quantities(rowOf("Glazed front"))
    const mullion = 0.05 * quantities(rowOf("Mullion")).of("Length")
    const plates = ofClass("IfcPlate").map(([, row]) => quantities(row))
    for (const { of } of plates) {
      const width = of("Perimeter") / 2 - front.of("Height")
      expect(of("NetArea")).toBeCloseTo(width * front.of("Height"), 9)
      expect(of("GrossArea")).toBe(of("NetArea"))
      expect(of("NetVolume")).toBeCloseTo(of("NetArea") * of("Width"), 9)
      expect(of("GrossVolume")).toBe(of("NetVolume"))
    }
    const covered = plates.reduce((sum, { of }) => sum + of("NetArea"), mullion)
    expect(front.of("GrossSideArea")).toBeCloseTo(front.of("Length") * front.of("Height"), 9)
    expect(front.of("NetSideArea")).toBeCloseTo(covered, 9)
  })

  test.each([...ofClass("IfcDoor"), ...ofClass("IfcWindow")])("%s", (name, row) => {
    const { of } = quantities(row)
    const [width, height] = [of("Width"), of("Height")]
    const { attributes } = instances.find((instance) => instance.attributes[2] === `'${name}'`)!
    expect([Number(attributes[8]), Number(attributes[9])]).toEqual([height, width])
    expect(of("Area")).toBeCloseTo(width * height, 9)
    expect(of("Perimeter")).toBeCloseTo(2 * (width + height), 9)
  })

  test("the roof falls three in four", () => {
    const { of } = quantities(rowOf("Roof"))
    expect(of("GrossArea")).toBe(of("NetArea"))
    expect(of("ProjectedArea")).toBeCloseTo(of("GrossArea") * 0.8, 9)
    expect(thickness(rowOf("Roof"))).toBeCloseTo(0.24, 9)
  })

  test("the railing surrounds two sides of the stairwell, and the heat pump is a box with a fan", () => {
    expect(quantities(rowOf("Stairwell railing")).of("Length")).toBeCloseTo(3.75 + 0.95, 9)
    expect(quantities(rowOf("Heat pump")).of("NetVolume")).toBeCloseTo(0.4 * 1.1 * 0.9 + Math.PI * 0.35 ** 2 * 0.03, 6)
  })

  test("the spaces", () => {
    for (const { name, type, properties } of locations) {
      if (type !== "Space") continue
      const of = (quantity: string) =>
        Number(properties.find((row) => row.set.startsWith("Qto_") && row.name === quantity)?.value)
      const [area, half] = [of("GrossFloorArea"), of("GrossPerimeter") / 2]
      const depth = name === "Studio" ? 4.4 : 4.5
      const section = name === "Studio" ? depth * 2.425 + (depth * 1.65) / 2 : depth * of("Height")
      expect(area, name).toBeCloseTo((half - depth) * depth, 9)
      expect(of("GrossVolume"), name).toBeCloseTo((half - depth) * section, 6)
      expect(of("NetFloorArea"), name).toBeLessThanOrEqual(area)
    }
  })
})
