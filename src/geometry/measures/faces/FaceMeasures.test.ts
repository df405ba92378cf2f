import { expect, test } from "bun:test"
import { measured, writer } from "../../testing/ShapedFile.ts"

type Numbers = ReadonlyArray<number>

/** The points of an arc about the origin, every degree. */
const arc = (radius: number, degrees: number): ReadonlyArray<Numbers> =>
  Array.from({ length: degrees + 1 }, (_, i) => [
    radius * Math.cos((i * Math.PI) / 180),
    radius * Math.sin((i * Math.PI) / 180)
  ])

test("a wall that is thicker than it is long is as long as along its drawn axis", async () => {
  const lengthOf = async (axis: ReadonlyArray<Numbers>, size: Numbers) => {
    const file = writer()
    const line = file.add(`IFCPOLYLINE((${axis.map(file.point).join()}))`)
    const drawn = file.add(`IFCSHAPEREPRESENTATION(#9,'Axis','Curve2D',(${line}))`)
    const body = file.representation(file.box(size))
    const shape = file.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${drawn},${body}))`)
    file.product("IfcWallStandardCase", file.placement([0, 0, 0]), shape)
    const { GrossArea, Length, NetArea, Width } = (await measured(file.bytes())).of()
    return [Length, Width, NetArea, GrossArea].map((value) => Number(value.toFixed(6)))
  }
  expect(await lengthOf([[0, 0], [0.15, 0]], [0.15, 0.66, 3])).toEqual([0.15, 0.66, 0.45, 0.45]) // prettier-ignore
  expect(await lengthOf([[0, 0], [0, 0.66]], [0.15, 0.66, 3])).toEqual([0.66, 0.15, 1.98, 1.98]) // prettier-ignore
  // An axis along which no face runs gives no information.
  expect(await lengthOf([[0, 0], [1, 1]], [0.15, 0.66, 3])).toEqual([0.66, 0.15, 1.98, 1.98]) // prettier-ignore
})

test.each([
  ["a curved bar is as long as its middle line", arc(2.015, 60), arc(1.985, 60), (2 * Math.PI) / 3],
  ["the length of a ring is its depth", arc(0.0325, 359), arc(0.03, 359), 0.03]
])("of bodies whose elevation is extruded across them, %s", async (_, outside, inside, length) => {
  const file = writer()
  const closed = [...outside, ...inside.toReversed(), outside[0]!]
  const line = file.add(`IFCPOLYLINE((${closed.map(file.point).join()}))`)
  const rings = [outside, inside].map((ring) =>
    file.add(`IFCPOLYLINE((${[...ring, ring[0]!].map(file.point).join()}))`)
  )
  const profile = file.add(
    length > 1
      ? `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${line})`
      : `IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${rings[0]},(${rings[1]}))`
  )
  const solid = file.add(
    `IFCEXTRUDEDAREASOLID(${profile},${file.axes([0, 0, 0], [1, 0, 0], [0, 1, 0])},${file.direction([0, 0, 1])},0.03)`
  )
  file.product("IfcMember", file.placement([0, 0, 0]), file.shape(solid))
  expect((await measured(file.bytes())).of().Length / length).toBeCloseTo(1, 3)
})
