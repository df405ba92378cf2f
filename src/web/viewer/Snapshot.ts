import type { Picture } from "./Picture.ts"

/** Returns a complete picture as a PNG of at most a width in pixels. */
export const snapshotOf = (
  canvas: HTMLCanvasElement,
  picture: Pick<Picture, "again">,
  mostWidth: number
): Promise<Blob> => {
  const part = Math.min(1, mostWidth / canvas.width)
  const copy = new OffscreenCanvas(Math.ceil(canvas.width * part), Math.ceil(canvas.height * part))
  picture.again()
  // It is read at once, before the browser clears the canvas.
  copy.getContext("2d")?.drawImage(canvas, 0, 0, copy.width, copy.height)
  return copy.convertToBlob({ type: "image/png" })
}
