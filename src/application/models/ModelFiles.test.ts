import { expect, test } from "bun:test"
import type { ModelFormat } from "../../ports/ModelFormats.ts"
import { misfitOf } from "./ModelFiles.ts"

const format = (extensions: ReadonlyArray<string>, first: string): ModelFormat => ({
  extensions,
  beginsLike: (head) => new TextDecoder().decode(head).startsWith(first),
  toIfc: null
})
const formats = [format(["ifc"], "ISO"), format(["ifczip", "zip"], "PK")]

test.each([
  ["ifc", "ISO-10303-21;", null],
  ["ifczip", "PK", null],
  ["ifc", "", "The file is empty."],
  ["ifc", "PK", "The file is no .ifc file: it begins as .ifczip or .zip files do."],
  ["zip", "ISO-10303-21;", "The file is no .zip file: it begins as .ifc files do."],
  ["ifc", "hello", "The file is no .ifc file by its first bytes."]
])(".%s that begins with %p: %p", (extension, first, reason) =>
  expect(misfitOf(formats, extension, new TextEncoder().encode(first))).toBe(reason)
)
