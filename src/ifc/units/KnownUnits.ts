import { camelCase, prefixes, siName } from "./UnitNames.ts"

/** Exponents of metre, kilogram, second, ampere, kelvin, mole and candela. */
export type Dimensions = readonly [number, number, number, number, number, number, number]

/** How a file writes a unit. */
type Written =
  | { readonly as: "si"; readonly name: string; readonly prefix: string | null }
  | {
      readonly as: "conversion"
      readonly name: string
      /** The SI unit without prefix, or the kilogram, that `factor` refers to. */
      readonly base: NamedUnit
      readonly factor: number
      /** The number that is added to a value after the factor; 0 for most units. */
      readonly offset: number
    }
  | { readonly as: "context" | "currency"; readonly name: string }

/** A unit that a file names: of SI, based on one of these, without any relation to others, or of money. */
export interface NamedUnit {
  /** The name as it is shown. */
  readonly name: string
  /** Member of IfcUnitEnum. */
  readonly kind: string
  readonly dimensions: Dimensions
  readonly written: Written
}

const dimensions = (
  length = 0,
  mass = 0,
  time = 0,
  current = 0,
  temperature = 0,
  amount = 0,
  light = 0
): Dimensions => [length, mass, time, current, temperature, amount, light]

/**
 * SI units: name in IfcSIUnitName, symbol, kind in IfcUnitEnum, dimensions.
 *
 * Source: IFC 4.3, IfcDimensionsForSiUnit; The International System of Units, 9th edition, tables 2 and 4.
 */
const siUnits: ReadonlyArray<readonly [name: string, symbol: string, kind: string, dimensions: Dimensions]> = [
  ["METRE", "m", "LENGTHUNIT", dimensions(1)],
  ["SQUARE_METRE", "m2", "AREAUNIT", dimensions(2)],
  ["CUBIC_METRE", "m3", "VOLUMEUNIT", dimensions(3)],
  ["GRAM", "g", "MASSUNIT", dimensions(0, 1)],
  ["SECOND", "s", "TIMEUNIT", dimensions(0, 0, 1)],
  ["AMPERE", "A", "ELECTRICCURRENTUNIT", dimensions(0, 0, 0, 1)],
  ["KELVIN", "K", "THERMODYNAMICTEMPERATUREUNIT", dimensions(0, 0, 0, 0, 1)],
  ["MOLE", "mol", "AMOUNTOFSUBSTANCEUNIT", dimensions(0, 0, 0, 0, 0, 1)],
  ["CANDELA", "cd", "LUMINOUSINTENSITYUNIT", dimensions(0, 0, 0, 0, 0, 0, 1)],
  ["RADIAN", "rad", "PLANEANGLEUNIT", dimensions()],
  ["STERADIAN", "sr", "SOLIDANGLEUNIT", dimensions()],
  ["HERTZ", "Hz", "FREQUENCYUNIT", dimensions(0, 0, -1)],
  ["NEWTON", "N", "FORCEUNIT", dimensions(1, 1, -2)],
  ["PASCAL", "Pa", "PRESSUREUNIT", dimensions(-1, 1, -2)],
  ["JOULE", "J", "ENERGYUNIT", dimensions(2, 1, -2)],
  ["WATT", "W", "POWERUNIT", dimensions(2, 1, -3)],
  ["COULOMB", "C", "ELECTRICCHARGEUNIT", dimensions(0, 0, 1, 1)],
  ["VOLT", "V", "ELECTRICVOLTAGEUNIT", dimensions(2, 1, -3, -1)],
  ["FARAD", "F", "ELECTRICCAPACITANCEUNIT", dimensions(-2, -1, 4, 2)],
  ["OHM", "Ω", "ELECTRICRESISTANCEUNIT", dimensions(2, 1, -3, -2)],
  ["SIEMENS", "S", "ELECTRICCONDUCTANCEUNIT", dimensions(-2, -1, 3, 2)],
  ["WEBER", "Wb", "MAGNETICFLUXUNIT", dimensions(2, 1, -2, -1)],
  ["TESLA", "T", "MAGNETICFLUXDENSITYUNIT", dimensions(0, 1, -2, -1)],
  ["HENRY", "H", "INDUCTANCEUNIT", dimensions(2, 1, -2, -2)],
  ["DEGREE_CELSIUS", "°C", "THERMODYNAMICTEMPERATUREUNIT", dimensions(0, 0, 0, 0, 1)],
  ["LUMEN", "lm", "LUMINOUSFLUXUNIT", dimensions(0, 0, 0, 0, 0, 0, 1)],
  ["LUX", "lx", "ILLUMINANCEUNIT", dimensions(-2, 0, 0, 0, 0, 0, 1)],
  ["BECQUEREL", "Bq", "RADIOACTIVITYUNIT", dimensions(0, 0, -1)],
  ["GRAY", "Gy", "ABSORBEDDOSEUNIT", dimensions(2, 0, -2)],
  ["SIEVERT", "Sv", "DOSEEQUIVALENTUNIT", dimensions(2, 0, -2)]
]

