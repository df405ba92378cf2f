/* Volumes of solids whose outlines and paths the engine would draw differently from the standard. */
import { describe, expect, test } from "bun:test"
import { type Drawing, solidOf, ways, waysSinceIfc4 } from "../testing/SolidFile.ts"
import { inTurns } from "../../testing/Volume.ts"

type Numbers = ReadonlyArray<number>
type Case = readonly [name: string, solid: (draw: Drawing) => string, volume: number]

const tau = 2 * Math.PI
const height = 3

/** A profile of curves, three metres high. */
const profile =
  (outer: (draw: Drawing) => string, ...holes: ReadonlyArray<(draw: Drawing) => string>) =>
  (draw: Drawing): string =>
    draw.extruded(draw.within(outer(draw), ...holes.map((hole) => hole(draw))), height)

const onCircle = (degrees: number, radius = 1): Numbers => [
  radius * Math.cos((degrees * Math.PI) / 180),
  radius * Math.sin((degrees * Math.PI) / 180)
]

/** An arc from one angle through another to a third, closed by its chord. */
const arc = (...degrees: Numbers) =>
  profile((draw) =>
    draw.indexed(
      degrees.map((at) => onCircle(at)),
      "(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,1)))"
    )
  )

/** The volume over the segment of a circle with a radius of 1. */
const segment = (degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return ((angle - Math.sin(angle)) / 2) * height
}

const square: ReadonlyArray<Numbers> = [
  [-2, -2],
  [2, -2],
  [2, 2],
  [-2, 2],
  [-2, -2]
]
const squareLine = (draw: Drawing) => draw.line(...square)

/** A square with a corner that an arc of a quarter of a circle cuts off. */
const corner = (arcOf: (draw: Drawing) => string) =>
  profile((draw) => draw.joined(draw.line([2, 0], [2, 2], [0, 2]), draw.line([0, 2], [0, 1]), arcOf(draw), draw.line([1, 0], [2, 0]))) // prettier-ignore
const cornerVolume = (4 - tau / 8) * height

/** A spline of a circle with a radius of 1 in four quarters. */
const splineCircle = (draw: Drawing, kind = "IFCRATIONALBSPLINECURVEWITHKNOTS") => {
  const control = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]] // prettier-ignore
  const weights = control.map((_, i) => (i % 2 === 0 ? "1." : String(Math.SQRT1_2)))
  return draw.add(
    `${kind}(2,${draw.points(control)},.CIRCULAR_ARC.,.T.,.F.,(3,2,2,2,3),(0.,1.,2.,3.,4.),.UNSPECIFIED.,(${weights.join()}))`
  )
}

