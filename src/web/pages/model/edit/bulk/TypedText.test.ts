import { expect, test } from "bun:test"
import { typeableTextOf } from "../../table/Cells.ts"
import { areDates, dateIn, type Notation, numberIn, pointOf, type TypeOf, typedText } from "./TypedText.ts"

const german: Notation = { decimal: ",", group: ".", dates: "dmy" }
const english: Notation = { decimal: ".", group: ",", dates: "mdy" }

test.each<[string, Notation, string | null]>([
  ["12", german, "12"],
  ["2,5", german, "2.5"],
  ["1.234,5", german, "1234.5"],
  ["1.234", german, "1234"],
  ["1.5", german, "1.5"],
  ["0.125", german, "0.125"],
  ["0,125", english, "0.125"],
  ["-0,25", german, "-0.25"],
  ["1 234,5", german, "1234.5"],
  ["1.23.4", german, null],
  ["-1\u202F234\u00A0567", german, "-1234567"],
  ["1’234.5", english, "1234.5"],
  ["12 34", german, null],
  ["1 2345", english, null],
  ["1,234.5", english, "1234.5"],
  ["1,234", english, "1234"],
  ["2,5", english, "2.5"],
  ["1.5e3", english, "1500"],
  ["−3", english, "-3"],
  ["12 m", english, null],
  ["", english, null],
  ["1e999", english, null]
])("%p is read as a number", (text, notation, number) => {
  expect(numberIn(text, notation)).toBe(number)
})

test.each<[string, Notation, string | null]>([
  ["2024-05-31", english, "2024-05-31"],
  ["31.05.2024", english, "2024-05-31"],
  ["31.5.24", german, "2024-05-31"],
  ["5/31/2024", english, "2024-05-31"],
  ["31/05/2024", german, "2024-05-31"],
  ["1.1.95", german, "1995-01-01"],
  ["31.02.2024", german, null],
  ["31/05/2024", english, null],
  ["soon", german, null]
])("%p is read as a date", (text, notation, date) => {
  expect(dateIn(text, notation)).toBe(date)
})

test("values are dates if there are some and all of them are", () => {
  expect(areDates([null, "", "2024-05-31"])).toBe(true)
  expect(areDates([null, ""])).toBe(false)
  expect(areDates(["2024-05-31", "soon"])).toBe(false)
})

test("a text is read by the type of its field", () => {
  const type = (dataType: TypeOf["dataType"], enumerationValues: TypeOf["enumerationValues"] = null) => ({
    dataType,
    enumerationValues
  })
  const read = (text: string, of: TypeOf, hasDates = false) => typedText(text, of, german, hasDates)
  expect(read(" ", type("Real"))).toEqual({ value: null })
  expect(read(" ", type("String"))).toEqual({ value: " " })
  expect(read("", type("String"))).toEqual({ value: null })
  expect(read("2,5", type("Real"))).toEqual({ value: "2.5" })
  expect(read("2,5", type("Integer"))).toEqual({ wrong: '"2,5" is no whole number.' })
  expect(read("wide", type("Real"))).toEqual({ wrong: '"wide" is no number.' })
  expect(read("1; 2", type("Real"))).toEqual({ value: "1; 2" })
  expect(read("Wahr", type("Boolean"))).toEqual({ value: true })
  expect(read("maybe", type("Boolean"))).toEqual({ wrong: '"maybe" is neither true nor false.' })
  expect(read("existing", type("Enum", ["NEW", "EXISTING"]))).toEqual({ value: "EXISTING" })
  expect(read("NEW; existing", type("Enum", ["NEW", "EXISTING"]))).toEqual({ value: "NEW; EXISTING" })
  expect(read("old", type("Enum", ["NEW"]))).toEqual({ wrong: '"old" is none of the words: NEW.' })
  expect(read("31.5.2024", type("String"), true)).toEqual({ value: "2024-05-31" })
  expect(read("soon", type("String"), true)).toEqual({ wrong: '"soon" is no date; the other values here are dates.' })
  expect(read(" kept as it is ", type("String"))).toEqual({ value: " kept as it is " })
})

test.each([german, english])("a number with three decimals is read as it is shown in an editor: %p", (now) => {
  for (const number of [1.125, -1234.125, 0.125, 1e-7, 1.5e21]) {
    expect(Number(numberIn(typeableTextOf({ Value: number }, now.decimal), now))).toBe(number)
  }
})

test("only numbers of a field of numbers are shown with the user's decimal point", () => {
  const points = (["Real", null, "String"] as const).map((dataType) =>
    pointOf({ dataType, enumerationValues: null }, german.decimal)
  )
  expect(points).toEqual([",", ".", "."])
})
