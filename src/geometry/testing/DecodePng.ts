import { crc32, inflateSync } from "node:zlib"

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue of each, row by row from the top. */
  readonly data: Uint8Array
}

const guess = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter === 0) return 0
  const estimate = left + up - corner
  const away = [left, up, corner].map((value) => Math.abs(estimate - value))
  return [left, up, corner][away.indexOf(Math.min(...away))]!
}

/** Decodes a PNG of 8-bit red, green and blue without interlacing. Throws if it is anything else or damaged. */
export const decodePng = (png: Uint8Array): Pixels => {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) throw new Error("no PNG")
  const data: Array<Uint8Array> = []
  let header: ReadonlyArray<number> = []
  let last = ""
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at)
    last = String.fromCharCode(...png.subarray(at + 4, at + 8))
    const body = png.subarray(at + 8, at + 8 + length)
    if (crc32(png.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
      throw new Error(`${last}: CRC`)
    if (last === "IHDR") header = [view.getUint32(at + 8), view.getUint32(at + 12), ...body.subarray(8)]
    if (last === "IDAT") data.push(body)
    at += length + 12
  }
  const [width, height, ...kind] = header as [number, number, ...ReadonlyArray<number>]
  if (last !== "IEND" || kind.join(" ") !== "8 2 0 0 0") throw new Error(`another kind: ${last} ${kind.join(" ")}`)
  const rows = inflateSync(Buffer.concat(data))
  const line = width * 3
  if (rows.length !== (line + 1) * height) throw new Error(`${rows.length} bytes`)
  const out = new Uint8Array(line * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < line; x++) {
      const left = x < 3 ? 0 : out[y * line + x - 3]!
      const up = y === 0 ? 0 : out[(y - 1) * line + x]!
      const corner = x < 3 || y === 0 ? 0 : out[(y - 1) * line + x - 3]!
      out[y * line + x] = rows[y * (line + 1) + 1 + x]! + guess(rows[y * (line + 1)]!, left, up, corner)
    }
  }
  return { width, height, data: out }
}