const cases: ReadonlyArray<Case> = [
  [
    "an outline with a reversed line of three points",
    profile((draw) => draw.joined(draw.line([0, 0], [2, 0]), `-${draw.line([0, 1], [2, 1], [2, 0])}`, draw.line([0, 1], [0, 0]))), // prettier-ignore
    6
  ],
  [
    "an outline whose first segment is reversed",
    profile((draw) => draw.joined(`-${draw.line([2, 1], [2, 0], [0, 0])}`, draw.line([2, 1], [0, 1], [0, 0]))),
    6
  ],
  [
    "an outline of segments within segments",
    profile((draw) => {
      const inner = draw.joined(draw.line([0, 1], [2, 1]), `-${draw.line([2, 0], [2, 1])}`)
      return draw.joined(draw.line([0, 0], [2, 0]), `-${inner}`, draw.line([0, 1], [0, 0]))
    }),
    6
  ],
  [
    "a reversed hole",
    profile(squareLine, (draw) => draw.joined(`-${draw.line([-1, -1], [1, -1], [1, 1])}`, `-${draw.line([1, 1], [-1, 1], [-1, -1])}`)), // prettier-ignore
    36
  ],
  [
    "an arc by degrees",
    corner((draw) => draw.trim(draw.circle(1), draw.parameter(90), draw.parameter(0), "F")),
    cornerVolume
  ],
  [
    "an arc by points",
    corner((draw) => `-${draw.trim(draw.circle(1), draw.point([1, 0]), draw.point([0, 1]), "T", "CARTESIAN")}`),
    cornerVolume
  ],
  [
    "an arc by points and angles that differ by a turn",
    corner((draw) => {
      const [from, to] = [
        `${draw.point([0, 1])},${draw.parameter(450)}`,
        `${draw.point([1, 0])},${draw.parameter(360)}`
      ]
      return draw.trim(draw.circle(1), from, to, "F", "UNSPECIFIED")
    }),
    cornerVolume
  ],
  [
    "an arc of a turned circle",
    corner((draw) => draw.trim(draw.circle(1, draw.flat([0, 0], [0, 1])), draw.parameter(0), draw.parameter(-90), "F")),
    cornerVolume
  ],
  [
    "three quarters of a circle by angles that pass its start",
    profile((draw) => draw.joined(draw.trim(draw.circle(1), draw.parameter(180), draw.parameter(90)), draw.line([0, 1], [0, 0], [-1, 0]))), // prettier-ignore
    (tau / 2) * 0.75 * height
  ],
  [
    "half an ellipse",
    profile((draw) => draw.joined(draw.trim(draw.ellipse(2, 1), draw.parameter(0), draw.parameter(180)), draw.line([-2, 0], [2, 0]))), // prettier-ignore
    (tau / 2) * height
  ],
  [
    "a quarter of a turned ellipse by points",
    profile((draw) => {
      const ellipse = draw.ellipse(2, 1, draw.flat([0, 0], [0, 1]))
      const part = draw.trim(ellipse, draw.point([0, 2]), draw.point([-1, 0]), "T", "CARTESIAN")
      return draw.joined(part, draw.line([-1, 0], [0, 0], [0, 2]))
    }),
    (tau / 4) * height
  ],
  [
    "lines that are parts of lines",
    profile((draw) => {
      const along = draw.add(`IFCVECTOR(${draw.direction([1, 0])},${draw.length(2)})`)
      const base = draw.add(`IFCLINE(${draw.point([-2, 0])},${along})`)
      const part = draw.trim(base, "IFCPARAMETERVALUE(1.)", "IFCPARAMETERVALUE(2.)")
      return draw.joined(part, draw.line([2, 0], [2, 1], [0, 1], [0, 0]))
    }),
    6
  ],
  ["an offset curve", profile((draw) => draw.add(`IFCOFFSETCURVE2D(${squareLine(draw)},${draw.length(0.5)},.F.)`)), 27],
  [
    "a half space within an arc",
    (draw) => {
      const boundary = draw.joined(draw.trim(draw.circle(1), draw.parameter(0), draw.parameter(180)), draw.line([-1, 0], [1, 0])) // prettier-ignore
      const plane = draw.add(`IFCPLANE(${draw.axes([0, 0, 2])})`)
      const half = draw.add(`IFCPOLYGONALBOUNDEDHALFSPACE(${plane},.F.,${draw.axes()},${boundary})`)
      return draw.add(`IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${draw.extruded(draw.within(squareLine(draw)), 3)},${half})`) // prettier-ignore
    },
    48 - tau / 4
  ]
]

