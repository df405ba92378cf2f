import { expect, test } from "bun:test"
import { boxOf, faceSection, planesOf, sectionsOf, sectionsText } from "./Sections.ts"

test("sections are written to the address and read back; malformed ones are left out", () => {
  const text = "x12.5,z-3!,f0.6_0_0.8_7.25_-0.05"
  const read = sectionsOf(text)
  expect(read).toEqual([
    { kind: "axis", axis: "x", at: 12.5, isFlipped: false },
    { kind: "axis", axis: "z", at: -3, isFlipped: true },
    { kind: "face", normal: [0.6, 0, 0.8], at: 7.25, moved: -0.05 }
  ])
  expect(sectionsText(read)).toBe(text)
  expect(sectionsOf("w1,x,x1e3,f1_2,f0_0_0_1_1,,y2")).toEqual([{ kind: "axis", axis: "y", at: 2, isFlipped: false }])
  expect(sectionsOf(null)).toEqual([])
  expect(sectionsText([])).toBeNull()
  const slight = sectionsOf("f0.0000001_0_1_0_-0")
  expect(sectionsText(slight)).toBe("f0.0000001_0_1_0_0")
})

test("a box needs six numbers", () => {
  expect(boxOf("0_1_2_3.5_4_-5")).toEqual([0, 1, 2, 3.5, 4, -5])
  for (const text of [null, "", "1_2_3", "1_2_3_4_5_", "1_2_3_4_5_x"]) expect(boxOf(text)).toBeNull()
})

test("planes are given in the axes of the view, where Y is up and IFC's Y points away", () => {
  const [x, y] = planesOf(sectionsOf("x2,y3!"), null)
  expect(x).toEqual({ normal: [1, 0, -0], point: [2, 0, -0] })
  // The section cuts away everything before y = 3: in the view, everything beyond z = −3.
  expect(y!.normal.map(Math.abs)).toEqual([0, 0, 1])
  expect(y!.normal[2]).toBe(1)
  expect(y!.point[2]).toBe(-3)
  expect(planesOf([], [0, 1, 2, 3, 4, 5])).toHaveLength(6)
})

test("a section along a face begins a little below the face", () => {
  const section = faceSection([1, 4, -2], [0, 1, 0])
  expect(section).toMatchObject({ normal: [0, -0, 1], at: 4 })
  const [plane] = planesOf([section], null)
  expect(plane!.point[1]).toBeCloseTo(3.95, 6)
})
