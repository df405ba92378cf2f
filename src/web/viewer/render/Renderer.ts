import { BufferAttribute, BufferGeometry, WebGLRenderer } from "three"
import { ViewerFault } from "../Load.ts"

/** Returns one triangle that covers the whole picture. */
export const triangle = () => {
  const geometry = new BufferGeometry()
  geometry.setAttribute("position", new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3))
  return geometry
}

/** Returns whether there is no graphics card, in which case mere smoothing is left out. */
export const isSoftware = (gl: WebGL2RenderingContext): boolean => {
  const info = gl.getExtension("WEBGL_debug_renderer_info")
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Creates a renderer. Throws `ViewerFault` `NoWebGL` if the browser has no WebGL 2. */
export const rendererOn = (canvas: HTMLCanvasElement): WebGLRenderer => {
  try {
    return new WebGLRenderer({
      canvas,
      antialias: false,
      alpha: false,
      depth: false,
      powerPreference: "high-performance"
    })
  } catch {
    throw new ViewerFault("NoWebGL", "The browser has no WebGL 2.")
  }
}
