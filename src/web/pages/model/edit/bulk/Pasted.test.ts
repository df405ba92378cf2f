import { expect, test } from "bun:test"
import { tabbed } from "../../table/Cells.ts"
import { blockIn } from "./Pasted.ts"

test.each<[string, ReadonlyArray<ReadonlyArray<string>>]>([
  ["", []],
  ["one", [["one"]]],
  ["one\r\ntwo\r\n", [["one"], ["two"]]],
  [
    "a\tb\nc\td",
    [
      ["a", "b"],
      ["c", "d"]
    ]
  ],
  ["a\n\nb\n", [["a"], [""], ["b"]]],
  ["a\t", [["a", ""]]],
  ["\tb", [["", "b"]]],
  ['"two\nlines"\t"a ""word"""\n', [["two\nlines", 'a "word"']]],
  ['12" pipe\tx', [['12" pipe', "x"]]],
  ['"open\tx', [['"open', "x"]]],
  ["'=A1\t'quoted'", [["=A1", "'quoted'"]]]
])("%p is a block", (text, block) => {
  expect(blockIn(text)).toEqual(block)
})

test("copied rows come back as they were", () => {
  const rows = [
    ["=A1", "tab\there", "line\r\nbreak", ""],
    ['"quoted"', "-5", "+x", "plain"]
  ]
  expect(blockIn(tabbed(rows))).toEqual(rows)
})
