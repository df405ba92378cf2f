import { describe, expect, test } from "bun:test"
import { nameOfSymbol, spelling } from "./UnitSymbols.ts"

describe("the unit of a symbol", () => {
  test.each([
    ["m", "Metre"],
    ["mm", "Millimetre"],
    ["m²", "SquareMetre"],
    ["m2", "SquareMetre"],
    ["m^3", "CubicMetre"],
    ["cm²", "SquareCentimetre"],
    ["kg", "Kilogram"],
    ["kW", "Kilowatt"],
    ["µm", "Micrometre"],
    ["μm", "Micrometre"],
    ["°C", "DegreeCelsius"],
    ["°", "Degree"],
    ["ft", "Foot"],
    ["min", "Minute"],
    ["cd", "Candela"],
    ["MPa", "Megapascal"],
    ["furlong", undefined],
    ["", undefined]
  ])("%s", (symbol, name) => expect(nameOfSymbol(symbol)).toBe(name))
})

describe("one spelling", () => {
  test.each([
    ["Square Meters", "SquareMetre"],
    ["millimeter", "Millimetre"],
    ["MILLIMETRES", "Millimetre"],
    ["kilograms", "Kilogram"],
    ["cubic_metre", "CubicMetre"],
    ["square feet", "SquareFoot"]
  ])("%s", (text, name) => expect(spelling(text)).toBe(spelling(name)))
  test("tells units from each other", () => expect(spelling("Metre")).not.toBe(spelling("Millimetre")))
})