/** Prefixes by their symbols. Source: The International System of Units, 9th edition, table 7. */
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

const foot = 0.3048
const inch = 0.0254
const yard = 0.9144
const mile = 1609.344
const pound = 0.45359237
const ounce = pound / 16
const litre = 0.001
const gallonUk = 4.54609 * litre
const gallonUs = 231 * inch ** 3
const poundForce = pound * 9.80665

/**
 * Units based on SI units: name, kind, factor, symbols and other names, and an offset in kelvin for a temperature.
 *
 * The names up to the empty line are those that IFC lists, the others are common in models. Source: IFC 4.3,
 * IfcConversionBasedUnit; factors: International yard and pound agreement, Weights and Measures Act 1985.
 */
const conversions: ReadonlyArray<
  readonly [name: string, kind: string, factor: number, others: ReadonlyArray<string>, offset?: number]
> = [
  ["inch", "LENGTHUNIT", inch, ["in", '"', "inches"]],
  ["foot", "LENGTHUNIT", foot, ["ft", "'", "feet"]],
  ["yard", "LENGTHUNIT", yard, ["yd"]],
  ["mile", "LENGTHUNIT", mile, ["mi"]],
  ["square inch", "AREAUNIT", inch ** 2, ["in2", "sq in", "sq inch"]],
  ["square foot", "AREAUNIT", foot ** 2, ["ft2", "sq ft", "sf", "square feet", "sq foot", "sq feet"]],
  ["square yard", "AREAUNIT", yard ** 2, ["yd2", "sq yd"]],
  ["acre", "AREAUNIT", 4046.8564224, ["ac"]],
  ["square mile", "AREAUNIT", mile ** 2, ["mi2", "sq mi"]],
  ["cubic inch", "VOLUMEUNIT", inch ** 3, ["in3", "cu in"]],
  ["cubic foot", "VOLUMEUNIT", foot ** 3, ["ft3", "cu ft", "cf", "cubic feet"]],
  ["cubic yard", "VOLUMEUNIT", yard ** 3, ["yd3", "cu yd", "cy"]],
  ["litre", "VOLUMEUNIT", litre, ["l", "L"]],
  ["fluid ounce UK", "VOLUMEUNIT", gallonUk / 160, []],
  ["fluid ounce US", "VOLUMEUNIT", gallonUs / 128, ["fl oz"]],
  ["pint UK", "VOLUMEUNIT", gallonUk / 8, []],
  ["pint US", "VOLUMEUNIT", gallonUs / 8, ["pt"]],
  ["gallon UK", "VOLUMEUNIT", gallonUk, []],
  ["gallon US", "VOLUMEUNIT", gallonUs, ["gal", "gallon"]],
  ["degree", "PLANEANGLEUNIT", Math.PI / 180, ["deg", "°"]],
  ["ounce", "MASSUNIT", ounce, ["oz"]],
  ["pound", "MASSUNIT", pound, ["lb", "lbs", "lbm"]],
  ["ton UK", "MASSUNIT", 2240 * pound, ["long ton"]],
  ["ton US", "MASSUNIT", 2000 * pound, ["short ton"]],
  ["lbf", "FORCEUNIT", poundForce, ["pound force"]],
  ["kip", "FORCEUNIT", 1000 * poundForce, ["kips"]],
  ["psi", "PRESSUREUNIT", poundForce / inch ** 2, ["lbf/in2"]],
  ["ksi", "PRESSUREUNIT", (1000 * poundForce) / inch ** 2, []],
  ["minute", "TIMEUNIT", 60, ["min"]],
  ["hour", "TIMEUNIT", 3600, ["h", "hr", "hrs"]],
  ["day", "TIMEUNIT", 86_400, ["d"]],
  ["btu", "ENERGYUNIT", 1055.056, ["british thermal unit"]],
  ["fahrenheit", "THERMODYNAMICTEMPERATUREUNIT", 5 / 9, ["°F", "degF", "degree fahrenheit"], (459.67 * 5) / 9],

  ["tonne", "MASSUNIT", 1000, ["t", "metric ton"]],
  ["hectare", "AREAUNIT", 10_000, ["ha"]],
  ["centilitre", "VOLUMEUNIT", 0.01 * litre, ["cl", "cL"]],
  ["millilitre", "VOLUMEUNIT", 0.001 * litre, ["ml", "mL"]],
  ["gradian", "PLANEANGLEUNIT", Math.PI / 200, ["gon", "grad"]],
  ["week", "TIMEUNIT", 7 * 86_400, ["wk"]],
  ["bar", "PRESSUREUNIT", 100_000, []],
  ["millibar", "PRESSUREUNIT", 100, ["mbar"]],
  ["kilogram force", "FORCEUNIT", 9.80665, ["kgf"]],
  ["watt hour", "ENERGYUNIT", 3600, ["Wh"]],
  ["kilowatt hour", "ENERGYUNIT", 3_600_000, ["kWh"]],
  ["megawatt hour", "ENERGYUNIT", 3_600_000_000, ["MWh"]],
  ["calorie", "ENERGYUNIT", 4.1868, ["cal"]],
  ["kilocalorie", "ENERGYUNIT", 4186.8, ["kcal"]],
  ["horsepower", "POWERUNIT", 550 * foot * poundForce, ["hp"]]
]

