import type { Scene } from "../Scene.ts"
import { cameraOf } from "./Camera.ts"
import { makeCanvas } from "./Canvas.ts"
import { draw } from "./Draw.ts"
import { extremesOf } from "./Extremes.ts"
import { finish } from "./Finish.ts"
import { placeholder } from "./Placeholder.ts"
import { partsOf } from "./Parts.ts"
import { encodePng } from "./Png.ts"
import { subjectOf } from "./Subject.ts"

/** The size in pixels: integers from `SMALLEST_SIDE` to `LARGEST_SIDE`. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

export const SMALLEST_SIDE = 64
export const LARGEST_SIDE = 2048

/** The size of pictures in lists of models. */
export const THUMBNAIL: PictureSize = { width: 640, height: 480 }

/** Samples along each side of a pixel. They take 32 bytes a pixel, 134 MB for the largest picture. */
const SAMPLES = 2

/** Returns undefined if nothing of the scene is visible. */
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
 * Draws a PNG of a scene in its colours, from the front, the right and above, without spaces. The building fills the
 * picture, whatever is far away from it or around it. If nothing is visible, the picture is a placeholder. The same
 * scene gives the same bytes.
 *
 * Time is linear in the scene's corners and the pixels. Memory, besides the scene, grows with the pixels, and by some
 * numbers for each placement and shape.
 */
export const picture = (scene: Scene, size: PictureSize): Uint8Array =>
  encodePng(pixelsOf(scene, size) ?? placeholder(size.width, size.height), size.width, size.height)
