import { utils, write } from "cfb"
import { encodePng } from "../../../src/geometry/picture/Png.ts"

/** Any picture will do, because those of the programs must not be copied. */
export const madePicture = (width = 2, height = 3): Uint8Array =>
  encodePng(new Uint8Array(width * height * 3).fill(0x55), width, height)

/** A text in the form of BasicFileInfo since 2019. */
export const basicFileInfo = (release: string): Buffer =>
  Buffer.from(
    `Worksharing: Not enabled\r\nFormat: ${release}\r\nBuild: 20230308_1635(x64)\r\nAuthor: Autodesk Revit\r\n`,
    "utf16le"
  )

export interface MadeRevit {
  /** The content of the stream BasicFileInfo; null if there is no such stream. */
  readonly info?: Uint8Array | null
  /** The picture in the stream of the preview, after some other bytes. */
  readonly picture?: Uint8Array
  /** The size in bytes of another stream of the file. */
  readonly bytes?: number
}

/** A compound file with the streams of a Revit file that the service reads. */
export const madeRevit = ({ bytes = 0, info = basicFileInfo("2024"), picture }: MadeRevit = {}): Buffer => {
  const file = utils.cfb_new()
  utils.cfb_add(file, "/Global/Latest", Buffer.alloc(bytes, "model"))
  if (info !== null) utils.cfb_add(file, "/BasicFileInfo", Buffer.from(info))
  if (picture !== undefined) {
    utils.cfb_add(file, "/RevitPreview4.0", Buffer.concat([Buffer.alloc(62, "meta"), picture, Buffer.alloc(9)]))
  }
  return Buffer.from(write(file, { type: "buffer" }) as Uint8Array)
}
