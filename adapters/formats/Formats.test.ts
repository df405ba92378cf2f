import { describe, expect, test } from "bun:test"
import { formatOf } from "../../src/ports/ModelFormats.ts"
import { formats } from "./Formats.ts"

const bytes = (text: string) => Buffer.from(text, "latin1")

/** The beginnings of files of each kind, and beginnings of files of no such kind. */
const table: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
  ["ifc", ["ISO-10303-21;", "  /* x */ ISO-10303-21;"], ["", "PK\x03\x04", "%PDF-1.7"]],
  ["ifczip", ["PK\x03\x04"], ["", "P", "ISO-10303-21;"]],
  ["zip", ["PK\x03\x04"], ["", "P", "ISO-10303-21;"]],
  ["3dm", ["3D Geometry File Format        8"], ["", "3D Geometry File", "ISO-10303-21;"]],
  ["rvt", ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00"], ["", "\xd0\xcf\x11\xe0", "PK\x03\x04"]],
  ["skp", ["\xff\xfe\xff\x0e", "PK\x03\x04"], ["", "\xff\xfe\xff", "ISO-10303-21;"]]
]

describe.each(table)("a file that ends in .%s", (extension, like, unlike) => {
  const format = formatOf(formats, extension)!
  test.each(like)("can begin with %j", (text) => expect(format.beginsLike(bytes(text))).toBe(true))
  test.each(unlike)("cannot begin with %j", (text) => expect(format.beginsLike(bytes(text))).toBe(false))
})

test("all extensions are listed, and none belongs to two formats", () => {
  const extensions = formats.flatMap(({ extensions }) => extensions)
  expect(extensions.toSorted()).toEqual(table.map(([extension]) => extension).toSorted())
  expect(formatOf(formats, "pdf")).toBeUndefined()
})
