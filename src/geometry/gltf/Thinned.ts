import { MeshoptEncoder, MeshoptSimplifier } from "meshoptimizer"
import type { Shape } from "../Scene.ts"
import { weld } from "../Weld.ts"

/** How far a picture's triangles may be from the model's, in metres. */
export const thinnedBy = 0.00003
/** Fewer triangles are not worth the trouble, nor is who saves less than this part. */
const leastTriangles = 200
const leastSaving = 0.2

/** To be awaited before shapes are thinned or buffers compressed. */
export const ready = async (): Promise<void> => {
  await Promise.all([MeshoptSimplifier.ready, MeshoptEncoder.ready])
}

/**
 * A shape for pictures: corners that lie on one place are one, triangles that hardly differ are fewer, and what lies
 * side by side stands so. Null where no triangle is left. Never to be measured.
 *
 * @param scale metres in a unit of the shape, the most that it is placed with
 */
export const thinned = ({ positions, triangles }: Shape, scale: number): Shape | null => {
  const finite = triangles.filter((_, i) => {
    const first = i - (i % 3)
    let sum = 0
    for (let corner = 0; corner < 3; corner++) {
      for (let axis = 0; axis < 3; axis++) sum += positions[triangles[first + corner]! * 3 + axis]!
    }
    return Number.isFinite(sum)
  })
  // Zeros have one sign: corners are told apart by their bits.
  const places = positions.map((value) => value + 0)
  const { corners, triangles: welded } = weld(new Uint32Array(places.buffer), finite)
  if (welded.length === 0) return null
  const kept = new Float32Array(corners.length * 3)
  for (const [to, from] of corners.entries()) kept.set(places.subarray(from * 3, from * 3 + 3), to * 3)
  let few = welded
  if (welded.length > leastTriangles * 3 && scale > 0) {
    const [found] = MeshoptSimplifier.simplify(welded, kept, 3, 0, thinnedBy / scale, ["ErrorAbsolute"])
    if (found.length > 0 && found.length <= welded.length * (1 - leastSaving)) few = found
  }
  const ordered = few.slice()
  const [remap, unique] = MeshoptEncoder.reorderMesh(ordered, true, true)
  const moved = new Float32Array(unique * 3)
  for (const [from, to] of remap.entries()) {
    if (to < unique) moved.set(kept.subarray(from * 3, from * 3 + 3), to * 3)
  }
  return { positions: moved, triangles: ordered }
}
