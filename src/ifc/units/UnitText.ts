import { kindOfSignature, signatureOf, type UnitElement } from "./DerivedKinds.ts"
import { byName, bySymbol, type NamedUnit, plain, spelling } from "./KnownUnits.ts"
import { derivedName } from "./UnitNames.ts"

/** A product of powers of units. */
export interface ProductOfUnits {
  /** The name as it is shown. */
  readonly name: string
  readonly elements: ReadonlyArray<UnitElement>
}

export type KnownUnit = NamedUnit | ProductOfUnits

/** The longest text that is looked at; no unit is that long. */
const longest = 64

/** Elements of a unit's text. They are `unsure` if the text may also be read in another way. */
interface Parsed {
  readonly elements: ReadonlyArray<UnitElement>
  readonly unsure: boolean
}

/** Returns the units of symbols without anything between them (`Nm`), or null if they are not two known ones. */
const twoOf = (symbols: string): readonly [NamedUnit, NamedUnit] | null => {
  for (let at = symbols.length - 1; at > 0; at--) {
    const [first, second] = [bySymbol.get(symbols.slice(0, at)), bySymbol.get(symbols.slice(at))]
    if (first !== undefined && second !== undefined) return [first, second]
  }
  return null
}

/** Parses factors, each a symbol with an exponent (`m2*K`, `m2K`); null if one is unknown. */
const factorsOf = (text: string, sign: 1 | -1): Parsed | null => {
  const inside = /^\(([^()]*)\)$/.exec(text)?.[1] ?? text
  const factors = Array.from(inside.matchAll(/([^\d*()+-]+)(-?\d+)?|./g))
  const elements: Array<UnitElement> = []
  let unsure = false
  for (const [all, symbol, power = "1"] of factors) {
    if (all === "*") continue
    if (symbol === undefined) return null
    const exponent = Number(power) * sign
    const unit = bySymbol.get(symbol)
    const pair = unit === undefined ? twoOf(symbol) : [unit]
    if (pair === null || exponent === 0) return null
    unsure ||= pair.length > 1
    for (const [i, one] of pair.entries()) elements.push({ unit: one, exponent: i < pair.length - 1 ? sign : exponent })
  }
  // `J/kg*K` means `J/(kg*K)` in almost all uses.
  unsure ||= sign < 0 && elements.length > 1 && inside === text
  return elements.length === 0 ? null : { elements, unsure }
}

/** Parses symbols: factors, and others behind one or several slashes. */
const ofSymbols = (text: string): Parsed | null => {
  const spaced = plain(text.trim()).replaceAll("^", "")
  const tight = spaced.replaceAll(/\s*([/*()])\s*/g, "$1").replaceAll(/[\s·⋅×.]+/g, "*")
  // The symbol of the millikelvin, which never occurs in a denominator.
  const [above = "", ...below] = tight.replace(/\/mK$/, "/(m*K)").split("/")
  const parts = [
    ...(above === "1" || above === "" ? [] : [factorsOf(above, 1)]),
    ...below.map((part) => factorsOf(part, -1))
  ]
  if (parts.length === 0) return null
  const elements: Array<UnitElement> = []
  let unsure = false
  for (const part of parts) {
    if (part === null) return null
    elements.push(...part.elements)
    unsure ||= part.unsure
  }
  return { elements, unsure }
}

/** Returns the unit of one name, with its power (`square metre`, `MetreToThePowerOf4`), or null if it is unknown. */
const powerOf = (text: string): UnitElement | null => {
  const [, base = text, power] = /^(.*?)\s*to\s*the\s*power\s*of\s*(\d+)$/i.exec(text) ?? []
  const unit = byName.get(spelling(base)) ?? bySymbol.get(base)
  if (unit !== undefined) return { unit, exponent: Number(power ?? 1) }
  const [, word = "", of = ""] = /^(square|cubic)\s*(.*)$/i.exec(base) ?? []
  const one = byName.get(spelling(of))
  return one === undefined ? null : { unit: one, exponent: word.toLowerCase() === "square" ? 2 : 3 }
}

/** Returns the units of names in a row (`NewtonMetre`), or null if one is unknown. */
const namesIn = (text: string): ReadonlyArray<UnitElement> | null => {
  const words = text.trim().split(/\s+|(?<=[a-z\d])(?=[A-Z])/)
  const found: Array<UnitElement> = []
  for (let from = 0; from < words.length;) {
    let to = words.length
    let one: UnitElement | null = null
    for (; to > from && one === null; to--) one = powerOf(words.slice(from, to).join(" "))
    if (one === null) return null
    found.push(one)
    from = to + 1
  }
  return found
}

/** Parses names: `watt per square metre kelvin`, or the form in which units are shown, `WattPerSquareMetrePerKelvin`. */
const ofNames = (text: string): Parsed | null => {
  const [above = "", ...below] = text.trim().split(/\s+per\s+|(?<=[a-z\d])Per(?=[A-Z])|^per(?=[A-Z\s])/i)
  const numerators = above === "" ? [] : namesIn(above)
  if (numerators === null || (below.length === 0 && numerators.length === 0)) return null
  const elements = [...numerators]
  for (const part of below) {
    const found = namesIn(part)
    if (found === null) return null
    elements.push(...found.map(({ exponent, unit }) => ({ unit, exponent: -exponent })))
  }
  return { elements, unsure: numerators.length > 1 }
}

const productOf = ({ elements, unsure }: Parsed): ProductOfUnits | null => {
  // Neither percent nor money can be an element of a derived unit.
  if (elements.some(({ unit }) => unit.written.as === "context" || unit.written.as === "currency")) return null
  if (unsure && kindOfSignature(signatureOf(elements)) === undefined) return null
  return { name: derivedName(elements.map(({ exponent, unit }) => ({ name: unit.name, exponent }))), elements }
}

const known = new Map<string, KnownUnit | null>()
const mostKnown = 10_000

const parsed = (text: string): KnownUnit | null => {
  const named = bySymbol.get(plain(text).replaceAll(/[\s^]/g, "")) ?? byName.get(spelling(text))
  if (named !== undefined) return named
  const product = ofSymbols(text) ?? ofNames(text)
  if (product === null) return null
  const [only] = product.elements
  return product.elements.length === 1 && only!.exponent === 1 ? only!.unit : productOf(product)
}

/** Returns the unit that a text means, by a symbol (`mm²`, `W/(m²K)`) or by names; null if it is none that IFC can write. */
export const unitOf = (text: string): KnownUnit | null => {
  if (text.length > longest) return null
  if (known.size >= mostKnown) known.clear()
  return known.getOrInsertComputed(text, () => parsed(text))
}

/**
 * Returns the elements of a derived unit by the name under which it is shown, or null if one is unknown. Unlike a text
 * that a user enters, the name has only one meaning.
 */
export const elementsOfName = (name: string): ReadonlyArray<UnitElement> | null =>
  name.length > longest ? null : (ofNames(name)?.elements ?? null)

/** Returns the name under which the unit of a text is shown: that of IFC, or the text itself if it is no unit of IFC. */
export const shownUnit = (text: string): string => unitOf(text)?.name ?? text
