import { BufferAttribute, BufferGeometry, WebGLRenderer } from "three"
import { ViewerFault } from "./Load.ts"

/** One triangle over the whole picture. */
export const triangle = () => {
  const geometry = new BufferGeometry()
  geometry.setAttribute("position", new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3))
  return geometry
}

/** Whether pictures are drawn without a graphics card: what only smooths is left out there. */
export const isSoftware = (gl: WebGL2RenderingContext): boolean => {
  const info = gl.getExtension("WEBGL_debug_renderer_info")
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Fails: ViewerFault, `NoWebGL`. */
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
