/* Volumes of solids with curved faces. */
import { describe, expect, test } from "bun:test"
import { type Drawing, solidOf, waysSinceIfc4 } from "../testing/SolidFile.ts"
import { inTurns } from "../../testing/Volume.ts"

type Numbers = ReadonlyArray<number>
type Case = readonly [name: string, solid: (draw: Drawing) => string, volume: number]

const tau = 2 * Math.PI

/** Writes vertices, edges and faces; an edge or a loop that begins with a minus is reversed. */
const topology = (draw: Drawing) => {
  const { add } = draw
  const isReversed = (text: string) => (text.startsWith("-") ? ".F." : ".T.")
  const named = (text: string) => text.replace("-", "")
  const vertex = (at: Numbers) => add(`IFCVERTEXPOINT(${draw.point(at)})`)
  const edge = (from: string, to: string, curve: string, sense = "T") =>
    add(`IFCEDGECURVE(${from},${to},${curve},.${sense}.)`)
  const straight = (from: string, to: string, at: Numbers, along: Numbers) =>
    edge(from, to, add(`IFCLINE(${draw.point(at)},${add(`IFCVECTOR(${draw.direction(along)},1.)`)})`))
  const circle = (at: Numbers, radius: number, z: Numbers = [0, 0, 1], x: Numbers = [1, 0, 0]) =>
    add(`IFCCIRCLE(${draw.axes(at, z, x)},${draw.length(radius)})`)
  const loop = (...edges: ReadonlyArray<string>) =>
    add(`IFCEDGELOOP((${edges.map((one) => add(`IFCORIENTEDEDGE(*,*,${named(one)},${isReversed(one)})`)).join()}))`)
  const face = (surface: string, ...loops: ReadonlyArray<string>) => {
    const bounds = loops.map((one, i) => add(`IFCFACE${i === 0 ? "OUTER" : ""}BOUND(${named(one)},${isReversed(one)})`))
    return add(`IFCADVANCEDFACE((${bounds.join()}),${named(surface)},${isReversed(surface)})`)
  }
  const plane = (at: Numbers, z: Numbers, x: Numbers = [1, 0, 0]) => add(`IFCPLANE(${draw.axes(at, z, x)})`)
  const cylinder = (radius: number, at: Numbers = [0, 0, 0]) =>
    add(`IFCCYLINDRICALSURFACE(${draw.axes(at)},${draw.length(radius)})`)
  const shell = (...faces: ReadonlyArray<string>) => add(`IFCCLOSEDSHELL((${faces.join()}))`)
  const brep = (...faces: ReadonlyArray<string>) => add(`IFCADVANCEDBREP(${shell(...faces)})`)
  return { add, vertex, edge, straight, circle, loop, face, plane, cylinder, shell, brep }
}

/** A closed circular edge with one vertex. */
const ring = (draw: Drawing, at: Numbers, radius: number) => {
  const { circle, edge, vertex } = topology(draw)
  const start = vertex([at[0]! + radius, at[1]!, at[2]!])
  return { start, edge: edge(start, start, circle(at, radius)) }
}

const lids = (draw: Drawing, low: string, high: string, height: number) => {
  const { face, loop, plane } = topology(draw)
  return [face(plane([0, 0, 0], [0, 0, -1]), loop(`-${low}`)), face(plane([0, 0, height], [0, 0, 1]), loop(high))]
}

/** A cylinder of three metres whose side has either a seam or two loops. */
const rod = (draw: Drawing, hasSeam: boolean) => {
  const { brep, cylinder, face, loop, straight } = topology(draw)
  const [low, high] = [ring(draw, [0, 0, 0], 1), ring(draw, [0, 0, 3], 1)]
  const loops = hasSeam
    ? [loop(low.edge, ...[straight(low.start, high.start, [1, 0, 0], [0, 0, 1])].flatMap((seam) => [seam, `-${high.edge}`, `-${seam}`]))] // prettier-ignore
    : [loop(low.edge), loop(`-${high.edge}`)]
  return brep(face(cylinder(1), ...loops), ...lids(draw, low.edge, high.edge, 3))
}

