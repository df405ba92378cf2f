import { describe, expect, test } from "bun:test"
import { spelling } from "./KnownUnits.ts"
import { unitOf } from "./UnitText.ts"

describe("the unit of a text", () => {
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
    ["℃", "DegreeCelsius"],
    ["°F", "Fahrenheit"],
    ["°", "Degree"],
    ["deg", "Degree"],
    ["Degrees", "Degree"],
    ["ft", "Foot"],
    ["feet", "Foot"],
    ["ft2", "SquareFoot"],
    ["sq ft", "SquareFoot"],
    ["square feet", "SquareFoot"],
    ["h", "Hour"],
    ["min", "Minute"],
    ["cd", "Candela"],
    ["MPa", "Megapascal"],
    ["psi", "Psi"],
    ["gal", "GallonUs"],
    ["t", "Tonne"],
    ["%", "%"],
    ["Percent", "%"],
    ["EUR", "EUR"],
    ["€", "EUR"],
    ["Millimetre", "Millimetre"],
    ["m4", "MetreToThePowerOf4"],
    ["ft^4", "FootToThePowerOf4"],
    ["m/s", "MetrePerSecond"],
    ["km/h", "KilometrePerHour"],
    ["m³/h", "CubicMetrePerHour"],
    ["l/s", "LitrePerSecond"],
    ["kg/m3", "KilogramPerCubicMetre"],
    ["lb/ft³", "PoundPerCubicFoot"],
    ["W/m2K", "WattPerSquareMetrePerKelvin"],
    ["W/(m²·K)", "WattPerSquareMetrePerKelvin"],
    ["W / (m² K)", "WattPerSquareMetrePerKelvin"],
    ["W/m²/K", "WattPerSquareMetrePerKelvin"],
    ["W·m⁻²·K⁻¹", "WattPerSquareMetrePerKelvin"],
    ["W/mK", "WattPerMetrePerKelvin"],
    ["m2K/W", "SquareMetreKelvinPerWatt"],
    ["J/kg·K", "JoulePerKilogramPerKelvin"],
    ["1/m", "PerMetre"],
    ["kN/m", "KilonewtonPerMetre"],
    ["N/mm2", "NewtonPerSquareMillimetre"],
    ["kNm", "KilonewtonMetre"],
    ["N·m", "NewtonMetre"],
    ["WattPerSquareMetrePerKelvin", "WattPerSquareMetrePerKelvin"],
    ["KilogramPerCubicMetre", "KilogramPerCubicMetre"],
    ["NewtonMetre", "NewtonMetre"],
    ["kilograms per cubic meter", "KilogramPerCubicMetre"],
    ["PerMetre", "PerMetre"]
  ])("%s", (text, name) => expect(unitOf(text)?.name).toBe(name))

  test.each([
    "",
    " ",
    "furlong",
    "widget",
    "widgets/m",
    "st",
    "mt",
    "pcs",
    "EUR/m2",
    "m/",
    "/",
    "(m",
    "m--2",
    "m0",
    "2"
  ])("%s is none", (text) => expect(unitOf(text)).toBeNull())
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
  test("distinguishes units from each other", () => expect(spelling("Metre")).not.toBe(spelling("Millimetre")))
})
