import { MeshoptEncoder, MeshoptSimplifier } from "meshoptimizer"
import type { Shape } from "../Scene.ts"
import { weld } from "../Weld.ts"

/** Largest distance of simplified triangles from the model's, in metres. */
export const thinnedBy = 0.00003
/**
 * Shapes with fewer triangles are not simplified; a simplification that saves a smaller part than `leastSaving` is not
 * used.
 */
const leastTriangles = 200
const leastSaving = 0.2

/** Loads the meshopt code. Await it before shapes are simplified or buffers compressed. */
export const ready = async (): Promise<void> => {
  await Promise.all([MeshoptSimplifier.ready, MeshoptEncoder.ready])
}

/**
 * Simplifies a shape for pictures: merges corners at the same place, removes triangles that make hardly a difference,
 * and reorders the mesh for compression. Returns null if no triangle is left. The result must not be used for measures.
 *
 * @param scale metres in a unit of the shape, the largest among its placements
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
  // Adding 0 turns -0 into 0, because corners are compared by their bits.
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
