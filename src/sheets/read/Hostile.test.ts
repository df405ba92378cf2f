import { expect, test } from "bun:test"
import { deflateSync, zipSync } from "fflate"
import { limits } from "../../domain/Limits.ts"
import {
  archiveOf,
  faultOf,
  header,
  partsOf,
  relationship,
  relationships,
  rowsOf,
  sharedXml,
  sheetOf,
  workbookXml
} from "./testing/MadeWorkbook.ts"

const sheet = "xl/worksheets/sheet1.xml"
const good = header("Guid", "Name")
const bytesOf = (text: string) => new TextEncoder().encode(text)
const made = (data: string, parts: Parameters<typeof archiveOf>[0] = {}) => archiveOf({ ...partsOf(data), ...parts })

/** Returns the archive after a change to the directory's entry of a part, whose offset `change` receives. */
const changed = (archive: Uint8Array, name: string, change: (bytes: Buffer, entry: number, local: number) => void) => {
  const bytes = Buffer.from(archive)
  const entry = bytes.lastIndexOf(name) - 46
  change(bytes, entry, bytes.readUInt32LE(entry + 42))
  return bytes
}

/** Returns the archive with other packed content of the sheet. The declared size and checksum are not changed. */
const repacked = (packed: Uint8Array, data: string) => {
  const { [sheet]: xml, ...rest } = partsOf(data)
  const archive = zipSync({
    ...Object.fromEntries(Object.entries(rest).map(([name, text]) => [name, bytesOf(text)])),
    [sheet]: [packed, { level: 0 }]
  })
  return changed(archive, sheet, (bytes, entry, local) => {
    bytes.writeUInt16LE(8, entry + 10)
    bytes.writeUInt16LE(8, local + 8)
    bytes.writeUInt32LE(xml!.length, entry + 24)
    bytes.writeUInt32LE(Bun.hash.crc32(bytesOf(xml!)), entry + 16)
  })
}

test("the undamaged archives of these tests are read", () => {
  const data = `${good}<row r="2"><c r="A2"><v>1</v></c></row>`
  const xml = bytesOf(partsOf(data)[sheet]!)
  for (const archive of [made(data), repacked(deflateSync(xml), data), changed(made(data), sheet, () => {})]) {
    expect(rowsOf(sheetOf(archive))).toEqual([[2, 1, null]])
  }
})

const compound = (name: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from(name, "utf16le")])

test.each([
  ["an encrypted workbook", compound("EncryptedPackage"), "InvalidBody", "The workbook is encrypted."],
  ["an .xls file", compound("Workbook"), "UnsupportedFileType", "(.xls) are not read"],
  ["an .xlsb file", archiveOf({ "xl/workbook.bin": "a" }), "UnsupportedFileType", "(.xlsb) are not read"],
  ["an .ods file", archiveOf({ mimetype: "a", "content.xml": "a" }), "UnsupportedFileType", "(.ods) are not read"],
  ["another archive", archiveOf({ "a.ifc": "a" }), "UnsupportedFileType", "no Excel workbook"],
  ["an empty archive", archiveOf({}), "UnsupportedFileType", "no Excel workbook"],
  [
    "a document of another kind",
    made(good, { "xl/workbook.xml": `<w:document xmlns:w="urn:w"/>` }),
    "UnsupportedFileType",
    "no Excel workbook"
  ]
])("%s is refused", (_, file, kind, sentence) => {
  expect(faultOf(file)).toEqual({ kind, details: expect.stringContaining(sentence) } as never)
})

test("a text with the name of a workbook is refused", () => {
  expect(faultOf(bytesOf("Guid\na"), "a.XLSX").kind).toBe("UnsupportedFileType")
  expect(sheetOf(bytesOf("Guid\na"), "a.csv").format).toBe("csv")
})

