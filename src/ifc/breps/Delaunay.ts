import { type Flat, turnOf } from "../curves/Triangulation.ts"

type Triangle = readonly [number, number, number]

/** The most flips of edges per point, which guards against endless flipping. Triangulations need far fewer. */
const mostFlips = 50

/** Returns a positive number if a point is inside the circle through a counterclockwise triangle. */
const inCircle = (a: Flat, b: Flat, c: Flat, p: Flat): number => {
  const [ax, ay, bx, by, cx, cy] = [a[0] - p[0], a[1] - p[1], b[0] - p[0], b[1] - p[1], c[0] - p[0], c[1] - p[1]]
  const [one, two, three] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy]
  return ax * (by * three - two * cy) - ay * (bx * three - two * cx) + one * (bx * cy - by * cx)
}

/** A triangulation whose edges, other than the sides of its polygon, can be changed. */
class Triangulation {
  /** The corner opposite to each directed edge, by the ends of the edge. */
  private readonly opposite = new Map<number, number>()
  private flips = 0
  /** The triangle that was added last, at which searches begin. It exists until another one is added. */
  private last: Triangle = [0, 0, 0]

  constructor(
    private readonly points: ReadonlyArray<Flat>,
    triangles: ReadonlyArray<Triangle>
  ) {
    for (const triangle of triangles) this.add(triangle)
  }

  private key(from: number, to: number): number {
    return from * this.points.length + to
  }

  private add([a, b, c]: Triangle): void {
    this.last = [a, b, c]
    this.opposite.set(this.key(a, b), c)
    this.opposite.set(this.key(b, c), a)
    this.opposite.set(this.key(c, a), b)
  }

  private remove([a, b, c]: Triangle): void {
    for (const [from, to] of [[a, b], [b, c], [c, a]] as const) this.opposite.delete(this.key(from, to)) // prettier-ignore
  }

  /** The triangles. Each is found at the edge that begins with the least of its corners. */
  get triangles(): ReadonlyArray<Triangle> {
    const size = this.points.length
    return [...this.opposite].flatMap(([key, c]) => {
      const [a, b] = [Math.floor(key / size), key % size]
      return a < b && a < c ? [[a, b, c] as const] : []
    })
  }

  /** Flips edges until no triangle has the opposite corner of a neighbour inside its circumscribed circle. */
  improve(edges: Iterable<readonly [number, number]>): void {
    const stack = [...edges]
    const { points } = this
    while (stack.length > 0 && this.flips < mostFlips * points.length) {
      const [a, b] = stack.pop()!
      const [c, d] = [this.opposite.get(this.key(a, b)), this.opposite.get(this.key(b, a))]
      if (c === undefined || d === undefined || c === d) continue
      const [pa, pb, pc, pd] = [points[a]!, points[b]!, points[c]!, points[d]!]
      if (!(turnOf(pc, pa, pd) > 0 && turnOf(pd, pb, pc) > 0)) continue
      const isFlat = turnOf(pa, pb, pc) <= 0 || turnOf(pb, pa, pd) <= 0
      if (!isFlat && !(inCircle(pa, pb, pc, pd) > 0)) continue
      // Two triangles that share more than one edge cannot be flipped.
      if (this.opposite.has(this.key(c, d)) || this.opposite.has(this.key(d, c))) continue
      this.flips += 1
      this.remove([a, b, c])
      this.remove([b, a, d])
      this.add([c, a, d])
      this.add([d, b, c])
      stack.push([c, a], [a, d], [d, b], [b, c])
    }
  }

  /**
   * Adds a point inside a triangle or on one of its edges. An edge with the point on it is flipped later, because its
   * triangle has no area.
   */
  insert(point: number, [a, b, c]: Triangle): void {
    this.remove([a, b, c])
    for (const [from, to] of [[a, b], [b, c], [c, a]] as const) this.add([from, to, point]) // prettier-ignore
    this.improve([[a, b], [b, c], [c, a]]) // prettier-ignore
  }

  /** Returns the triangle that contains a point, or null, by walking towards it from the last one. */
  around(point: Flat): Triangle | null {
    let triangle = this.last
    for (let step = 0; step < this.opposite.size; step++) {
      const [a, b, c] = triangle
      const side = (
        [
          [a, b],
          [b, c],
          [c, a]
        ] as const
      ).find(
        // prettier-ignore
        ([from, to]) => turnOf(this.points[from]!, this.points[to]!, point) < 0
      )
      if (side === undefined) return triangle
      const beyond = this.opposite.get(this.key(side[1], side[0]))
      if (beyond === undefined) break
      triangle = [side[1], side[0], beyond]
    }
    return this.anyAround(point)
  }

  private anyAround(point: Flat): Triangle | null {
    const size = this.points.length
    for (const [key, c] of this.opposite) {
      const [a, b] = [Math.floor(key / size), key % size]
      if (a > b || a > c) continue
      const [pa, pb, pc] = [this.points[a]!, this.points[b]!, this.points[c]!]
      if (turnOf(pa, pb, point) >= 0 && turnOf(pb, pc, point) >= 0 && turnOf(pc, pa, point) >= 0) return [a, b, c]
    }
    return null
  }

  edges(): ReadonlyArray<readonly [number, number]> {
    const size = this.points.length
    return [...this.opposite.keys()].map((key) => [Math.floor(key / size), key % size] as const)
  }
}

/**
 * Returns triangles of the same polygon that are as compact as its sides allow, with further points inside it.
 *
 * @param points those of the polygon, then those inside
 * @param triangles the triangles of the polygon alone
 */
export const refined = (
  points: ReadonlyArray<Flat>,
  triangles: ReadonlyArray<Triangle>,
  inner: ReadonlyArray<number>
): ReadonlyArray<Triangle> => {
  const mesh = new Triangulation(points, triangles)
  mesh.improve(mesh.edges())
  for (const point of inner) {
    const around = mesh.around(points[point]!)
    if (around !== null) mesh.insert(point, around)
  }
  return mesh.triangles
}
