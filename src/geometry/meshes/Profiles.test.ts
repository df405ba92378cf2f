import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { mostRewritten } from "../../ifc/shapes/Rewriting.ts"
import { openModel } from "../../ifc/ReadModel.ts"
import { shapesOf } from "../../ifc/shapes/Shapes.ts"
import { measured, writer } from "../testing/ShapedFile.ts"

/** A bar of one metre: the STEP arguments before and after the position of its profile; in millimetres. */
const bar = async (kind: string, numbers: string, { at = [0, 0], along = [1, 0], schema = "IFC4" } = {}) => {
  const file = writer("millimetre", schema)
  const position = file.add(`IFCAXIS2PLACEMENT2D(${file.point(at)},${file.direction(along)})`)
  const profile = file.add(`${kind},$,${position},${numbers})`)
  const solid = file.add(`IFCEXTRUDEDAREASOLID(${profile},${file.axes([0, 0, 0])},${file.direction([0, 0, 1])},1000.)`)
  file.product("IfcBeam", file.placement([0, 0, 0]), file.shape(solid))
  const { faults, of } = await measured(file.bytes())
  return { ...of(), faults }
}

/** Square millimetres of the profile of a bar of a metre. */
const areaOf = ({ Volume }: { readonly Volume: number }) => Volume * 1e6

/** The area of a square outside the quarter of a circle in it. */
const corner = (radius: number) => (1 - Math.PI / 4) * radius ** 2

describe("the area of a profile", () => {
  const web = 7.1 * (300 - 2 * 10.7)
  test.each([
    ["IFCISHAPEPROFILEDEF", "150.,300.,7.1,10.7,$,$,$", 2 * 150 * 10.7 + web],
    ["IFCISHAPEPROFILEDEF", "150.,300.,7.1,10.7,15.,$,$", 2 * 150 * 10.7 + web + 4 * corner(15)],
    ["IFCISHAPEPROFILEDEF", "150.,300.,7.1,10.7,15.,5.,0.1", 2 * 150 * 10.7 + web + 4 * (corner(15) - corner(5))],
    // Radii that do not fit or are not positive are left out.
    ["IFCISHAPEPROFILEDEF", "150.,300.,7.1,10.7,90.,$,$", 2 * 150 * 10.7 + web],
    ["IFCISHAPEPROFILEDEF", "150.,300.,7.1,10.7,15.,-5.,$", 2 * 150 * 10.7 + web],
    [
      "IFCASYMMETRICISHAPEPROFILEDEF",
      "200.,300.,10.,15.,12.,100.,20.,8.,$,$,$,$",
      3000 + 2000 + 2650 + 2 * (corner(12) + corner(8))
    ],
    ["IFCASYMMETRICISHAPEPROFILEDEF", "200.,300.,10.,15.,$,100.,$,$,$,$,$,$", 3000 + 1500 + 2700],
    ["IFCLSHAPEPROFILEDEF", "120.,80.,12.,13.,6.5,$,-20.,-40.", 12 * (120 + 68) + corner(13) - 2 * corner(6.5)],
    ["IFCLSHAPEPROFILEDEF", "120.,$,12.,13.,$,$", 12 * (120 + 108) + corner(13)],
    ["IFCUSHAPEPROFILEDEF", "200.,75.,8.5,11.5,$,$,$", 2 * 75 * 11.5 + 8.5 * 177],
    ["IFCUSHAPEPROFILEDEF", "200.,75.,8.5,11.5,11.5,6.,$", 2 * 75 * 11.5 + 8.5 * 177 + 2 * (corner(11.5) - corner(6))],
    ["IFCTSHAPEPROFILEDEF", "100.,120.,11.,11.,11.,$,$,$,$", 120 * 11 + 89 * 11 + 2 * corner(11)],
    [
      "IFCTSHAPEPROFILEDEF",
      "100.,120.,11.,11.,11.,5.,3.,$,$",
      120 * 11 + 89 * 11 + 2 * (corner(11) - corner(5) - corner(3))
    ],
    ["IFCZSHAPEPROFILEDEF", "200.,80.,10.,13.,12.,6.", 200 * 10 + 2 * 70 * 13 + 2 * (corner(12) - corner(6))],
    ["IFCCSHAPEPROFILEDEF", "200.,75.,2.5,20.,$", 2.5 * (200 + 150 + 40) - 4 * 2.5 ** 2],
    ["IFCCSHAPEPROFILEDEF", "200.,75.,2.5,20.,2.", 2.5 * 390 - 25 - 4 * (corner(4.5) - corner(2))],
    ["IFCROUNDEDRECTANGLEPROFILEDEF", "200.,100.,20.", 20_000 - 4 * corner(20)],
    ["IFCROUNDEDRECTANGLEPROFILEDEF", "200.,100.,50.", 20_000 - 4 * corner(50)],
    ["IFCRECTANGLEHOLLOWPROFILEDEF", "200.,100.,8.,12.,20.", 20_000 - 4 * corner(20) - 184 * 84 + 4 * corner(12)]
  ])("%s(%s)", async (name, numbers, area) => {
    const found = await bar(`${name}(.AREA.`, numbers)
    expect(areaOf(found) / area).toBeCloseTo(1, 4)
    expect(found.faults).toEqual({ missing: [], empty: [], open: [] })
  })
  test("of an I with different flanges as in IFC2X3", async () => {
    const numbers = "200.,300.,10.,15.,12.,100.,20.,12.,$"
    const found = await bar("IFCASYMMETRICISHAPEPROFILEDEF(.AREA.", numbers, { schema: "IFC2X3" })
    expect(areaOf(found)).toBeCloseTo(7650 + 4 * corner(12), 1)
  })
})

describe("an outline", () => {
  test("has the position and direction of its profile", async () => {
    const found = await bar("IFCASYMMETRICISHAPEPROFILEDEF(.AREA.", "200.,300.,10.,15.,$,100.,20.,$,$,$,$,$", {
      at: [1000, 2000],
      along: [0, 1]
    })
    // The lower flange is the larger one, and the lower side is that with greater x.
    const below = (3000 * 142.5 - 2000 * 140 + 2650 * 2.5) / 7650
    expect(found.CentroidX).toBeCloseTo(1 + below / 1000, 6)
    expect(found.CentroidY).toBeCloseTo(2, 6)
  })
  test.each([
    ["whose radius does not fit", "IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.", "200.,100.,51."],
    ["with a length below zero", "IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.", "200.,100.,-5."],
    ["with one beyond all numbers", "IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.", "200.,100.,1.E999"]
  ])("is left to the engine for what is wrong in itself: %s", async (_, kind, numbers) => {
    expect(areaOf(await bar(kind, numbers))).toBeCloseTo(20_000, 1)
  })
  test("is not made for a profile that is a curve", () => {
    const file = writer("millimetre")
    file.add("IFCROUNDEDRECTANGLEPROFILEDEF(.CURVE.,$,$,200.,100.,20.)")
    expect(shapesIn(file.bytes()).rewritten).toEqual({ blanks: [], at: 0, text: "" })
  })
  test(`is made for at most ${mostRewritten} profiles`, () => {
    const file = writer("millimetre")
    for (let i = 0; i <= mostRewritten; i++) file.add("IFCISHAPEPROFILEDEF(.AREA.,$,$,150.,300.,7.1,10.7,15.,$,$)")
    expect(shapesIn(file.bytes()).rewritten.blanks).toHaveLength(mostRewritten)
  })
})

const shapesIn = (bytes: Uint8Array) => shapesOf(Either.getOrThrow(openModel(bytes, {}, true)))
