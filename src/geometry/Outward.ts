/** The most tests of a ray against a triangle when it is found out which bodies lie inside which. */
const mostTests = 20_000_000

/** The direction of these rays, which is that of no edge or face in practice. */
const ray = [0.41237, 0.57731, 0.70429] as const

/** Returns for each corner the number of the first one within a tolerance of it. Linear time. */
const merged = (corners: Float64Array, tolerance: number): Uint32Array => {
  const size = 8 * tolerance
  const found = new Map<string, Array<number>>()
  const ids = new Uint32Array(corners.length / 3)
  for (let corner = 0; corner < ids.length; corner++) {
    const at = [corners[3 * corner]!, corners[3 * corner + 1]!, corners[3 * corner + 2]!] as const
    const cells = at.map((value) => {
      const [low, high] = [Math.floor((value - tolerance) / size), Math.floor((value + tolerance) / size)]
      return low === high ? [low] : [low, high]
    })
    let id = corner
    for (const x of cells[0]!) {
      for (const y of cells[1]!) {
        for (const z of cells[2]!) {
          for (const other of found.get(`${x} ${y} ${z}`) ?? []) {
            const isNear = at.every((value, axis) => Math.abs(value - corners[3 * other + axis]!) <= tolerance)
            if (isNear && other < id) id = other
          }
        }
      }
    }
    ids[corner] = id
    if (id === corner) {
      const own = at.map((value) => Math.floor(value / size)).join(" ")
      found.getOrInsertComputed(own, () => []).push(corner)
    }
  }
  return ids
}

/** Bodies of a mesh: triangles that hang together by edges of two triangles. */
interface Bodies {
  readonly count: number
  /** The body of each triangle; -1 for triangles without an area. */
  readonly of: Int32Array
  /** 1 for triangles that are to be turned, so that those of a body go round the same way. */
  readonly turned: Uint8Array
}

/** Returns null if an edge has an odd number of triangles, or if they cannot all go round the same way. */
const bodiesOf = (ids: Uint32Array, triangles: Uint32Array): Bodies | null => {
  const corner = (at: number): number => ids[triangles[at]!]!
  const next = (at: number): number => (at % 3 === 2 ? at - 2 : at + 1)
  const sides = new Map<number, Array<number>>()
  const of = new Int32Array(triangles.length / 3).fill(-1)
  const isFlat = (first: number): boolean => {
    const [a, b, c] = [corner(first), corner(first + 1), corner(first + 2)]
    return a === b || b === c || c === a
  }
  const keyOf = (at: number): number => {
    const [a, b] = [corner(at), corner(next(at))]
    return Math.min(a, b) * ids.length + Math.max(a, b)
  }
  for (let at = 0; at < triangles.length; at++) {
    if (!isFlat(at - (at % 3))) sides.getOrInsertComputed(keyOf(at), () => []).push(at)
  }
  for (const { length } of sides.values()) if (length % 2 === 1) return null
  const turned = new Uint8Array(of.length)
  let count = 0
  for (let first = 0; first < of.length; first++) {
    if (of[first] !== -1 || isFlat(3 * first)) continue
    of[first] = count
    const open = [first]
    for (let triangle = open.pop(); triangle !== undefined; triangle = open.pop()) {
      for (let at = 3 * triangle; at < 3 * triangle + 3; at++) {
        const both = sides.get(keyOf(at))!
        if (both.length !== 2) continue
        const other = both[0] === at ? both[1]! : both[0]!
        const neighbour = (other - (other % 3)) / 3
        // Neighbours go along their common edge in opposite directions.
        const turn = turned[triangle]! ^ (corner(at) === corner(other) ? 1 : 0)
        if (of[neighbour] === -1) {
          of[neighbour] = count
          turned[neighbour] = turn
          open.push(neighbour)
        } else if (turned[neighbour] !== turn) return null
      }
    }
    count += 1
  }
  return { count, of, turned }
}

type Point = readonly [number, number, number]

