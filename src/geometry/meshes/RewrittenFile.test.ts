import { expect, test } from "bun:test"
import { readerOf } from "./RewrittenFile.ts"

const bytes = Buffer.from("0123456789abcdefghij")
const blanks = [
  [12, 14],
  [2, 5]
] as const

test.each([
  ["as it stands", { blanks: [], at: 0, text: "" }, "0123456789abcdefghij"],
  ["with blanks", { blanks, at: 0, text: "" }, "01   56789ab  efghij"],
  ["with a text in it", { blanks, at: 8, text: "TEXT" }, "01   567TEXT89ab  efghij"],
  ["with a text behind a blank", { blanks, at: 14, text: "ä" }, "01   56789ab  äefghij"]
])("a file is read %s, however much of it at once", (_, rewritten, expected) => {
  const read = readerOf(bytes, rewritten)
  for (const size of [1, 2, 3, 7, 16, 64]) {
    const parts: Array<Uint8Array> = []
    for (let from = 0; parts.at(-1)?.length !== 0; from += size) parts.push(read(from, size))
    expect(parts.slice(0, -2).every(({ length }) => length === size)).toBe(true)
    expect(Buffer.concat(parts).toString()).toBe(expected)
  }
  expect(bytes.toString()).toBe("0123456789abcdefghij")
})
