/* Checks which products openings are cut out of, and which they are not. */
import { describe, expect, test } from "bun:test"
import { guid } from "../../ifc/testing/SmallFile.ts"
import { measured, writer } from "../testing/ShapedFile.ts"
import { volume } from "../../testing/Volume.ts"

const schemas = volume<ReadonlyArray<string>>(["IFC2X3"], ["IFC2X3", "IFC4", "IFC4X3"])

/** A file of a schema. Walls have no PredefinedType in IFC2X3, nor do openings. */
const fileOf = (schema: string) => {
  const file = writer("metre", schema)
  const tail = schema === "IFC2X3" ? "" : ",$"
  let relations = 0
  return {
    ...file,
    wall: (at: string, shape: string) => file.product("IfcWall", at, shape, tail),
    /** An opening with a total volume of one cubic metre, of which `depth` × 1 m² lie in the host, `x` along it. */
    opening: (host: string, x = 2) => {
      const shape = file.shape(file.box([1, 1, 1], [x, -0.2, 0.5]))
      file.voids(host, file.product("IfcOpeningElement", file.placement([0, 0, 0]), shape, tail))
    },
    relate: (relation: string, whole: string, ...parts: ReadonlyArray<string>) =>
      file.add(`${relation}('${guid(5000 + relations++)}',$,$,$,${whole},(${parts.join()}))`)
  }
}

const volumes = (of: (row: number) => { readonly Volume: number; readonly GrossVolume: number }, count: number) =>
  Array.from({ length: count }, (_, row) =>
    [of(row).Volume, of(row).GrossVolume].map((part) => Number(part.toFixed(6)))
  )

describe.each(schemas)("in %s", (schema) => {
  const hosts = (...openings: ReadonlyArray<ReadonlyArray<number>>) => {
    const file = fileOf(schema)
    const map = file.map(file.box([10, 0.3, 3]))
    for (const at of openings) {
      const wall = file.wall(file.placement([0, 0, 0]), file.shape(file.mapped(map, [0, 0, 0])))
      for (const x of at) file.opening(wall, x)
    }
    return measured(file.bytes())
  }
  test.each([
    ["the first", [[2], [], []]],
    ["the last", [[], [], [2]]],
    ["each its own", [[2], [2, 4], [1, 3, 5], []]]
  ])("hosts of one map have their own openings: %s", async (_, openings) => {
    const { of } = await hosts(...openings)
    const expected = openings.map((at) => [9 - at.length * 0.3, 9].map((volume) => Number(volume.toFixed(6))))
    expect(volumes(of, openings.length)).toEqual(expected)
  })

  /** A wall of two layers, 0.1 and 0.2 m thick, the second in a separate part; the opening belongs to the wall. */
  const layers = (relation: string) => {
    const file = fileOf(schema)
    const place = () => file.placement([0, 0, 0])
    const whole = file.wall(place(), "$")
    const first = file.wall(place(), file.shape(file.box([10, 0.1, 3])))
    const part = file.wall(place(), "$")
    const second = file.wall(place(), file.shape(file.box([10, 0.2, 3], [0, 0.1, 0])))
    file.opening(whole)
    file.relate(relation, whole, first, part)
    file.relate(relation, part, second)
    return measured(file.bytes())
  }
  test("an opening of a whole is cut out of all parts, and gross volumes ignore it", async () => {
    const { of } = await layers("IFCRELAGGREGATES")
    expect([of(1), of(3)].map(({ GrossVolume }) => GrossVolume.toFixed(6))).toEqual(["3.000000", "6.000000"])
    expect([of(1), of(3)].map(({ Volume }) => Volume.toFixed(6))).toEqual(["2.900000", "5.800000"])
  })
  test("openings of a whole and of its part are both cut out of the part", async () => {
    const file = fileOf(schema)
    const place = file.placement([0, 0, 0])
    const whole = file.wall(place, "$")
    const part = file.wall(place, file.shape(file.box([10, 0.3, 3])))
    file.opening(whole, 2)
    file.opening(part, 5)
    file.relate("IFCRELAGGREGATES", whole, part)
    const { of } = await measured(file.bytes())
    expect(volumes(of, 2)[1]).toEqual([8.4, 9])
  })
})