test.each([
  ["an encrypted part", (bytes: Buffer, entry: number) => bytes.writeUInt16LE(1, entry + 8), "encrypted"],
  ["an unknown method", (bytes: Buffer, entry: number) => bytes.writeUInt16LE(12, entry + 10), "method"],
  ["a wrong checksum", (bytes: Buffer, entry: number) => bytes.writeUInt32LE(1, entry + 16), "checksum"],
  ["a larger size", (bytes: Buffer, entry: number) => bytes.writeUInt32LE(9999, entry + 24), "another size"],
  ["a smaller size", (bytes: Buffer, entry: number) => bytes.writeUInt32LE(9, entry + 24), "another size"],
  ["an offset outside", (bytes: Buffer, entry: number) => bytes.writeUInt32LE(1e9, entry + 42), "damaged"],
  ["a packed size outside", (bytes: Buffer, entry: number) => bytes.writeUInt32LE(1e9, entry + 20), "overlap"],
  [
    "sizes of 64 bits that are not there",
    (bytes: Buffer, entry: number) => bytes.writeInt32LE(-1, entry + 24),
    "damaged"
  ],
  ["overlapping parts", (bytes: Buffer, entry: number) => bytes.writeUInt32LE(0, entry + 42), "damaged"],
  ["another name at the entry", (bytes: Buffer, _: number, local: number) => bytes.write("y", local + 30), "otherwise"],
  ["a long name", (bytes: Buffer, entry: number) => bytes.writeUInt16LE(65_535, entry + 28), "damaged"]
] as const)("%s is refused", (_, change, sentence) => {
  expect(faultOf(changed(made(good), sheet, change))).toEqual({
    kind: "InvalidBody",
    details: expect.stringContaining(sentence)
  } as never)
})

test("an archive that is cut, or has a wrong byte, anywhere is refused or read correctly", () => {
  const archive = made(`${good}<row r="2"><c r="A2"><v>1</v></c></row>`)
  const tried = (bytes: Uint8Array) => {
    try {
      return rowsOf(sheetOf(bytes))
    } catch (error) {
      return (error as { _tag?: string })._tag
    }
  }
  // An archive that is cut to fewer bytes counts as a text.
  for (let i = 4; i < archive.length; i++) expect(tried(archive.subarray(0, i))).toBe("SheetFault")
  for (let i = 0; i < archive.length; i++) {
    for (const byte of [0, 0xff, archive[i]! ^ 1]) {
      const bytes = archive.slice()
      bytes[i] = byte
      expect([JSON.stringify("SheetFault"), JSON.stringify([[2, 1, null]])]).toContain(JSON.stringify(tried(bytes)))
    }
  }
})

test.each(["../a.xml", "a/../../b", "/a.xml", "a\\b.xml", "C:/a.xml", "a/./b", "a\0b"])(
  "a part with the name %j is refused",
  (name) => {
    expect(faultOf(made(good, { [name]: "a" })).details).toContain("whose name leads out of it")
  }
)

test("a repeated part is refused, also in another case", () => {
  expect(faultOf(made(good, { "XL/Workbook.xml": "a" })).details).toContain("twice")
  const twice = Buffer.from(made(good, { "xl/worksheets/sheet9.xml": "a" }).slice())
  for (let at = twice.indexOf("sheet9"); at !== -1; at = twice.indexOf("sheet9")) twice.write("sheet1", at)
  expect(faultOf(twice).details).toBe(`The workbook has the part "xl/worksheets/sheet1.xml" twice.`)
})

test("an archive with too many parts is refused", () => {
  const many = Object.fromEntries(Array.from({ length: limits.entriesOfArchive.most }, (_, i) => [`a${i}`, ""]))
  expect(faultOf(made(good, many))).toEqual({
    kind: "ArchiveTooLarge",
    details: "The archive has more than 10,000 entries."
  })
})

test("a part that inflates beyond the ratio is refused, whatever size is declared", () => {
  const spaces = new Uint8Array(20 * 1024 ** 2).fill(32)
  const bomb = { kind: "ArchiveTooLarge", details: "The archive unpacks to more than 200 times its size." } as const
  expect(faultOf(made("", { [sheet]: spaces }))).toEqual(bomb)
  expect(faultOf(made(good, { "xl/sharedStrings.xml": spaces }))).toEqual(bomb)
  expect(faultOf(repacked(deflateSync(spaces), good))).toEqual(bomb)
})

