/* Volumes of solids that the engine does not draw, or draws differently from the standard. */
import { describe, expect, test } from "bun:test"
import { type Drawing, solidOf, ways, waysSinceIfc4 } from "../testing/SolidFile.ts"
import { inTurns } from "../../testing/Volume.ts"

type Numbers = ReadonlyArray<number>
type Case = readonly [name: string, solid: (draw: Drawing) => string, volume: number]

const tau = 2 * Math.PI

const upwards = (draw: Drawing) => draw.direction([0, 0, 1])
const ring = (draw: Drawing, x: number, y: number, wall: number) =>
  draw.add(`IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,${draw.flat()},${draw.length(x)},${draw.length(y)},${draw.length(wall)},$,$)`) // prettier-ignore
const tapered = (draw: Drawing, from: string, to: string, height = 3) =>
  draw.add(`IFCEXTRUDEDAREASOLIDTAPERED(${from},${draw.axes([1, 2, 3])},${upwards(draw)},${draw.length(height)},${to})`)
const revolved = (draw: Drawing, from: string, to: string, degrees: number) => {
  const axis = draw.add(`IFCAXIS1PLACEMENT(${draw.point([0, 0, 0])},${draw.direction([0, 1, 0])})`)
  return draw.add(`IFCREVOLVEDAREASOLIDTAPERED(${from},${draw.axes([1, 2, 3])},${axis},${draw.angle(degrees)},${to})`)
}
const alongCentre = (draw: Drawing, curve: string, thickness: number) =>
  draw.extruded(draw.add(`IFCCENTERLINEPROFILEDEF(.AREA.,$,${curve},${draw.length(thickness)})`), 3)
const fixed = (draw: Drawing, profile: string, directrix: string, ends = "$,$", reference: Numbers = [0, 0, 1]) =>
  draw.add(
    `IFCFIXEDREFERENCESWEPTAREASOLID(${profile},${draw.axes()},${directrix},${ends},${draw.direction(reference)})`
  )
const onSurface = (draw: Drawing, profile: string, directrix: string, surface: string, ends = "$,$") =>
  draw.add(`IFCSURFACECURVESWEPTAREASOLID(${profile},${draw.axes()},${directrix},${ends},${surface})`)
/** A quarter of a circle with a radius of 5 about (5, 0), from (0, 0) to (5, 5). */
const quarter = (draw: Drawing) =>
  draw.trim(draw.add(`IFCCIRCLE(${draw.axes([5, 0, 0])},${draw.length(5)})`), draw.parameter(180), draw.parameter(90), "F") // prettier-ignore
const spine = (draw: Drawing, curve: string, profiles: ReadonlyArray<string>, places: ReadonlyArray<string>) =>
  draw.add(`IFCSECTIONEDSPINE(${draw.joined(curve)},(${profiles.join()}),(${places.join()}))`)
const disk = (draw: Drawing, directrix: string, radii: readonly [number, number | null], ends = "$,$") =>
  draw.add(`IFCSWEPTDISKSOLID(${directrix},${draw.length(radii[0])},${radii[1] === null ? "$" : draw.length(radii[1])},${ends})`) // prettier-ignore