/** Shapes of classes that IFC2X3 lacks. */
const newer: ReadonlyArray<Case> = [
  [
    "a half space within an arc of 300 degrees, cut from a union",
    (draw) => {
      const parts = [0, 1.5].map((at) => draw.extruded(draw.within(squareLine(draw)), 1.5, [0, 0, at]))
      const boundary = draw.indexed(
        [0, 90, 300].map((at) => onCircle(at)),
        "(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,1)))"
      )
      const half = draw.add(
        `IFCPOLYGONALBOUNDEDHALFSPACE(${draw.add(`IFCPLANE(${draw.axes([0, 0, 2])})`)},.F.,${draw.axes()},${boundary})`
      )
      return draw.add(
        `IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${draw.add(`IFCBOOLEANRESULT(.UNION.,${parts.join()})`)},${half})`
      )
    },
    48 - segment(300) / height
  ],
  ["an arc of 200 degrees", arc(0, 20, 200), segment(200)],
  ["an arc of 300 degrees", arc(0, 90, 300), segment(300)],
  ["an arc of 300 degrees clockwise", arc(300, 90, 0), segment(300)],
  ["an arc of 350 degrees whose middle is at its end", arc(0, 345, 350), segment(350)],
  ["an arc of 10 degrees", arc(0, 7, 10), segment(10)],
  [
    "a circle of two arcs",
    profile((draw) => draw.indexed([0, 80, 180, 300].map((at) => onCircle(at)), "(IFCARCINDEX((1,2,3)),IFCARCINDEX((3,4,1)))")), // prettier-ignore
    (tau / 2) * height
  ],
  [
    "a hole of arcs",
    profile(squareLine, (draw) =>
      draw.indexed(
        [0, 250, 300].map((at) => onCircle(at)),
        "(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,1)))"
      )
    ),
    48 - segment(300)
  ],
  [
    "an arc of collinear points",
    profile((draw) =>
      draw.indexed([[0, 0], [1, 0], [2, 0], [2, 1], [0, 1]], "(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,4,5,1)))")
    ), // prettier-ignore
    6
  ],
  ["a circle as a rational spline", profile((draw) => splineCircle(draw)), (tau / 2) * height],
  ["a hole that is a rational spline", profile(squareLine, (draw) => splineCircle(draw)), 48 - (tau / 2) * height],
  [
    "a rectangle as a spline of degree 1",
    profile((draw) =>
      draw.add(
        `IFCBSPLINECURVEWITHKNOTS(1,${draw.points([[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]])},.UNSPECIFIED.,.T.,.F.,(2,1,1,1,2),(0.,1.,2.,3.,4.),.UNSPECIFIED.)`
      )
    ), // prettier-ignore
    6
  ],
  [
    "a parabola as a spline, closed by its chord",
    profile((draw) => {
      const control = draw.points([[0, 0], [1, 2], [2, 0]]) // prettier-ignore
      const spline = draw.add(
        `IFCBSPLINECURVEWITHKNOTS(2,${control},.UNSPECIFIED.,.F.,.F.,(3,3),(0.,7.),.UNSPECIFIED.)`
      )
      return draw.joined(`-${spline}`, draw.line([0, 0], [2, 0]))
    }),
    4
  ],
  [
    "a part of a spline",
    profile((draw) => {
      const control = draw.points([[0, 0], [1, 2], [2, 0]]) // prettier-ignore
      const spline = draw.add(
        `IFCBSPLINECURVEWITHKNOTS(2,${control},.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.)`
      )
      const part = draw.trim(spline, "IFCPARAMETERVALUE(0.5)", "IFCPARAMETERVALUE(1.)")
      return draw.joined(part, draw.line([2, 0], [1, 0], [1, 1]))
    }),
    2
  ],
  [
    "a hole of arcs that is cut out",
    (draw) => draw.minus(draw.extruded(draw.rectangle(4, 4), 3), arc(0, 90, 300)(draw)),
    48 - segment(300)
  ]
]

const variants = (all: ReadonlyArray<Case>, of: typeof ways) =>
  inTurns(all, of).map(([one, way]) => [`${one[0]}, ${way.schema}, ${way.unit}`, one, way] as const)

describe("the volume of an outline", () => {
  test.each([...variants(cases, ways), ...variants(newer, waysSinceIfc4)])("%s", async (_, [, solid, volume], way) => {
    const { Volume, faults } = await solidOf(solid, way)
    expect(Math.abs(Volume / volume - 1)).toBeLessThan(0.004)
    expect(faults).toEqual({ missing: [], empty: [], open: [] })
  })
})