/** A body of revolution about z, whose profile is a line from one radius and height to another. */
const turned = (draw: Drawing, from: Numbers, to: Numbers) => {
  const { add, brep, face, loop } = topology(draw)
  const profile = add(`IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,${draw.line(from, to)})`)
  // The profile is drawn in x and z.
  const position = draw.axes([0, 0, 0], [0, -1, 0], [1, 0, 0])
  const axis = add(`IFCAXIS1PLACEMENT(${draw.point([0, 0, 0])},${draw.direction([0, 1, 0])})`)
  const surface = add(`IFCSURFACEOFREVOLUTION(${profile},${position},${axis})`)
  const low = ring(draw, [0, 0, from[1]!], from[0]!)
  if (to[0] === 0) return brep(face(surface, loop(low.edge)), lids(draw, low.edge, low.edge, 0)[0]!)
  const high = ring(draw, [0, 0, to[1]!], to[0]!)
  return brep(face(surface, loop(low.edge), loop(`-${high.edge}`)), ...lids(draw, low.edge, high.edge, to[1]!))
}

const ball = (draw: Drawing, radius: number) => {
  const { add, face, vertex } = topology(draw)
  const surface = add(`IFCSPHERICALSURFACE(${draw.axes()},${draw.length(radius)})`)
  return face(surface, add(`IFCVERTEXLOOP(${vertex([0, 0, -radius])})`))
}

/** A quarter of a torus about z, from the x axis to the y axis, with a seam. */
const elbow = (draw: Drawing) => {
  const { add, brep, circle, edge, face, loop, plane, vertex } = topology(draw)
  const surface = add(`IFCTOROIDALSURFACE(${draw.axes()},${draw.length(5)},${draw.length(1)})`)
  const [start, end] = [vertex([6, 0, 0]), vertex([0, 6, 0])]
  const one = edge(start, start, circle([5, 0, 0], 1, [0, -1, 0], [1, 0, 0]))
  const two = edge(end, end, circle([0, 5, 0], 1, [1, 0, 0], [0, 1, 0]))
  const seam = edge(start, end, circle([0, 0, 0], 6))
  return brep(
    face(surface, loop(seam, two, `-${seam}`, `-${one}`)),
    face(plane([5, 0, 0], [0, -1, 0]), loop(one)),
    face(plane([0, 5, 0], [-1, 0, 0], [0, 1, 0]), loop(`-${two}`))
  )
}

/** A box of one metre whose lid is a spline surface with a raised middle control point. */
const pillow = (draw: Drawing, weight: number | null) => {
  const { add, brep, face, loop, plane, straight, vertex } = topology(draw)
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]] as const // prettier-ignore
  const [low, high] = [0, 1].map((z) => corners.map(([x, y]) => vertex([x, y, z]))) as [Array<string>, Array<string>]
  const sides = corners.map(([x, y], i) => {
    const next = corners[(i + 1) % 4]!
    return { along: [next[0] - x, next[1] - y, 0], at: [x, y] as const, next: (i + 1) % 4 }
  })
  const bottom = sides.map(({ along, at, next }, i) => straight(low[i]!, low[next]!, [...at, 0], along))
  const top = sides.map(({ along, at, next }, i) => straight(high[i]!, high[next]!, [...at, 1], along))
  const up = sides.map(({ at }, i) => straight(low[i]!, high[i]!, [...at, 0], [0, 0, 1]))
  const net = [0, 0.5, 1].map((x) => draw.points([0, 0.5, 1].map((y) => [x, y, x === 0.5 && y === 0.5 ? 2 : 1])))
  const lid = `(2,2,(${net.join()}),.UNSPECIFIED.,.F.,.F.,.F.,(3,3),(3,3),(0.,1.),(0.,2.),.UNSPECIFIED.`
  const surface =
    weight === null
      ? add(`IFCBSPLINESURFACEWITHKNOTS${lid})`)
      : add(`IFCRATIONALBSPLINESURFACEWITHKNOTS${lid},((1.,1.,1.),(1.,${weight}.,1.),(1.,1.,1.)))`)
  return brep(
    face(plane([0, 0, 0], [0, 0, -1]), loop(...bottom.map((edge) => `-${edge}`).toReversed())),
    face(surface, loop(...top)),
    ...sides.map(({ along, at, next }, i) =>
      face(
        plane([...at, 0], [along[1]!, -along[0]!, 0], [0, 0, 1]),
        loop(bottom[i]!, up[next]!, `-${top[i]}`, `-${up[i]}`)
      )
    )
  )
}