const cases: ReadonlyArray<Case> = [
  ["a centre line", (draw) => alongCentre(draw, draw.line([0, 0], [5, 0]), 0.2), 3],
  ["a centre line with a corner", (draw) => alongCentre(draw, draw.line([0, 0], [5, 0], [5, 3]), 0.2), 4.8],
  ["a centre line backwards", (draw) => alongCentre(draw, draw.line([5, 3], [5, 0], [0, 0]), 0.2), 4.8],
  [
    "a closed centre line",
    (draw) => alongCentre(draw, draw.line([0, 0], [5, 0], [5, 3], [0, 3], [0, 0]), 0.2),
    (5.2 * 3.2 - 4.8 * 2.8) * 3
  ],
  [
    "a centre line of an arc",
    (draw) => alongCentre(draw, draw.trim(draw.circle(5), draw.parameter(0), draw.parameter(90)), 0.2),
    (tau / 4) * 5 * 0.6
  ],
  [
    "a centre line of lines and arcs",
    (draw) => {
      const arc = draw.trim(draw.circle(1), draw.parameter(0), draw.parameter(90))
      return alongCentre(draw, draw.joined(draw.line([1, -2], [1, 0]), arc, `-${draw.line([-2, 1], [0, 1])}`), 0.2)
    },
    (4 + tau / 4) * 0.6
  ],
  [
    "sections along a line",
    (draw) => spine(draw, draw.line([0, 0, 0], [0, 0, 5]), [draw.rectangle(1, 2), draw.rectangle(1, 2)], [draw.axes(), draw.axes([0, 0, 5])]), // prettier-ignore
    10
  ],
  [
    "three sections that change",
    (draw) =>
      spine(
        draw,
        draw.line([0, 0, 0], [0, 0, 5]),
        [draw.rectangle(1, 2), draw.rectangle(2, 2), draw.rectangle(2, 4)],
        [draw.axes(), draw.axes([0, 0, 2]), draw.axes([0, 0, 5])]
      ),
    6 + 18
  ],
  [
    "sections with holes",
    (draw) => spine(draw, draw.line([0, 0, 0], [0, 0, 5]), [ring(draw, 1, 2, 0.1), ring(draw, 1, 2, 0.1)], [draw.axes(), draw.axes([0, 0, 5])]), // prettier-ignore
    (2 - 0.8 * 1.8) * 5
  ],
  [
    "sections with corners of different numbers",
    (draw) => {
      const square = draw.within(draw.line([1, 1], [-1, 1], [-1, 0], [-1, -1], [1, -1], [1, 1]))
      return spine(
        draw,
        draw.line([0, 0, 0], [0, 0, 1]),
        [draw.rectangle(2, 2), square],
        [draw.axes(), draw.axes([0, 0, 1])]
      )
    },
    4
  ],
  [
    "sections along an arc",
    (draw) => spine(draw, quarter(draw), [draw.rectangle(1, 2), draw.rectangle(1, 2)], [draw.axes([0, 0, 0], [0, 1, 0]), draw.axes([5, 5, 0], [1, 0, 0], [0, -1, 0])]), // prettier-ignore
    (tau / 4) * 10
  ],
  [
    "a profile on a plane",
    (draw) => onSurface(draw, draw.rectangle(1, 2), quarter(draw), draw.add(`IFCPLANE(${draw.axes()})`), `${draw.angle(180)},${draw.angle(90)}`), // prettier-ignore
    (tau / 4) * 10
  ],
  [
    "a profile on an extruded arc",
    (draw) => {
      const arc = draw.trim(draw.circle(5), draw.parameter(0), draw.parameter(90))
      const profile = draw.add(`IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,${arc})`)
      const surface = draw.add(`IFCSURFACEOFLINEAREXTRUSION(${profile},${draw.axes()},${draw.direction([0, 0, 1])},${draw.length(3)})`) // prettier-ignore
      const directrix = draw.trim(draw.add(`IFCCIRCLE(${draw.axes([0, 0, 1])},${draw.length(5)})`), draw.parameter(0), draw.parameter(90)) // prettier-ignore
      return onSurface(draw, draw.rectangle(2, 1), directrix, surface, `${draw.angle(0)},${draw.angle(90)}`)
    },
    (tau / 4) * 10
  ],
  [
    "a disk along the whole of a polygon, as IFC2X3 has it",
    (draw) => disk(draw, draw.line([0, 0, 0], [3, 0, 0], [3, 2, 0]), [0.1, null], "0.,2."),
    (tau / 2) * 0.05
  ],
  [
    "a ring along a polygon and an arc",
    (draw) => {
      const arc = draw.trim(draw.add(`IFCCIRCLE(${draw.axes()},${draw.length(1)})`), draw.parameter(0), draw.parameter(90)) // prettier-ignore
      return disk(draw, draw.joined(draw.line([1, -2, 0], [1, 0, 0]), arc, `-${draw.line([-1, 2, 0], [-1, 1, 0], [0, 1, 0])}`), [0.1, 0.08]) // prettier-ignore
    },
    (tau / 2) * 0.0036 * (4 + tau / 4)
  ],
  [
    "a derived profile that is turned and mirrored",
    (draw) => {
      const operator = `IFCCARTESIANTRANSFORMATIONOPERATOR2D(${draw.direction([0, 1])},${draw.direction([1, 0])},${draw.point([1, 1])},0.5)` // prettier-ignore
      return draw.extruded(
        draw.add(`IFCDERIVEDPROFILEDEF(.AREA.,$,${ring(draw, 1, 2, 0.1)},${draw.add(operator)},$)`),
        3
      )
    },
    (2 - 0.8 * 1.8) * 0.75
  ]
]

