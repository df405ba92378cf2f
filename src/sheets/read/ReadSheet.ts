import * as Either from "effect/Either"
import * as Csv from "./Csv.ts"
import type { Sheet } from "./Sheet.ts"
import { SheetFault, invalid, unsupported } from "./SheetFault.ts"
import * as Xlsx from "./Xlsx.ts"

const beginsWith = (bytes: Uint8Array, signature: ReadonlyArray<number>): boolean =>
  signature.every((byte, i) => bytes[i] === byte)

const archive = [0x50, 0x4b, 0x03, 0x04]
const emptyArchive = [0x50, 0x4b, 0x05, 0x06]
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** The name of the stream in which Excel stores a workbook with a password. */
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le")

const ofCompoundFile = (bytes: Uint8Array): SheetFault =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(encryptedPackage)
    ? invalid("The workbook is encrypted. Save it without a password.")
    : unsupported("Workbooks of Excel 97 to 2003 (.xls) are not read. Save it as an Excel workbook (.xlsx) or as CSV.")

const named = /\.(xlsx|xlsm|xls|xlsb|ods)$/i

const read = (bytes: Uint8Array, fileName: string): Sheet => {
  if (beginsWith(bytes, archive) || beginsWith(bytes, emptyArchive)) return Xlsx.read(bytes)
  if (beginsWith(bytes, compoundFile)) throw ofCompoundFile(bytes)
  const extension = named.exec(fileName)?.[1]
  if (extension !== undefined) throw unsupported(`The file is no workbook, although it is named .${extension}.`)
  return Csv.read(bytes)
}

/**
 * Returns the table of a CSV file or an XLSX workbook, distinguished by their first bytes. Cells of CSV are texts
 * (`numberOf` reads their numbers). The rows are read on demand, so their iterator may throw a `SheetFault`.
 */
export const readSheet = (
  bytes: Uint8Array,
  options: { readonly fileName?: string } = {}
): Either.Either<Sheet, SheetFault> =>
  Either.try({
    try: () => read(bytes, options.fileName ?? ""),
    catch: (error) => {
      if (error instanceof SheetFault) return error
      throw error
    }
  })
