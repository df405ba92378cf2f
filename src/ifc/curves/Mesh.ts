import { cross, dot, minus, type Vector } from "./Vector.ts"

type Triangle = readonly [number, number, number]

/** Triangles, counterclockwise seen from outside, as indices of points. */
export interface Mesh {
  readonly points: ReadonlyArray<Vector>
  readonly triangles: ReadonlyArray<Triangle>
}

/** Returns several meshes as one. */
export const joined = (meshes: ReadonlyArray<Mesh>): Mesh => {
  const triangles: Array<Triangle> = []
  let count = 0
  for (const mesh of meshes) {
    for (const [a, b, c] of mesh.triangles) triangles.push([a + count, b + count, c + count])
    count += mesh.points.length
  }
  return { points: meshes.flatMap(({ points }) => points), triangles }
}

/** Returns the volume that a closed mesh encloses; negative if its triangles are seen from inside. */
const volumeOf = ({ points, triangles }: Mesh): number => {
  const from = points[0]!
  let sum = 0
  for (const [a, b, c] of triangles) {
    sum += dot(minus(points[a]!, from), cross(minus(points[b]!, from), minus(points[c]!, from)))
  }
  return sum / 6
}

/** Returns a closed mesh whose triangles are counterclockwise seen from outside. */
export const outward = (mesh: Mesh): Mesh =>
  volumeOf(mesh) >= 0 ? mesh : { ...mesh, triangles: mesh.triangles.map(([a, b, c]) => [a, c, b]) }

/**
 * Returns the surface through rings of points, with the triangles of caps at its ends; without caps it closes on itself.
 *
 * @param loops the number of points of each loop of a ring
 * @param rings the same number of points each
 * @param caps triangles of the first and the last ring, as indices into its points
 */
export const loft = (
  loops: ReadonlyArray<number>,
  rings: ReadonlyArray<ReadonlyArray<Vector>>,
  caps: readonly [ReadonlyArray<Triangle>, ReadonlyArray<Triangle>] | null
): Mesh => {
  const size = rings[0]!.length
  const triangles: Array<Triangle> = []
  const steps = caps === null ? rings.length : rings.length - 1
  for (let step = 0; step < steps; step++) {
    const [low, high] = [step * size, ((step + 1) % rings.length) * size]
    let start = 0
    for (const count of loops) {
      for (let i = 0; i < count; i++) {
        const [one, two] = [start + i, start + ((i + 1) % count)]
        triangles.push([low + one, low + two, high + two], [low + one, high + two, high + one])
      }
      start += count
    }
  }
  const last = (rings.length - 1) * size
  for (const [a, b, c] of caps?.[0] ?? []) triangles.push([c, b, a])
  for (const [a, b, c] of caps?.[1] ?? []) triangles.push([a + last, b + last, c + last])
  return outward({ points: rings.flat(), triangles })
}
