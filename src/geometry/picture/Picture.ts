import type { Scene } from "../Scene.ts"
import { cameraOf } from "./Camera.ts"
import { makeCanvas } from "./Canvas.ts"
import { draw } from "./Draw.ts"
import { extremesOf } from "./Extremes.ts"
import { finish } from "./Finish.ts"
import { nothing } from "./Nothing.ts"
import { partsOf } from "./Parts.ts"
import { encodePng } from "./Png.ts"
import { subjectOf } from "./Subject.ts"

/** Pixels, whole numbers from `SMALLEST_SIDE` to `LARGEST_SIDE`. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

export const SMALLEST_SIDE = 64
export const LARGEST_SIDE = 2048

/** The picture that lists of models show. */
export const THUMBNAIL: PictureSize = { width: 640, height: 480 }

/** Samples along each side of a pixel. They take 32 bytes a pixel, 134 MB of the largest picture. */
const SAMPLES = 2

/** Undefined: nothing of the scene is seen. */
const pixelsOf = (scene: Scene, { width, height }: PictureSize): Uint8Array | undefined => {
  const extremes = extremesOf(scene.shapes)
  const subject = subjectOf(scene, extremes)
  if (subject === undefined) return undefined
  const samples = { width: width * SAMPLES, height: height * SAMPLES }
  const camera = cameraOf(scene, extremes, subject, samples)
  const canvas = makeCanvas(samples.width, samples.height)
  draw(canvas, scene, partsOf(scene, extremes, subject.drawn, camera, samples), camera)
  return canvas.depth.some((depth) => depth > 0) ? finish(canvas, SAMPLES, camera) : undefined
}

/**
 * A PNG of a scene, from the front, the right and above, in its colours; of spaces nothing. The building fills it,
 * whatever stands far away or lies around it. Where nothing is seen, the picture says so. Same scene, same bytes.
 *
 * Time grows with the scene's corners and the pixels; memory beside the scene's with the pixels, and by some numbers
 * for each placement and shape.
 */
export const picture = (scene: Scene, size: PictureSize): Uint8Array =>
  encodePng(pixelsOf(scene, size) ?? nothing(size.width, size.height), size.width, size.height)
