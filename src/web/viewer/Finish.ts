import {
  GLSL3,
  type IUniform,
  LinearFilter,
  Mesh,
  NearestFilter,
  type PerspectiveCamera,
  RawShaderMaterial,
  Scene,
  type WebGLRenderer,
  WebGLRenderTarget
} from "three"
import { finishFragment, finishVertex, groundFragment, shadeFragment, smoothFragment } from "./FinishShaders.ts"
import { triangle } from "./Renderer.ts"
import type { Uniforms } from "./Uniforms.ts"

const flat = (fragmentShader: string, uniforms: Record<string, IUniform>): Scene => {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: finishVertex,
    fragmentShader,
    uniforms,
    depthTest: false,
    depthWrite: false
  })
  const mesh = new Mesh(triangle(), material)
  mesh.frustumCulled = false
  return new Scene().add(mesh)
}

const targetOf = (filter: typeof LinearFilter | typeof NearestFilter) =>
  new WebGLRenderTarget(1, 1, { minFilter: filter, magFilter: filter, depthBuffer: false })

/** The passes that cover the whole picture: its background before the model, and what makes it a picture after. */
export const makeFinish = (
  renderer: WebGLRenderer,
  eye: PerspectiveCamera,
  { finish, ground, size }: Pick<Uniforms, "finish" | "ground" | "size">
) => {
  const [through, shades, rough] = [targetOf(NearestFilter), targetOf(LinearFilter), targetOf(LinearFilter)]
  finish.through.value = through.texture
  finish.shades.value = shades.texture
  const { depths, pixel, range } = finish
  const groundScene = flat(groundFragment, ground)
  const shadeScene = flat(shadeFragment, { depths, pixel, range, size })
  const finishScene = flat(finishFragment, finish)
  const smoothScene = flat(smoothFragment, { picture: { value: rough.texture }, size })
  const render = (scene: Scene, target: WebGLRenderTarget | null) => {
    renderer.setRenderTarget(target)
    renderer.render(scene, eye)
  }
  return {
    /** Target for what is selected, drawn without regard to what is before it. */
    through,
    /** Draws the background on the current target. */
    ground: () => renderer.render(groundScene, eye),
    resize: () => {
      const { x, y } = size.value
      through.setSize(x, y)
      rough.setSize(x, y)
      shades.setSize(Math.ceil(x / 2), Math.ceil(y / 2))
    },
    /** Shows the picture on the canvas. Soft light and smooth edges take time, so a part of a picture has none. */
    present: (isWhole: boolean) => {
      finish.edges.value = isWhole ? 1 : 0
      finish.isShaded.value = isWhole
      if (isWhole) render(shadeScene, shades)
      render(finishScene, isWhole ? rough : null)
      if (isWhole) render(smoothScene, null)
    },
    dispose: () => {
      for (const target of [through, shades, rough]) target.dispose()
    }
  }
}
