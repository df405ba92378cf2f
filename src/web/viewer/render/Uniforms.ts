import {
  type DataTexture,
  type PerspectiveCamera,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderTarget
} from "three"
import { axesOf, type Camera, depthsOf, eyeOf, halfHeight, placeInPicture } from "../Camera.ts"
import { mostLines } from "./FinishShaders.ts"
import { cutPlanes } from "./Shaders.ts"
import type { Theme } from "../Theme.ts"
import type { Vector } from "../ViewModel.ts"

/** Content of a picture. Points are relative to the model's origin. */
export interface Shown {
  readonly camera: Camera
  readonly cuts: ReadonlyArray<readonly [number, number, number, number]>
  readonly theme: Theme
  /** Start and end of each line; equal for a point. */
  readonly lines: ReadonlyArray<readonly [Vector, Vector]>
}

/** Size in CSS pixels, and the picture's pixels per CSS pixel. */
interface Size {
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** Creates the uniforms of the shaders, and `look`, which sets them and the camera `eye` for a picture. */
export const makeUniforms = (texture: DataTexture, target: WebGLRenderTarget, eye: PerspectiveCamera) => {
  const uniforms = {
    states: { value: texture },
    cuts: { value: Array.from({ length: cutPlanes }, () => new Vector4()) },
    cutCount: { value: 0 },
    accent: { value: new Vector3() }
  }
  const size = { value: new Vector2(1, 1) }
  const ground = { size, top: { value: new Vector3() }, bottom: { value: new Vector3() } }
  const finish = {
    size,
    picture: { value: target.texture },
    depths: { value: target.depthTexture },
    outline: { value: new Vector3() },
    halo: { value: new Vector3() },
    edges: { value: 1 },
    coarse: { value: 1 },
    isOutlined: { value: false },
    /** Pixels that selected products cover, also behind others. */
    through: { value: null as Texture | null },
    /** Light that reaches each place. */
    shades: { value: null as Texture | null },
    isShaded: { value: false },
    pixel: { value: 1 },
    range: { value: new Vector2(1, 2) },
    lines: { value: Array.from({ length: mostLines }, () => new Vector4()) },
    lineCount: { value: 0 }
  }
  const look = ({ camera, cuts, lines, theme }: Shown, box: ArrayLike<number>, { height, ratio, width }: Size) => {
    const { back, right, up } = axesOf(camera)
    const { far, near } = depthsOf(camera, box)
    const half = halfHeight(width, height)
    eye.matrixWorld
      .makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back))
      .setPosition(...eyeOf(camera))
    eye.matrixWorldInverse.copy(eye.matrixWorld).invert()
    const [y, x] = [half * near, half * near * (width / height)]
    eye.projectionMatrix.makePerspective(-x, x, y, -y, near, far)
    eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert()
    for (const [i, cut] of cuts.entries()) uniforms.cuts.value[i]?.set(...cut)
    uniforms.cutCount.value = Math.min(cutPlanes, cuts.length)
    const linear = theme.accent.map((part) => part ** 2.2) as [number, number, number]
    uniforms.accent.value.set(...linear)
    ground.top.value.set(...theme.top)
    ground.bottom.value.set(...theme.bottom)
    finish.outline.value.set(...theme.accent)
    finish.halo.value.set(...theme.halo)
    finish.range.value.set(near, far)
    finish.pixel.value = (2 * half) / (height * ratio)
    finish.lineCount.value = 0
    for (const line of lines) {
      const [a, b] = line.map((point) => placeInPicture(camera, point, width, height))
      if (!a || !b || finish.lineCount.value === mostLines) continue
      finish.lines.value[finish.lineCount.value++]!.set(
        a.x * ratio,
        (height - a.y) * ratio,
        b.x * ratio,
        (height - b.y) * ratio
      )
    }
  }

  return { uniforms, ground, finish, size, look }
}

export type Uniforms = ReturnType<typeof makeUniforms>
