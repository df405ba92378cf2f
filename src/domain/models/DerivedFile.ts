import * as Schema from "effect/Schema"

/** What is made of the latest public version of a model when somebody asks for it. */
export const DerivedName = Schema.Union(
  Schema.Literal("exchange.glb", "view.glb", "quality.json", "products.parquet"),
  Schema.TemplateLiteral(Schema.Number, "x", Schema.Number, ".png")
)
export type DerivedName = typeof DerivedName.Type

/** Width and height of pictures, in pixels. */
export const pictureSize = { least: 64, most: 2048 }

/** The picture that models are listed with. */
export const thumbnailSize = { width: 640, height: 480 }

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export const pictureName = ({ height, width }: PictureSize): DerivedName => `${width}x${height}.png`

export const thumbnail = pictureName(thumbnailSize)

/** The size of a picture by its name; null for other files. */
export const sizeOfPicture = (name: DerivedName): PictureSize | null => {
  const [, width, height] = /^([0-9]+)x([0-9]+)\.png$/.exec(name) ?? []
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

/** A file that was derived, and how many triangles it holds: 0 of those without any. */
export interface DerivedFile {
  readonly blob: string
  readonly triangles: number
}

/** Blobs of what was worked out of the shapes of an imported file. */
export interface ModelGeometry {
  /** Measures of the products, as `geometry/measures` writes them. */
  readonly measures: string
  readonly exchange: DerivedFile
  readonly view: DerivedFile
  /** A `thumbnail`. */
  readonly picture: string
}
