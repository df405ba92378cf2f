import type { PictureType } from "./Viewpoint.ts"

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]

const begins = (bytes: Uint8Array, first: ReadonlyArray<number>): boolean => first.every((byte, i) => bytes[i] === byte)

/** Returns the type of a picture by its first bytes, or null if it is neither PNG nor JPEG. */
export const pictureType = (bytes: Uint8Array): PictureType | null =>
  begins(bytes, png) ? "png" : begins(bytes, jpeg) ? "jpg" : null

/** Returns the bytes of a base 64 text. Malformed texts give bytes that are not a picture. */
export const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"))