const newer: ReadonlyArray<Case> = [
  ["tapered", (draw) => tapered(draw, draw.rectangle(2, 2), draw.rectangle(1, 1)), 7],
  ["tapered with a hole", (draw) => tapered(draw, ring(draw, 2, 2, 0.5), ring(draw, 1, 1, 0.25)), 7 * 0.75],
  ["tapered to another place", (draw) => tapered(draw, draw.rectangle(2, 2), draw.rectangle(2, 2, [5, 1])), 12],
  ["a cone", (draw) => tapered(draw, draw.disk(2), draw.disk(1)), tau * 3.5],
  ["tapered out of a box", (draw) => draw.minus(draw.extruded(draw.rectangle(10, 10), 5), tapered(draw, draw.rectangle(2, 2), draw.rectangle(1, 1), 1)), 500 - 7 / 3], // prettier-ignore
  [
    "revolved and tapered",
    (draw) => revolved(draw, draw.rectangle(1, 2, [3, 0]), draw.rectangle(1, 1, [3, 0]), 90),
    tau * 1.125
  ],
  [
    "revolved and tapered with a hole",
    (draw) => {
      const hollow = (y: number) => draw.add(`IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,${draw.flat([3, 0])},${draw.length(1)},${draw.length(y)},${draw.length(0.1)},$,$)`) // prettier-ignore
      return revolved(draw, hollow(2), hollow(1), 180)
    },
    tau * 1.5 * ((2 - 0.8 * 1.8 + 1 - 0.8 * 0.8) / 2)
  ],
  ["a profile along an arc", (draw) => fixed(draw, draw.rectangle(1, 2), quarter(draw)), (tau / 4) * 10],
  [
    "a profile along lines with corners",
    (draw) => fixed(draw, draw.rectangle(0.5, 1), draw.line([0, 0, 0], [4, 0, 0], [4, 3, 0], [8, 3, 0])),
    5.5
  ],
  [
    "a profile along a closed line",
    (draw) => fixed(draw, draw.disk(0.5), draw.line([0, 0, 0], [4, 0, 0], [4, 3, 0], [0, 3, 0], [0, 0, 0])),
    (tau / 8) * 14
  ],
  [
    "a profile along a part of a line",
    (draw) => fixed(draw, draw.rectangle(1, 1), draw.line([0, 0, 0], [4, 0, 0], [4, 3, 0]), "IFCPARAMETERVALUE(0.5),IFCPARAMETERVALUE(2.)"), // prettier-ignore
    5
  ],
  [
    "a profile along an arc in space",
    (draw) => fixed(draw, draw.rectangle(0.5, 1), draw.indexed([[0, 0, 0], [0, 3 - 3 / Math.SQRT2, 3 / Math.SQRT2], [0, 3, 3]], "(IFCARCINDEX((1,2,3)))"), "$,$", [1, 0, 0]), // prettier-ignore
    (tau / 4) * 1.5
  ],
  [
    "a disk along a polygon with fillets",
    (draw) => draw.add(`IFCSWEPTDISKSOLIDPOLYGONAL(${draw.line([0, 0, 0], [2, 0, 0], [2, 4, 0])},${draw.length(0.1)},$,$,$,${draw.length(0.5)})`), // prettier-ignore
    (tau / 2) * 0.01 * (5 + tau / 8)
  ],
  [
    "a ring along a polygon with fillets",
    (draw) => draw.add(`IFCSWEPTDISKSOLIDPOLYGONAL(${draw.line([0, 0, 0], [2, 0, 0], [2, 4, 0], [2, 4, 2])},${draw.length(0.1)},${draw.length(0.05)},$,$,${draw.length(0.5)})`), // prettier-ignore
    (tau / 2) * 0.0075 * (6 + tau / 4)
  ],
  [
    "a disk along a polygon without fillets",
    (draw) => draw.add(`IFCSWEPTDISKSOLIDPOLYGONAL(${draw.indexed([[0, 0, 0], [2, 0, 0], [2, 4, 0]])},${draw.length(0.1)},$,$,$,$)`), // prettier-ignore
    (tau / 2) * 0.06
  ],
  [
    "a disk along a part of a polygon",
    (draw) => disk(draw, draw.line([0, 0, 0], [3, 0, 0], [3, 2, 0]), [0.1, null], "0.,1."),
    (tau / 2) * 0.03
  ]
]

