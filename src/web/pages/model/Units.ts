import type { FieldDetail } from "../../api/Views.ts"
import { decimalPoint } from "../../words/Format.ts"
import { ownOf } from "../../words/Own.ts"

export { measured } from "../../words/Format.ts"

/** Converts a number typed in the user's locale to the service's notation. Any other text is returned unchanged. */
export const typedNumber = (text: string, separator = decimalPoint): string => {
  const isOther = separator !== "." && !text.includes(".")
  const found = text.trim().replace(separator, ".")
  return isOther && /^-?\d+\.\d+$/.test(found) ? found : text
}

const units: Readonly<Record<string, string>> = {
  Millimetre: "mm",
  Centimetre: "cm",
  Metre: "m",
  Kilometre: "km",
  Inch: "in",
  Foot: "ft",
  SquareMillimetre: "mm²",
  SquareCentimetre: "cm²",
  SquareMetre: "m²",
  SquareInch: "in²",
  SquareFoot: "ft²",
  CubicMillimetre: "mm³",
  CubicCentimetre: "cm³",
  CubicMetre: "m³",
  CubicInch: "in³",
  CubicFoot: "ft³",
  Gram: "g",
  Kilogram: "kg",
  Degree: "°",
  Radian: "rad",
  Second: "s",
  DegreeCelsius: "°C",
  Kelvin: "K",
  Watt: "W",
  Pascal: "Pa",
  Newton: "N",
  Litre: "l",
  WattPerSquareMetrePerKelvin: "W/(m²·K)",
  WattPerSquareMetreKelvin: "W/(m²·K)",
  WattPerMetreKelvin: "W/(m·K)",
  KilogramPerCubicMetre: "kg/m³"
}

/** Returns the symbol of a unit; a unit without one is written in words. */
export const unitOf = (name: string | null): string =>
  name === null
    ? ""
    : (ownOf(units, name) ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** Returns whether the values of a field are numbers. */
export const isNumber = (detail: FieldDetail | undefined): boolean =>
  detail?.dataType === "Real" || detail?.dataType === "Integer"
