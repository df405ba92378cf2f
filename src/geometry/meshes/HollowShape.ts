import { facedOutward } from "../Outward.ts"
import type { Shape } from "../Scene.ts"

/** Returns a shape whose inner shells face into its hollows, however the file writes them; as it is if it is open. */
export const hollowed = ({ positions, triangles }: Shape): Shape => {
  return { positions, triangles: facedOutward(Float64Array.from(positions), triangles) ?? triangles }
}
