/** Decimal powers of IfcSIPrefix. */
export const prefixes: Readonly<Record<string, number>> = {
  EXA: 18,
  PETA: 15,
  TERA: 12,
  GIGA: 9,
  MEGA: 6,
  KILO: 3,
  HECTO: 2,
  DECA: 1,
  DECI: -1,
  CENTI: -2,
  MILLI: -3,
  MICRO: -6,
  NANO: -9,
  PICO: -12,
  FEMTO: -15,
  ATTO: -18
}

const capital = (word: string): string => {
  const rest = word.slice(1)
  return word.slice(0, 1).toUpperCase() + (rest === rest.toUpperCase() ? rest.toLowerCase() : rest)
}

/** Returns `SQUARE_METRE`, `square metre`, `SQUARE FOOT` in upper camel case; words of mixed case keep it. */
export const camelCase = (name: string): string =>
  name
    .split(/[\s_\-.,/()[\]"']+/u)
    .map(capital)
    .join("")

/**
 * Returns the name of an IfcSIUnit, with the prefix before the unit that it belongs to (`Millimetre`,
 * `SquareMillimetre`).
 */
export const siName = (prefix: string | null, name: string): string => {
  const plain = camelCase(name)
  if (prefix === null) return plain
  const power = /^(Square|Cubic)(.+)$/.exec(plain)
  return power === null
    ? capital(prefix) + plain.slice(0, 1).toLowerCase() + plain.slice(1)
    : power[1] + capital(prefix) + power[2]!.toLowerCase()
}

const raised = (name: string, exponent: number): string => {
  if (exponent === 1) return name
  if (exponent === 2) return `Square${name}`
  if (exponent === 3) return `Cubic${name}`
  return `${name}ToThePowerOf${exponent}`
}

/**
 * Returns the name of a derived unit from its elements: numerators, then `Per` before each denominator
 * (`WattPerSquareMetrePerKelvin`).
 */
export const derivedName = (elements: ReadonlyArray<{ readonly name: string; readonly exponent: number }>): string =>
  [
    ...elements.filter(({ exponent }) => exponent > 0).map(({ name, exponent }) => raised(name, exponent)),
    ...elements.filter(({ exponent }) => exponent < 0).map(({ name, exponent }) => `Per${raised(name, -exponent)}`)
  ].join("")

/** Measures whose unit kind has another name. Source: IFC 4.3, IfcDerivedUnitEnum. */
const kindsOfOtherName: Readonly<Record<string, string>> = {
  IFCMONETARYMEASURE: "MONETARY",
  IFCSECTIONALAREAINTEGRALMEASURE: "SECTIONAREAINTEGRALUNIT",
  IFCTHERMALCONDUCTIVITYMEASURE: "THERMALCONDUCTANCEUNIT"
}

/**
 * Returns the unit kind of a measure (`IFCPOSITIVELENGTHMEASURE`: `LENGTHUNIT`), which is a member of IfcUnitEnum or
 * IfcDerivedUnitEnum if the schema has one of that name; null if the keyword is no measure.
 */
export const kindOfMeasure = (keyword: string): string | null => {
  const known = kindsOfOtherName[keyword]
  if (known !== undefined) return known
  const measure = /^IFC(?:POSITIVE|NONNEGATIVE)?(\w+)MEASURE$/.exec(keyword)
  return measure === null ? null : `${measure[1]}UNIT`
}

/** Kinds of measures that have no unit. */
export const withoutUnit: ReadonlySet<string> = new Set([
  "COMPOUNDPLANEANGLEUNIT",
  "CONTEXTDEPENDENTUNIT",
  "COUNTUNIT",
  "DESCRIPTIVEUNIT",
  "NORMALISEDRATIOUNIT",
  "NUMBERUNIT",
  "PHUNIT",
  "RATIOUNIT"
])
