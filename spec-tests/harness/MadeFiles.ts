import { deflateRawSync } from "node:zlib"

const encoder = new TextEncoder()

/** An IFC4 file of `count` proxies with one set of four properties each, for imports that take a while. */
export const largeIfc = (count: number): Uint8Array => {
  const lines = [
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('l.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
    "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
    "#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#2=IFCUNITASSIGNMENT((#1));",
    `#3=IFCPROJECT('${"2LargeProject".padEnd(22, "0")}',$,'Large',$,$,$,$,$,#2);`
  ]
  for (let i = 0; i < count; i++) {
    const id = 10 + i * 10
    const name = i.toString(36).padStart(6, "0")
    lines.push(
      `#${id}=IFCBUILDINGELEMENTPROXY('2LargeProduct000${name}',$,'Thing ${i}',$,$,$,$,'T${i}',$);`,
      `#${id + 1}=IFCPROPERTYSINGLEVALUE('Index',$,IFCINTEGER(${i}),$);`,
      `#${id + 2}=IFCPROPERTYSINGLEVALUE('Text',$,IFCLABEL('text ${i % 997}'),$);`,
      `#${id + 3}=IFCPROPERTYSINGLEVALUE('Even',$,IFCBOOLEAN(${i % 2 === 0 ? ".T." : ".F."}),$);`,
      `#${id + 4}=IFCPROPERTYSINGLEVALUE('Half',$,IFCREAL(${i / 2}${i % 2 === 0 ? "." : ""}),$);`,
      `#${id + 5}=IFCPROPERTYSET('2LargeSet0000000${name}',$,'Large set',$,(#${id + 1},#${id + 2},#${id + 3},#${id + 4}));`,
      `#${id + 6}=IFCRELDEFINESBYPROPERTIES('2LargeRelSet0000${name}',$,$,$,(#${id}),#${id + 5});`
    )
  }
  lines.push("ENDSEC;\nEND-ISO-10303-21;\n")
  return encoder.encode(lines.join("\n"))
}

export interface ZipOptions {
  /** Whether the files are deflated; otherwise they are stored uncompressed. */
  readonly isDeflated?: boolean
  /** General purpose flags of each file, in addition to the flag for UTF-8. */
  readonly flags?: number
}

/** A zip archive. */
export const zip = (
  files: ReadonlyArray<readonly [name: string, bytes: Uint8Array]>,
  { flags = 0, isDeflated = false }: ZipOptions = {}
): Uint8Array => {
  const parts: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  for (const [name, bytes] of files) {
    const path = encoder.encode(name)
    const packed = isDeflated ? deflateRawSync(bytes) : bytes
    const common = new DataView(new ArrayBuffer(26))
    common.setUint16(0, 20, true)
    common.setUint16(2, 0x0800 | flags, true)
    common.setUint16(4, isDeflated ? 8 : 0, true)
    common.setUint16(8, 0x5a21, true)
    common.setUint32(10, Bun.hash.crc32(bytes), true)
    common.setUint32(14, packed.length, true)
    common.setUint32(18, bytes.length, true)
    common.setUint16(22, path.length, true)
    const shared = new Uint8Array(common.buffer)
    const local = new Uint8Array([0x50, 0x4b, 3, 4, ...shared, ...path])
    const place = new Uint8Array(4)
    new DataView(place.buffer).setUint32(0, offset, true)
    directory.push(
      new Uint8Array([0x50, 0x4b, 1, 2, 20, 0, ...shared, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...place, ...path])
    )
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x504b0506)
  end.setUint16(8, files.length, true)
  end.setUint16(10, files.length, true)
  end.setUint32(12, size, true)
  end.setUint32(16, offset, true)
  return Bun.concatArrayBuffers([...parts, ...directory, new Uint8Array(end.buffer)], Infinity, true)
}
