import { facedOutward } from "../Outward.ts"
import type { Shape } from "../Scene.ts"

/**
 * Returns a shape whose inner shells face into its hollows, whatever their orientation in the file. Open shapes are
 * returned unchanged.
 */
export const hollowed = ({ positions, triangles }: Shape): Shape => {
  return { positions, triangles: facedOutward(Float64Array.from(positions), triangles) ?? triangles }
}
