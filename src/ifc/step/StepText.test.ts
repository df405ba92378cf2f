import { describe, expect, test } from "bun:test"
import { decodeText } from "./StepText.ts"

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0)!)

/** Each row has a name, the bytes as they are in the file (one per character), and the text. */
const table: ReadonlyArray<readonly [string, string, string]> = [
  ["plain", "Wall-042", "Wall-042"],
  ["empty", "", ""],
  ["a doubled apostrophe", "5'' pipe", "5' pipe"],
  ["a doubled backslash", "C:\\\\temp", "C:\\temp"],
  ["\\S\\ on page A", "W\\S\\dnde", "Wände"],
  ["\\S\\ before an apostrophe", "a\\S\\'b", "a§b"],
  ["\\S\\ on page B", "\\PB\\\\S\\!", "\u0104"],
  ["\\P\\ back to page A", "\\PB\\\\S\\!\\PA\\\\S\\!", "\u0104\u00a1"],
  ["\\S\\ on page E (Cyrillic)", "\\PE\\\\S\\f", "ц"],
  ["\\X\\", "Caf\\X\\E9", "Café"],
  ["\\X\\ with small digits", "\\X\\e9", "é"],
  ["\\X2\\", "\\X2\\00E4006200E7\\X0\\!", "äbç!"],
  ["\\X2\\ with surrogates", "\\X2\\D83DDE00\\X0\\", "😀"],
  ["\\X2\\ with a lone surrogate", "\\X2\\D83D\\X0\\x", "\ufffdx"],
  ["\\X4\\", "\\X4\\0001F600\\X0\\", "😀"],
  ["\\X4\\ beyond Unicode", "\\X4\\00110000\\X0\\", "\ufffd"],
  ["\\X2\\ without its end", "\\X2\\00E4", "ä"],
  ["\\X2\\ with half a group", "\\X2\\00E\\X0\\x", "00Ex"],
  ["\\X\\ without digits", "\\X\\zz", "\\X\\zz"],
  ["\\N\\ and \\F\\, which only control printing", "a\\N\\b\\F\\c", "abc"],
  ["a path with single backslashes", "D:\\Projekte\\Haus", "D:\\Projekte\\Haus"],
  ["a backslash at the end", "abc\\", "abc\\"],
  ["NULs", "a\0b\\X\\00c", "abc"],
  ["line ends and tabs of the file", "ab\r\ncd\te", "abcde"],
  ["a line end in an encoded text", "\\X2\\0442043E044704\n3D044B0439\\X0\\", "точный"],
  ["a line end after \\X\\", "a\\X\\\nE9", "aé"],
  ["a line end after a backslash", "a\\\r\nX2\\00E4\\X0\\b", "aäb"],
  ["a line end after \\S\\", "a\\S\\\nd", "aä"],
  ["a line end between doubled apostrophes", "a'\n'b", "a'b"],
  ["an encoded tab and line end", "a\\X\\09b\\X\\0Ac", "a\tb\nc"],
  ["raw UTF-8", "W\u00c3\u00a4nde", "Wände"],
  ["raw windows-1252", "W\u00e4nde \u20ac".replace("\u20ac", "\u0080"), "Wände €"],
  ["raw UTF-8 beside an escape", "\u00c3\u00a4\\X\\E4", "ää"]
]

describe("the text of a STEP string", () => {
  test.each(table)("%s", (_, written, text) => {
    const file = bytes(`'${written}'`)
    expect(decodeText(file, 1, file.length - 1)).toBe(text)
  })

  test("does not change its surroundings", () => {
    expect(decodeText(bytes("xx\\X2\\00E4yy"), 2, 6)).toBe("")
    expect(decodeText(bytes("a''b"), 0, 2)).toBe("a'")
  })
})