test("bytes after the end of a packed part are not read again", () => {
  const xml = bytesOf(partsOf(good)[sheet]!)
  const packed = Buffer.concat([deflateSync(xml), Buffer.alloc(32 * 1024 ** 2)])
  expect(faultOf(repacked(packed, good)).details).toContain("cannot be unpacked")
})

test.each([
  ["a document type", `<!DOCTYPE a><worksheet/>`, "document type (DTD)"],
  ["entities", `<!DOCTYPE a [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><worksheet>&c;</worksheet>`, "document type (DTD)"],
  ["an unknown entity", `<worksheet>&xxe;</worksheet>`, "no XML that can be read"],
  ["a tag that is not closed", `<worksheet><a></worksheet>`, "no XML that can be read"],
  ["an attribute twice", `<worksheet a="1" a="2"/>`, "no XML that can be read"],
  ["an unknown prefix", `<x:worksheet/>`, "no XML that can be read"],
  ["a second root", `<a/><b/>`, "no XML that can be read"],
  ["nothing", ``, "no XML that can be read"],
  ["a control character", `<worksheet>\u0001</worksheet>`, "no XML that can be read"],
  ["another encoding", `<?xml version="1.0" encoding="latin1"?><worksheet/>`, "no XML that can be read"]
])("%s is refused", (_, xml, sentence) => {
  expect(faultOf(made(good, { [sheet]: xml }))).toEqual({
    kind: "InvalidBody",
    details: expect.stringContaining(sentence)
  } as never)
})

test("elements that are nested too deeply, and texts and tags that are too long, are refused", () => {
  expect(faultOf(made("<a>".repeat(100))).kind).toBe("LimitExceeded")
  // Random letters can hardly be compressed, so the limit of the ratio is not reached.
  const long = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
    .toString("hex")
    .repeat(40)
  const details = "A text or tag of a workbook has at most 4,194,304 characters."
  const refused = { kind: "LimitExceeded", details } as const
  expect(faultOf(made(`<a>${long}</a>`))).toEqual(refused)
  expect(faultOf(made(`<a b="${long}"/>`))).toEqual(refused)
  expect(faultOf(made(`<!--${long}-->`))).toEqual(refused)
  expect(faultOf(made(`<row><c><v>${`${long.slice(0, 100_000)}<?a?>`.repeat(60)}</v></c></row>`))).toEqual(refused)
})

test.each([
  ["a cell twice", `<row r="2"><c r="A2"/><c r="A2"/></row>`, "has the cell A2 twice, or not in order"],
  ["a cell before another", `<row r="2"><c r="B2"/><c r="A2"/></row>`, "has the cell A2 twice, or not in order"],
  ["a cell of another row", `<row r="2"><c r="A3"/></row>`, "has the cell A3 of another row"],
  ["a row twice", `<row r="2"/><row r="2"/>`, "has row 2 twice"],
  ["a row before another", `<row r="3"/><row r="2"/>`, "has row 2 twice, or behind row 3"],
  ["a row 0", `<row r="0"/>`, `a row with the number "0"`],
  ["a row that is no number", `<row r="x"/>`, `a row with the number "x"`],
  ["a reference that is none", `<row r="2"><c r="a2"/></row>`, `a cell with the reference "a2"`],
  ["a reference to a column with four letters", `<row r="2"><c r="AAAA2"/></row>`, `the reference "AAAA2"`],
  ["no header", "", "no headers in its first row"]
])("%s is refused", (_, data, sentence) => {
  expect(faultOf(made(data === "" ? "" : good + data))).toEqual({
    kind: "InvalidBody",
    details: expect.stringContaining(sentence)
  } as never)
})

