/**
 * The length unit of a document: the metre with a prefix of IfcSIPrefix, or a named unit with its length in metres.
 *
 * Source: openNURBS, ON::LengthUnitSystem.
 */
export type LengthUnit =
  | { readonly kind: "Metre"; readonly prefix: string | null }
  | { readonly kind: "Named"; readonly name: string; readonly metres: number }

export const metre = (prefix: string | null): LengthUnit => ({ kind: "Metre", prefix })
const named = (name: string, metres: number): LengthUnit => ({ kind: "Named", name, metres })

const inch = 0.0254
const units: Readonly<Record<number, LengthUnit>> = {
  1: metre("MICRO"),
  2: metre("MILLI"),
  3: metre("CENTI"),
  4: metre(null),
  5: metre("KILO"),
  6: named("microinch", inch / 1e6),
  7: named("mil", inch / 1000),
  8: named("inch", inch),
  9: named("foot", 12 * inch),
  10: named("mile", 63_360 * inch),
  12: named("angstrom", 1e-10),
  13: metre("NANO"),
  14: metre("DECI"),
  15: metre("DECA"),
  16: metre("HECTO"),
  17: metre("MEGA"),
  18: metre("GIGA"),
  19: named("yard", 36 * inch),
  20: named("printer point", inch / 72),
  21: named("printer pica", inch / 6),
  22: named("nautical mile", 1852),
  23: named("astronomical unit", 149_597_870_700),
  24: named("light year", 9_460_730_472_580_800),
  25: named("parsec", 3.085_677_581_491_367e16)
}

/** Returns the unit for a number of the library; null if there is none, or the document defines its own. */
export const lengthUnit = (system: number): LengthUnit | null => units[system] ?? null
