import { prefixes, siName } from "./UnitNames.ts"

/** SI units by their symbols. Source: The International System of Units, 9th edition, tables 2 and 4. */
const symbols: Readonly<Record<string, string>> = {
  m: "METRE",
  g: "GRAM",
  s: "SECOND",
  A: "AMPERE",
  K: "KELVIN",
  mol: "MOLE",
  cd: "CANDELA",
  rad: "RADIAN",
  sr: "STERADIAN",
  Hz: "HERTZ",
  N: "NEWTON",
  Pa: "PASCAL",
  J: "JOULE",
  W: "WATT",
  C: "COULOMB",
  V: "VOLT",
  F: "FARAD",
  Ω: "OHM",
  S: "SIEMENS",
  Wb: "WEBER",
  T: "TESLA",
  H: "HENRY",
  "°C": "DEGREE_CELSIUS",
  lm: "LUMEN",
  lx: "LUX",
  Bq: "BECQUEREL",
  Gy: "GRAY",
  Sv: "SIEVERT",
  m2: "SQUARE_METRE",
  m3: "CUBIC_METRE"
}

/** Prefixes by their symbols. Source: the same, table 7. */
const prefixSymbols: Readonly<Record<string, keyof typeof prefixes>> = {
  E: "EXA",
  P: "PETA",
  T: "TERA",
  G: "GIGA",
  M: "MEGA",
  k: "KILO",
  h: "HECTO",
  da: "DECA",
  d: "DECI",
  c: "CENTI",
  m: "MILLI",
  µ: "MICRO",
  u: "MICRO",
  n: "NANO",
  p: "PICO",
  f: "FEMTO",
  a: "ATTO"
}

/** Units outside of SI that building models use, by symbols and alternative names. */
const others: Readonly<Record<string, string>> = {
  ft: "Foot",
  feet: "Foot",
  in: "Inch",
  inches: "Inch",
  yd: "Yard",
  mi: "Mile",
  ft2: "SquareFoot",
  sqft: "SquareFoot",
  squarefeet: "SquareFoot",
  ft3: "CubicFoot",
  cuft: "CubicFoot",
  cubicfeet: "CubicFoot",
  in2: "SquareInch",
  in3: "CubicInch",
  lb: "Pound",
  t: "Tonne",
  l: "Litre",
  "°": "Degree",
  deg: "Degree",
  min: "Minute",
  h: "Hour",
  d: "Day"
}

const bySymbol = new Map([
  ...Object.entries(others),
  ...Object.entries(symbols).flatMap(([symbol, name]) => [
    ...Object.entries(prefixSymbols).map(([prefix, word]) => [prefix + symbol, siName(word, name)] as const),
    [symbol, siName(null, name)] as const
  ]),
  // Listed last, so that they take precedence over a prefix before another unit.
  ...(["min", "h", "d", "ft", "cd"] as const).map((one) => [one, others[one] ?? siName(null, symbols[one]!)] as const)
])

/** Returns the displayed name of a unit by its symbol (`mm²`, `m^3`, `°C`), or undefined if the symbol is unknown. */
export const nameOfSymbol = (text: string): string | undefined =>
  bySymbol.get(text.normalize("NFKC").replaceAll("μ", "µ").replaceAll(/[\s^]/g, ""))

/**
 * Normalizes the spelling of a unit's name: removes differences of blanks, case, plural and American endings (`square
 * meters`).
 */
export const spelling = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "")
    .replaceAll(/meters?\b|metres\b/g, "metre")
    .replaceAll(/liters?\b|litres\b/g, "litre")
    .replace(/(?<=gram|second|watt|newton|pascal|joule|degree|inch|pound|yard|mile|hour|minute|day|tonne|volt)e?s$/, "")
    .replace(/feet$/, "foot")
