import { expect, test } from "bun:test"
import { decodeText } from "../step/StepText.ts"
import * as StepWord from "./StepWord.ts"

test.each([
  ["plain", "'plain'"],
  ["it's \\ a", "'it''s \\\\ a'"],
  ["Tür", "'T\\X2\\00FC\\X0\\r'"],
  ["a\nb\u007f", "'a\\X\\0Ab\\X\\7F'"],
  ["日本 x", "'\\X2\\65E5672C\\X0\\ x'"],
  ["é🏠", "'\\X4\\000000E90001F3E0\\X0\\'"],
  ["", "''"]
])("a text is spelled so that it reads back: %p", (text, spelled) => {
  expect(StepWord.text(text)).toBe(spelled)
  const bytes = Buffer.from(spelled, "latin1")
  expect(decodeText(bytes, 1, bytes.length - 1)).toBe(text)
})

test.each([
  [0, "0."],
  [-0.5, "-0.5"],
  [1e21, "1.E21"],
  [1.5e-7, "1.5E-7"],
  [0.1 + 0.2, "0.30000000000000004"],
  [123456789012, "123456789012."]
])("a number is the one that it is: %p", (number, spelled) => {
  expect(StepWord.real(number)).toBe(spelled)
  expect(Number(spelled)).toBe(number)
})