/** Sections along a directrix at distances from its start, each moved to the left and up. */
const horizontal = (
  draw: Drawing,
  directrix: string,
  sections: ReadonlyArray<readonly [string, number, number, number]>
) => {
  const places = sections.map(([, at, left, up]) => {
    const point = `IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${draw.length(at)}),${draw.length(left)},${draw.length(up)},$,${directrix})` // prettier-ignore
    return draw.add(`IFCAXIS2PLACEMENTLINEAR(${draw.add(point)},$,$)`)
  })
  return draw.add(`IFCSECTIONEDSOLIDHORIZONTAL(${directrix},(${sections.map(([section]) => section).join()}),(${places.join()}))`) // prettier-ignore
}

const newest: ReadonlyArray<Case> = [
  [
    "sections at distances along a line with a corner",
    (draw) => horizontal(draw, draw.line([0, 0, 0], [6, 0, 0], [6, 4, 0]), [[draw.rectangle(1, 2), 0, 0, 1], [draw.rectangle(1, 2), 10, 0, 1]]), // prettier-ignore
    20
  ],
  [
    "sections at distances that change and move up along an arc",
    (draw) => horizontal(draw, quarter(draw), [[draw.rectangle(1, 2), 0, 0, 0], [draw.rectangle(1, 1), (tau / 4) * 5, 0, 2]]), // prettier-ignore
    (tau / 4) * 7.5
  ],
  [
    "sections along a part of a line, to its left",
    (draw) => horizontal(draw, draw.line([0, 0, 0], [6, 0, 0]), [[draw.disk(1), 1, 3, 0], [draw.disk(1), 5, 3, 0]]), // prettier-ignore
    tau * 2
  ]
]

const variants = (all: ReadonlyArray<Case>, of: typeof ways) =>
  inTurns(all, of).map(([one, way]) => [`${one[0]}, ${way.schema}, ${way.unit}`, one, way] as const)

describe("the volume of", () => {
  test.each([...variants(cases, ways), ...variants(newer, waysSinceIfc4), ...variants(newest, ways.slice(2))])(
    "%s",
    async (_, [, solid, volume], way) => {
      const { Volume, faults } = await solidOf(solid, way)
      expect(Math.abs(Volume / volume - 1)).toBeLessThan(0.005)
      expect(faults).toEqual({ missing: [], empty: [], open: [] })
    }
  )
})

test("the parameters 0 and 1, which IFC2X3 exporters write for a whole arc, trim nothing", async () => {
  const arc = (draw: Drawing) =>
    draw.trim(draw.add(`IFCCIRCLE(${draw.axes()},${draw.length(1)})`), draw.parameter(0), draw.parameter(90))
  const { Volume } = await solidOf((draw) => disk(draw, arc(draw), [0.1, null], "0.,1."), {
    ...ways[1]!,
    angle: "degree"
  })
  expect(Volume / ((tau / 2) * 0.01 * (tau / 4))).toBeCloseTo(1, 2)
})
