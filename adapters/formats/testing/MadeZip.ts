import { deflateRawSync } from "node:zlib"

/** The fields of a header, as numbers of the ZIP format. */
interface Header {
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  readonly name: string
}

/** A file of a handmade archive, whose metadata may be wrong. */
export interface MadeEntry {
  readonly name: string
  readonly bytes: Uint8Array
  /** The method; 8 (deflate) by default. Methods other than 0 and 8 need `packed`. */
  readonly method?: number
  /** Bytes to store in the archive in place of the compressed ones. */
  readonly packed?: Uint8Array
  /** Size and checksum follow the data. */
  readonly hasDescriptor?: boolean
  /** Sizes are written with 64 bits. */
  readonly isZip64?: boolean
  /** The Unix mode, such as 0o120777 for a symbolic link. */
  readonly mode?: number
  /** Wrong values for both the directory and the header. */
  readonly claims?: Partial<Header>
  /** Wrong values for the header alone. */
  readonly local?: Partial<Header>
  /** The directory states that this entry begins at the offset of the entry with this index, counted from 0. */
  readonly beginsAs?: number
}

const u16 = (n: number) => Uint8Array.of(n & 0xff, (n >> 8) & 0xff)
const u32 = (n: number) => Uint8Array.of(n & 0xff, (n >>> 8) & 0xff, (n >>> 16) & 0xff, n >>> 24)
const u64 = (n: number) => Buffer.concat([u32(n), u32(Math.floor(n / 2 ** 32))])
const most32 = 0xffffffff

/** The version and the other fields that both headers share, without the lengths of name and extra field. */
const common = (header: Header, isZip64: boolean) =>
  Buffer.concat([
    u16(isZip64 ? 45 : 20),
    u16(header.flags),
    u16(header.method),
    u32(0x5a210000),
    u32(header.checksum),
    u32(isZip64 ? most32 : header.packedSize),
    u32(isZip64 ? most32 : header.size)
  ])

const sizes = ({ packedSize, size }: Header, isZip64: boolean) =>
  isZip64 ? Buffer.concat([u16(1), u16(16), u64(size), u64(packedSize)]) : Buffer.alloc(0)

const descriptor = ({ checksum, packedSize, size }: Header, isZip64: boolean) => {
  const number = isZip64 ? u64 : u32
  return [u32(0x08074b50), u32(checksum), number(packedSize), number(size)]
}

/** An archive of these files, in this order. `count` is the number of files that the archive declares. */
export const madeZip = (entries: ReadonlyArray<MadeEntry>, count = entries.length): Buffer => {
  const parts: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  const starts: Array<number> = []
  let offset = 0
  for (const entry of entries) {
    const { bytes, hasDescriptor = false, isZip64 = false, method = 8, mode = 0o100644, name } = entry
    const packed = entry.packed ?? (method === 0 ? bytes : deflateRawSync(bytes))
    const checksum = Bun.hash.crc32(bytes)
    const flags = 0x0800 | (hasDescriptor ? 8 : 0)
    const made: Header = { flags, method, checksum, packedSize: packed.length, size: bytes.length, name }
    const header: Header = { ...made, ...entry.claims }
    const nothing = hasDescriptor ? { checksum: 0, packedSize: 0, size: 0 } : {}
    const local: Header = { ...header, ...nothing, ...entry.local }
    starts.push(offset)
    const localExtra = sizes(local, isZip64)
    const localName = Buffer.from(local.name)
    const part = Buffer.concat([
      u32(0x04034b50),
      common(local, isZip64),
      u16(localName.length),
      u16(localExtra.length),
      localName,
      localExtra,
      packed,
      ...(hasDescriptor ? descriptor(header, isZip64) : [])
    ])
    parts.push(part)
    offset += part.length
    const extra = sizes(header, isZip64)
    const rawName = Buffer.from(header.name)
    directory.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(0x0314),
        common(header, isZip64),
        u16(rawName.length),
        u16(extra.length),
        u16(0),
        u16(0),
        u16(0),
        u32((mode << 16) >>> 0),
        u32(starts[entry.beginsAs ?? starts.length - 1]!),
        rawName,
        extra
      ])
    )
  }
  const end = [
    u32(0x06054b50),
    u32(0),
    u16(count),
    u16(count),
    u32(Buffer.concat(directory).length),
    u32(offset),
    u16(0)
  ]
  return Buffer.concat([...parts, ...directory, ...end])
}
