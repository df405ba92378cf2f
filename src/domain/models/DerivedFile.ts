import * as Schema from "effect/Schema"
import type { Offset } from "./Coordinates.ts"

/** Name of a file that is made on demand from the latest public version of a model. */
export const DerivedName = Schema.Union(
  Schema.Literal("exchange.glb", "view.glb", "quality.json", "products.parquet"),
  Schema.TemplateLiteral(Schema.Number, "x", Schema.Number, ".png")
)
export type DerivedName = typeof DerivedName.Type

/** Limits of the width and height of pictures, in pixels. */
export const pictureSize = { least: 64, most: 2048 }

/** Size of the picture that models are listed with, in pixels. */
export const thumbnailSize = { width: 640, height: 480 }

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export const pictureName = ({ height, width }: PictureSize): DerivedName => `${width}x${height}.png`

export const thumbnail = pictureName(thumbnailSize)

/** Returns the size of a picture by its name, or null for other files. */
export const sizeOfPicture = (name: DerivedName): PictureSize | null => {
  const [, width, height] = /^([0-9]+)x([0-9]+)\.png$/.exec(name) ?? []
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

/** A derived file and the number of its triangles, which is 0 for files without any. */
export interface DerivedFile {
  readonly blob: string
  readonly triangles: number
}

/** Blobs of the files that were computed from the shapes of an imported file. */
export interface ModelGeometry {
  /** Measures of the products, in the format of `geometry/measures`. */
  readonly measures: string
  readonly exchange: DerivedFile
  readonly view: DerivedFile
  /** The point that the view file took off; null: not known, because an earlier release made the file. */
  readonly offset: Offset | null
  /** The picture that models are listed with. */
  readonly picture: string
}
