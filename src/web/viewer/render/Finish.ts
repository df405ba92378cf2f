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

interface Pass {
  readonly scene: Scene
  readonly dispose: () => void
}

const flat = (fragmentShader: string, uniforms: Record<string, IUniform>): Pass => {
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
  const dispose = () => {
    mesh.geometry.dispose()
    material.dispose()
  }
  return { scene: new Scene().add(mesh), dispose }
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
  const groundPass = flat(groundFragment, ground)
  const shadePass = flat(shadeFragment, { depths, pixel, range, size })
  const finishPass = flat(finishFragment, finish)
  const smoothPass = flat(smoothFragment, { picture: { value: rough.texture }, size })
  const render = ({ scene }: Pass, target: WebGLRenderTarget | null) => {
    renderer.setRenderTarget(target)
    renderer.render(scene, eye)
  }
  return {
    /** Target for what is selected, drawn without regard to what is before it. */
    through,
    /** Draws the background on the current target. */
    ground: () => renderer.render(groundPass.scene, eye),
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
      if (isWhole) render(shadePass, shades)
      render(finishPass, isWhole ? rough : null)
      if (isWhole) render(smoothPass, null)
    },
    dispose: () => {
      for (const one of [through, shades, rough, groundPass, shadePass, finishPass, smoothPass]) one.dispose()
    }
  }
}