/** Returns whether a ray from a point meets a triangle. Source: T. Möller, B. Trumbore, 1997. */
const meets = (from: Point, a: Point, b: Point, c: Point): boolean => {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const [px, py, pz] = [ray[1] * vz - ray[2] * vy, ray[2] * vx - ray[0] * vz, ray[0] * vy - ray[1] * vx]
  const determinant = ux * px + uy * py + uz * pz
  const [tx, ty, tz] = [from[0] - a[0], from[1] - a[1], from[2] - a[2]]
  const u = (tx * px + ty * py + tz * pz) / determinant
  if (!(u >= 0 && u <= 1)) return false
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux]
  const v = (ray[0] * qx + ray[1] * qy + ray[2] * qz) / determinant
  return v >= 0 && u + v <= 1 && (vx * qx + vy * qy + vz * qz) / determinant > 0
}

/**
 * Returns the triangles of a mesh so turned that they enclose bodies: outwards, and inwards around the hollows inside
 * these, whichever way each of them went round before. Returns null if the mesh encloses nothing, because an edge has an
 * odd number of triangles or because it has one side only. Of corners that are the same only the first one is used.
 *
 * @param corners finite coordinates of its corners, three each
 * @param tolerance the distance within which corners are the same, in the unit of the coordinates
 */
export const facedOutward = (
  corners: Float64Array,
  triangles: Uint32Array,
  tolerance: number
): Uint32Array<ArrayBuffer> | null => {
  const ids = merged(corners, tolerance)
  const bodies = bodiesOf(ids, triangles)
  if (bodies === null || bodies.count === 0) return null
  const { count, of, turned } = bodies
  const point = (at: number): Point => {
    const corner = 3 * triangles[at]!
    return [corners[corner]!, corners[corner + 1]!, corners[corner + 2]!]
  }
  const members = Array.from({ length: count }, (): Array<number> => [])
  for (const [triangle, body] of of.entries()) if (body >= 0) members[body]!.push(triangle)
  const boxes = members.map((list) => {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (const triangle of list) {
      for (let at = 3 * triangle; at < 3 * triangle + 3; at++) {
        for (const [axis, value] of point(at).entries()) {
          box[axis] = Math.min(box[axis]!, value)
          box[3 + axis] = Math.max(box[3 + axis]!, value)
        }
      }
    }
    return box
  })
  const isBoxInside = (inner: number, outer: number): boolean =>
    [0, 1, 2].every(
      (axis) =>
        boxes[inner]![axis]! > boxes[outer]![axis]! + tolerance &&
        boxes[inner]![3 + axis]! < boxes[outer]![3 + axis]! - tolerance
    )
  let tests = 0
  const faced = Uint32Array.from(triangles, (corner) => ids[corner]!)
  for (const [body, list] of members.entries()) {
    const [a, b, c] = [0, 1, 2].map((i) => point(3 * list[0]! + i)) as [Point, Point, Point]
    const middle: Point = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3]
    let isHollow = false
    for (let outer = 0; outer < count; outer++) {
      if (outer === body || !isBoxInside(body, outer)) continue
      tests += members[outer]!.length
      if (tests > mostTests) return null
      for (const triangle of members[outer]!) {
        if (meets(middle, point(3 * triangle), point(3 * triangle + 1), point(3 * triangle + 2))) isHollow = !isHollow
      }
    }
    let volume = 0
    for (const triangle of list) {
      const [p, q, r] = [0, 1, 2].map((i): Point => {
        const [x, y, z] = point(3 * triangle + i)
        return [x - a[0], y - a[1], z - a[2]]
      }) as [Point, Point, Point]
      const signed =
        p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0])
      volume += turned[triangle] === 1 ? -signed : signed
    }
    const isInsideOut = volume < 0 !== isHollow
    for (const triangle of list) {
      if ((turned[triangle] === 1) === isInsideOut) continue
      const [at, other] = [3 * triangle + 1, 3 * triangle + 2]
      ;[faced[at], faced[other]] = [faced[other]!, faced[at]!]
    }
  }
  return faced
}
