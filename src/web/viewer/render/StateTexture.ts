import { DataTexture } from "three"
import { rowLength, type States } from "../States.ts"

/** Returns a texture of the states of products, which shaders look up by the number of the product. */
export const textureOf = ({ rows, texels }: Pick<States, "rows" | "texels">): DataTexture => {
  const texture = new DataTexture(texels, rowLength, rows)
  texture.needsUpdate = true
  return texture
}