const cases: ReadonlyArray<Case> = [
  ["a cylinder with a seam", (draw) => rod(draw, true), tau * 1.5],
  ["a cylinder without a seam", (draw) => rod(draw, false), tau * 1.5],
  ["a cone", (draw) => turned(draw, [1, 0], [0, 3]), tau / 2],
  ["a frustum", (draw) => turned(draw, [2, 0], [1, 3]), tau * 3.5],
  ["a sphere", (draw) => topology(draw).brep(ball(draw, 1)), (tau * 2) / 3],
  [
    "half a sphere",
    (draw) => {
      const { add, brep, face, loop, plane } = topology(draw)
      const surface = add(`IFCSPHERICALSURFACE(${draw.axes([0, 0, 0], [1, 0, 0], [0, 1, 0])},${draw.length(1)})`)
      const { edge } = ring(draw, [0, 0, 0], 1)
      return brep(face(surface, loop(edge)), face(plane([0, 0, 0], [0, 0, -1]), loop(`-${edge}`)))
    },
    tau / 3
  ],
  ["a quarter of a torus", elbow, (tau / 4) * 5 * (tau / 2)],
  [
    "a whole torus with seams",
    (draw) => {
      const { add, brep, circle, edge, face, loop, vertex } = topology(draw)
      const surface = add(`IFCTOROIDALSURFACE(${draw.axes()},${draw.length(5)},${draw.length(1)})`)
      const start = vertex([6, 0, 0])
      const [large, small] = [
        edge(start, start, circle([0, 0, 0], 6)),
        edge(start, start, circle([5, 0, 0], 1, [0, -1, 0]))
      ]
      return brep(face(surface, loop(large, small, `-${large}`, `-${small}`)))
    },
    tau * 5 * (tau / 2)
  ],
  [
    "a cylinder with a hole across its seam",
    (draw) => {
      // A rod through a rod would need curves of intersection; a thin wall and a prism with four sides do not.
      const { add, brep, cylinder, edge, face, loop, plane, straight, circle, vertex } = topology(draw)
      const [low, high] = [ring(draw, [0, 0, 0], 1), ring(draw, [0, 0, 3], 1)]
      const y = 0.5
      const x = Math.sqrt(1 - y * y)
      const at = [[x, -y, 1], [x, y, 1], [x, y, 2], [x, -y, 2]] as const // prettier-ignore
      const outer = at.map((point) => vertex(point))
      const inner = at.map(([, side, z]) => vertex([0, side, z]))
      const arcs = [edge(outer[0]!, outer[1]!, circle([0, 0, 1], 1)), edge(outer[3]!, outer[2]!, circle([0, 0, 2], 1))]
      const sides = [straight(outer[1]!, outer[2]!, at[1], [0, 0, 1]), straight(outer[0]!, outer[3]!, at[0], [0, 0, 1])]
      const ways = at.map((point, i) => straight(inner[i]!, outer[i]!, [0, point[1], point[2]], [1, 0, 0]))
      const back = [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0]
      ].map(([one, two]) => {
        // prettier-ignore
        const [from, to] = [at[one!]!, at[two!]!]
        return straight(inner[one!]!, inner[two!]!, [0, from[1], from[2]], [0, to[1] - from[1], to[2] - from[2]])
      })
      return brep(
        face(
          cylinder(1),
          loop(low.edge),
          loop(`-${high.edge}`),
          loop(sides[1]!, arcs[1]!, `-${sides[0]}`, `-${arcs[0]}`)
        ),
        ...lids(draw, low.edge, high.edge, 3),
        face(plane([0, 0, 1], [0, 0, 1]), loop(ways[0]!, arcs[0]!, `-${ways[1]}`, `-${back[0]}`)),
        face(plane([0, 0, 2], [0, 0, -1]), loop(ways[2]!, `-${arcs[1]}`, `-${ways[3]}`, `-${back[2]}`)),
        face(plane([0, y, 0], [0, -1, 0]), loop(ways[1]!, sides[0]!, `-${ways[2]}`, `-${back[1]}`)),
        face(plane([0, -y, 0], [0, 1, 0]), loop(ways[3]!, `-${sides[1]}`, `-${ways[0]}`, `-${back[3]}`)),
        face(
          add(`IFCPLANE(${draw.axes([0, 0, 0], [1, 0, 0], [0, 1, 0])})`),
          loop(back[0]!, back[1]!, back[2]!, back[3]!)
        )
      )
    },
    tau * 1.5 - (0.5 * Math.sqrt(0.75) + Math.PI / 6)
  ],
  [
    "an extruded spline",
    (draw) => {
      const { add, brep, edge, face, loop, plane, straight, vertex } = topology(draw)
      const spline = (z: number | null) =>
        add(`IFCBSPLINECURVEWITHKNOTS(2,${draw.points([[0, 0], [1, 2], [2, 0]].map((at) => (z === null ? at : [...at, z])))},.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.)`) // prettier-ignore
      const profile = add(`IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,${spline(null)})`)
      const surface = add(`IFCSURFACEOFLINEAREXTRUSION(${profile},${draw.axes()},${draw.direction([0, 0, 1])},${draw.length(3)})`) // prettier-ignore
      const at = (x: number, z: number) => vertex([x, 0, z])
      const [a, b, c, d] = [at(0, 0), at(2, 0), at(2, 3), at(0, 3)] as [string, string, string, string]
      const [low, high] = [edge(a, b, spline(0)), edge(d, c, spline(3))]
      const [base, top] = [straight(a, b, [0, 0, 0], [1, 0, 0]), straight(d, c, [0, 0, 3], [1, 0, 0])]
      const [left, right] = [straight(a, d, [0, 0, 0], [0, 0, 1]), straight(b, c, [2, 0, 0], [0, 0, 1])]
      return brep(
        face(`-${surface}`, loop(left, high, `-${right}`, `-${low}`)),
        face(plane([0, 0, 0], [0, -1, 0]), loop(base, right, `-${top}`, `-${left}`)),
        face(plane([0, 0, 0], [0, 0, -1]), loop(low, `-${base}`)),
        face(plane([0, 0, 3], [0, 0, 1]), loop(top, `-${high}`))
      )
    },
    4
  ],
  ["a lid that is a spline surface", (draw) => pillow(draw, null), 1 + 1 / 9],
  ["a lid that is a rational spline surface", (draw) => pillow(draw, 1), 1 + 1 / 9],
  [
    "a ball with a void",
    (draw) => {
      const { add, shell } = topology(draw)
      return add(`IFCADVANCEDBREPWITHVOIDS(${shell(ball(draw, 2))},(${shell(ball(draw, 1))}))`)
    },
    ((tau * 2) / 3) * 7
  ],
  [
    "a cylinder cut out of a box",
    (draw) => draw.minus(draw.extruded(draw.rectangle(4, 4), 4, [0, 0, -0.5]), rod(draw, true)),
    64 - tau * 1.5
  ]
]

describe("the volume of", () => {
  test.each(
    inTurns(cases, waysSinceIfc4).map(([one, way]) => [`${one[0]}, ${way.schema}, ${way.unit}`, one, way] as const)
  )("%s", async (_, [, solid, volume], way) => {
    const { Volume, faults } = await solidOf(solid, way)
    expect(Math.abs(Volume / volume - 1)).toBeLessThan(0.006)
    expect(faults).toEqual({ missing: [], empty: [], open: [] })
  })
})
