import * as Schema from "effect/Schema"

/** Columns of a measure table, in their order. */
export const measureNames = [
  "Volume",
  "GrossVolume",
  "SurfaceArea",
  "FootprintArea",
  "SideArea",
  "Length",
  "Width",
  "Height",
  "BottomElevation",
  "TopElevation",
  "CentroidX",
  "CentroidY",
  "CentroidZ",
  "NetArea",
  "GrossArea"
] as const
export type MeasureName = (typeof measureNames)[number]

/** Flag: width, height and side area are stated by the file. */
export const STATED = 1

/**
 * Flags: the volume, and the gross volume, are those of a shape with missing faces, closed by flat lids; they may be
 * some percent off. Tables of older releases never have these flags.
 */
export const LIDDED = 2
export const GROSS_LIDDED = 4

/** Measures for the rows of a product table, in SI units; NaN if there is none. */
export interface MeasureColumns {
  readonly count: number
  readonly values: Readonly<Record<MeasureName, Float64Array>>
  readonly flags: Uint8Array
}

/** Returns columns of products without any measure. */
export const unmeasured = (count: number): MeasureColumns => ({
  count,
  values: Object.fromEntries(measureNames.map((name) => [name, new Float64Array(count).fill(Number.NaN)])) as Record<
    MeasureName,
    Float64Array
  >,
  flags: new Uint8Array(count)
})

/** The bytes are not a complete measure table. */
export class DamagedMeasures extends Schema.TaggedError<DamagedMeasures>()("DamagedMeasures", {
  reason: Schema.String
}) {}

/** Format identifier. Increase it when the columns or their meaning change. */
const magic = "PLMEAS02"
const headBytes = 16

const sumOf = (body: Uint8Array): number => Bun.hash.crc32(body)

/** Encodes the table: magic, count, CRC-32 of the rest; flags, padded to eight bytes; the columns, little-endian. */
export const encode = ({ count, flags, values }: MeasureColumns): Uint8Array<ArrayBuffer> => {
  const padded = Math.ceil(count / 8) * 8
  const bytes = new Uint8Array(headBytes + padded + measureNames.length * count * 8)
  bytes.set(Buffer.from(magic))
  bytes.set(flags, headBytes)
  for (const [i, name] of measureNames.entries()) {
    const { buffer, byteLength, byteOffset } = values[name]
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), headBytes + padded + i * count * 8)
  }
  const view = new DataView(bytes.buffer)
  view.setUint32(8, count, true)
  view.setUint32(12, sumOf(bytes.subarray(headBytes)), true)
  return bytes
}

/** Decodes a table that `encode` made. Throws `DamagedMeasures` if it is not one. */
export const decode = (bytes: Uint8Array): MeasureColumns => {
  const damaged = (reason: string) => new DamagedMeasures({ reason })
  if (bytes.length < headBytes || Buffer.from(bytes.subarray(0, 8)).toString("latin1") !== magic) {
    throw damaged("It does not begin like one.")
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const count = view.getUint32(8, true)
  const padded = Math.ceil(count / 8) * 8
  if (bytes.length !== headBytes + padded + measureNames.length * count * 8) throw damaged("It has another length.")
  if (view.getUint32(12, true) !== sumOf(bytes.subarray(headBytes))) throw damaged("Its sum is wrong.")
  // `slice` of a Buffer would not copy; the columns need an aligned copy.
  const body = new Uint8Array(bytes.subarray(headBytes))
  const values = Object.fromEntries(
    measureNames.map((name, i) => [name, new Float64Array(body.buffer, padded + i * count * 8, count)])
  ) as Record<MeasureName, Float64Array>
  return { count, values, flags: body.subarray(0, count) }
}
