import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { converterCommand } from "./ConverterCommand.ts"

test.each([
  ["convert", ["convert", "{in}", "{out}"]],
  ["  /opt/rvt2ifc  -v ", ["/opt/rvt2ifc", "-v", "{in}", "{out}"]],
  ["convert --out={out} {in}", ["convert", "--out={out}", "{in}"]],
  [
    `"/opt/my tools/convert" -c 'a "b" c' --x="y z"`,
    ["/opt/my tools/convert", "-c", 'a "b" c', "--x=y z", "{in}", "{out}"]
  ],
  ["convert $HOME `id` ; rm *", ["convert", "$HOME", "`id`", ";", "rm", "*", "{in}", "{out}"]],
  ['convert ""', ["convert", "", "{in}", "{out}"]]
])("%j is these words", (text, words) => {
  expect(Either.getOrNull(converterCommand(text))).toEqual(words)
})

test.each([
  ["", "must name a program"],
  [" \t", "must name a program"],
  ["convert {in}", "must have both {in} and {out}, or neither"],
  ["convert --to={out}", "must have both {in} and {out}, or neither"],
  ['convert "{in} {out}', `has a " or ' that is not closed`],
  ["it's {in} {out}", `has a " or ' that is not closed`]
])("%j is refused", (text, fault) => {
  expect(Either.getLeft(converterCommand(text))).toMatchObject({ value: fault })
})
