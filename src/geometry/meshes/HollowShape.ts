import { facedOutward } from "../Outward.ts"
import type { Shape } from "../Scene.ts"

/** Corners of a shape with hollows are the same within this part of its extent. */
const samePart = 1e-6

/** Returns a shape whose inner shells face into its hollows, however the file writes them; as it is if it is open. */
export const hollowed = ({ positions, triangles }: Shape): Shape => {
  const corners = Float64Array.from(positions)
  const extent = corners.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return { positions, triangles: facedOutward(corners, triangles, samePart * extent) ?? triangles }
}