test("headers outside of the first row, repeated headers and unreadable ones are refused", () => {
  expect(faultOf(made(`<row r="2"><c r="A2"><v>1</v></c></row>`)).details).toContain("no headers in its first row")
  expect(faultOf(made(header("a", "b", "a"))).details).toBe(`The header "a" occurs twice.`)
  expect(faultOf(made(`<row r="1"><c t="e"><v>#REF!</v></c></row>`)).details).toContain("A header cannot be read.")
})

test("cells beyond the last column or row of Excel are refused", () => {
  const columns = { kind: "LimitExceeded", details: "A table has at most 16,384 columns." } as const
  expect(faultOf(made(`${good}<row r="2"><c r="XFE2"/></row>`))).toEqual(columns)
  expect(faultOf(made(`${good}<row r="2"><c r="XFD2"/><c/></row>`))).toEqual(columns)
  const rows = { kind: "LimitExceeded", details: "A table has at most 1,048,576 rows." } as const
  expect(faultOf(made(`${good}<row r="1048577"/>`))).toEqual(rows)
  expect(faultOf(made(`${good}<row r="1048576"/><row/>`))).toEqual(rows)
})

test("a long header is refused", () => {
  const long = { kind: "LimitExceeded", details: "A header of a table has at most 4,096 characters." } as const
  const { most } = limits.headerOfTable
  expect(sheetOf(bytesOf(`Guid,${"a".repeat(most)}\n1,2`)).headers.length).toBe(2)
  expect(faultOf(bytesOf(`Guid,${"a".repeat(most + 1)}\n1,2`))).toEqual(long)
  expect(faultOf(made(header("Guid", "a".repeat(most + 1))))).toEqual(long)
})

test("empty cells of a wide table count", () => {
  const names = Array.from({ length: limits.columnsOfTable.most }, (_, i) => `${i}`)
  const rows = Math.floor(limits.cellsOfTable.most / names.length)
  const data = (count: number) => header(...names) + `<row><c><v>1</v></c></row>`.repeat(count)
  expect(faultOf(made(data(rows + 1), { padding: crypto.getRandomValues(new Uint8Array(65_536)) }))).toEqual({
    kind: "LimitExceeded",
    details: "A table has at most 20,000,000 cells, empty ones included."
  })
})

test("shared texts are counted, whatever number is declared", () => {
  const padding = new Uint8Array(1024 ** 2)
  for (let i = 0; i < padding.length; i += 65_536) crypto.getRandomValues(padding.subarray(i, i + 65_536))
  const shared = sharedXml("<si/>".repeat(limits.textsOfWorkbook.most + 1)).replace("<sst", `<sst count="1"`)
  expect(faultOf(made(good, { "xl/sharedStrings.xml": shared, padding }))).toEqual({
    kind: "LimitExceeded",
    details: "A workbook has at most 5,000,000 shared texts."
  })
})

test("paths outside of the workbook, and missing parts, are refused", () => {
  const rels = (target: string) => ({
    "xl/_rels/workbook.xml.rels": relationships(relationship("s1", "worksheet", target))
  })
  expect(faultOf(made(good, rels("../../../etc/passwd"))).details).toContain("a path that leads out of it")
  expect(faultOf(made(good, rels("file:///etc/passwd"))).details).toContain("it has no part")
  expect(faultOf(made(good, { "xl/workbook.xml": workbookXml([["a", "unknown"]]) })).details).toContain(
    "neither a sheet Products nor another visible one"
  )
})

test("macros and external workbooks are ignored; stored results are read", () => {
  const external = relationship("x1", "externalLink", "externalLinks/1.xml")
  const parts = partsOf(`${good}<row r="2"><c><f>[1]a!A1</f><v>7</v></c><c><f>CALL("a")</f></c></row>`)
  const archive = archiveOf({
    ...parts,
    "xl/vbaProject.bin": "a",
    "xl/_rels/workbook.xml.rels": parts["xl/_rels/workbook.xml.rels"]!.replace("</", `${external}</`)
  })
  expect(rowsOf(sheetOf(archive))).toEqual([[2, 7, { fault: "The formula of the cell has no stored result." }]])
})
