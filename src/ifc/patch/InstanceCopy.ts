import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"

/** The attributes of an instance as they stand in the file. */
export const attributesOf = (file: IfcFile, read: InstanceReader, row: number): Array<string> =>
  read.openRow(row)
    ? Array.from({ length: read.count }, (_, i) => file.bytes.toString("latin1", read.start(i), read.end(i)))
    : []
