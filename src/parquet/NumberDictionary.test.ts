import { expect, test } from "bun:test"
import { NumberDictionary } from "./NumberDictionary.ts"

const numbersOf = (dictionary: NumberDictionary): ReadonlyArray<number> => {
  const { buffer, byteLength } = dictionary.bytes
  return [...new Float64Array(buffer, 0, byteLength / 8)]
}

test("equal numbers have one code, even if the table is full of others", () => {
  const most = 1000
  const dictionary = new NumberDictionary(most)
  const numbers = Array.from({ length: most }, (_, i) => (i % 2 === 0 ? i / 3 : 2 ** (i / 2)))
  expect(numbers.map((number) => dictionary.once(number))).toEqual(numbers.map((_, i) => i))
  expect(numbers.map((number) => dictionary.once(number))).toEqual(numbers.map((_, i) => i))
  expect(numbersOf(dictionary)).toEqual(numbers)
})

test("-0 equals 0, and codes start again after clearing", () => {
  const dictionary = new NumberDictionary(1)
  expect([dictionary.once(0), dictionary.once(-0)]).toEqual([0, 0])
  expect(Object.is(numbersOf(dictionary)[0], 0)).toBe(true)
  dictionary.clear()
  expect([dictionary.once(7), dictionary.once(7), dictionary.count]).toEqual([0, 0, 1])
})
