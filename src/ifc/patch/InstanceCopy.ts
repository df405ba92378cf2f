import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"

/** Returns the attributes of an instance exactly as they are written in the file. */
export const attributesOf = (file: IfcFile, read: InstanceReader, row: number): Array<string> =>
  read.openRow(row)
    ? Array.from({ length: read.count }, (_, i) => file.bytes.toString("latin1", read.start(i), read.end(i)))
    : []
