import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { startsWith } from "./FirstBytes.ts"

/** Rhino's 3DM. */
export const rhino: ModelFormat = {
  extensions: ["3dm"],
  beginsLike: startsWith("3D Geometry File Format "),
  toIfc: null
}