const si = ([name, , kind, of]: (typeof siUnits)[number], prefix: string | null): NamedUnit => ({
  name: siName(prefix, name),
  kind,
  dimensions: of,
  written: { as: "si", name, prefix }
})

/** The SI unit of a kind that factors refer to. */
export const baseOf: ReadonlyMap<string, NamedUnit> = new Map(
  siUnits.map((one) => [one[2], si(one, one[0] === "GRAM" ? "KILO" : null)] as const).toReversed()
)

const converted = ([name, kind, factor, , offset = 0]: (typeof conversions)[number]): NamedUnit => {
  const base = baseOf.get(kind)!
  const written = { as: "conversion", name, base, factor: Number(factor.toPrecision(15)), offset } as const
  return { name: camelCase(name), kind, dimensions: base.dimensions, written }
}

const percent: NamedUnit = {
  name: "%",
  kind: "USERDEFINED",
  dimensions: dimensions(),
  written: { as: "context", name: "%" }
}

/** Currencies by their codes. Source: IFC2x3, IfcCurrencyEnum. */
const currencies =
  "AED AES ATS AUD BBD BEG BGL BHD BMD BND BRL BSD BWP BZD CAD CBD CHF CLP CNY CYS CZK DDP DEM DKK EGL EST EUR FAK FIM " +
  "FJD FKP FRF GBP GIP GMD GRX HKD HUF ICK IDR ILS INR IRP ITL JMD JOD JPY KES KRW KWD KYD LKR LUF MTL MUR MXN MYR NLG " +
  "NZD OMR PGK PHP PKR PLN PTN QAR RUR SAR SCR SEK SGD SKP THB TRL TTD TWD USD VEB VND XEU ZAR ZWD NOK"

const currency = (name: string): NamedUnit => ({
  name,
  kind: "MONETARY",
  dimensions: dimensions(),
  written: { as: "currency", name }
})

/** Removes the differences of texts with symbols that look alike: `m²` and `m2`, both signs of micro and minus. */
export const plain = (text: string): string => text.normalize("NFKC").replaceAll("μ", "µ").replaceAll("−", "-")

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
    .replace(
      /(?<=gram|second|watt|newton|pascal|joule|degree|inch|pound|yard|mile|hour|minute|day|week|tonne|volt|acre|hectare|gallon|ounce|pint)e?s$/,
      ""
    )
    .replace(/feet$/, "foot")

/** Units by symbol. A symbol of a unit takes precedence over a prefix before another (`min`, `ft`, `cd`). */
export const bySymbol: ReadonlyMap<string, NamedUnit> = new Map([
  ...siUnits.flatMap((one) =>
    Object.entries(prefixSymbols).map(([prefix, word]) => [prefix + one[1], si(one, word)] as const)
  ),
  ...siUnits.map((one) => [one[1], si(one, null)] as const),
  ...conversions.flatMap((one) => one[3].map((text) => [text.replaceAll(" ", ""), converted(one)] as const)),
  ...currencies.split(" ").map((code) => [code, currency(code)] as const),
  ["€", currency("EUR")] as const,
  ["£", currency("GBP")] as const,
  ["%", percent] as const
])

/** Units by the normalized spelling of their names. */
export const byName: ReadonlyMap<string, NamedUnit> = new Map([
  ...siUnits.flatMap((one) =>
    [null, ...Object.keys(prefixes)].map((prefix) => [spelling(siName(prefix, one[0])), si(one, prefix)] as const)
  ),
  ...conversions.flatMap((one) =>
    [one[0], ...one[3].filter((text) => /^[a-z ]{4,}$/.test(text))].map(
      (text) => [spelling(text), converted(one)] as const
    )
  ),
  ["percent", percent] as const
])
