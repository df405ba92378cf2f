import { expect, test } from "bun:test"
import { planesOf, sectionsOf as fromText, sectionsText } from "../view/sections/Sections.ts"
import { clippingPlanesOf, sectionsOf } from "./ViewpointSections.ts"

test("sections across axes come back as they were", () => {
  const sections = fromText("x12.5,z-3!,y0.25")
  const read = sectionsOf(clippingPlanesOf(planesOf(sections, null), null))
  expect(sectionsText(read.sections)).toBe("x12.5,z-3!,y0.25")
  expect(read).toMatchObject({ box: null, left: 0 })
})

test("the direction points to what is cut away", () => {
  const [plane] = clippingPlanesOf(planesOf(fromText("z2.5"), null), null)
  expect(plane!.location.z).toBeCloseTo(2.5, 12)
  expect(plane!.direction.z).toBe(1)
})

test("a section along a face keeps its plane, also far from the origin and through the address", () => {
  const location = { x: 500_000, y: 5_400_000, z: 100 }
  const direction = { x: 1, y: 2, z: 0.5 }
  const { sections } = sectionsOf([{ location, direction }])
  const [plane] = clippingPlanesOf(planesOf(fromText(sectionsText(sections)), null), null)
  const { x, y, z } = plane!.direction
  const beside =
    (x * (location.x - plane!.location.x) +
      y * (location.y - plane!.location.y) +
      z * (location.z - plane!.location.z)) /
    Math.hypot(x, y, z)
  expect(Math.abs(beside)).toBeLessThan(0.001)
})

test("a box comes back as a box, with sections along faces beside it", () => {
  const planes = clippingPlanesOf(planesOf(fromText("f0.6_0_0.8_7_0"), [0, 1, 2, 3, 4, 5]), null)
  const { box, left, sections } = sectionsOf(planes)
  expect(box).toEqual([0, 1, 2, 3, 4, 5])
  expect(sections).toMatchObject([{ kind: "face", at: 7 }])
  expect(left).toBe(0)
})

test("a storey becomes sections at its heights; the highest one is open above", () => {
  const cut = (to: number) => sectionsText(sectionsOf(clippingPlanesOf([], { from: 3, to })).sections)
  expect(cut(6)).toBe("z3!,z6")
  expect(cut(1e6)).toBe("z3!")
})

test("planes beyond those of the view are counted, and planes without direction left out", () => {
  const at = (x: number) => ({ location: { x, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } })
  const none = { location: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } }
  const { left, sections } = sectionsOf([none, ...[1, 2, 3, 4, 5, 6, 7, 8].map(at)])
  expect([sections.length, left]).toEqual([6, 2])
})
