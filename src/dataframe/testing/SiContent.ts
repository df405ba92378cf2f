import { type ModelContent, VALUE_DIGITS } from "../../domain/models/ModelContent.ts"
import type { Random } from "../../testing/Random.ts"

/** The units of random contents with their factor to SI, or null if there is none, and a function instead of one. */
const siUnits: Readonly<Record<string, readonly [si: string, factor: number | ((value: number) => number)]>> = {
  Millimetre: ["Metre", 0.001],
  SquareMetre: ["SquareMetre", 1],
  Foot: ["Metre", 0.3048],
  Gram: ["Kilogram", 0.001],
  Degree: ["Radian", Math.PI / 180],
  DegreeCelsius: ["Kelvin", (value) => value + 273.15],
  Fahrenheit: ["Kelvin", (value) => ((value + 459.67) * 5) / 9]
}

/** Units as files give them, of which the last ones have no factor. */
export const units: ModelContent["units"] = [
  { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
  { name: "SquareMetre", kind: "AREAUNIT", toSi: 1, offset: 0 },
  { name: "Foot", kind: "LENGTHUNIT", toSi: 0.30480000000000002, offset: 0 },
  { name: "Gram", kind: "MASSUNIT", toSi: 0.001, offset: 0 },
  { name: "Degree", kind: "PLANEANGLEUNIT", toSi: Math.PI / 180, offset: 0 },
  { name: "DegreeCelsius", kind: "THERMODYNAMICTEMPERATUREUNIT", toSi: 1, offset: 273.15 },
  { name: "Fahrenheit", kind: "THERMODYNAMICTEMPERATUREUNIT", toSi: 5 / 9, offset: 0 },
  { name: "EUR", kind: "MONETARY", toSi: 1, offset: 0 },
  { name: "SmallBox", kind: "MASSUNIT", toSi: 1, offset: 0 },
  { name: "", kind: "COUNTUNIT", toSi: 1, offset: 0 }
]

const numberIn = (value: number, name: string): number => {
  const [, factor] = siUnits[name]!
  const si = typeof factor === "number" ? value * factor : factor(value)
  return Number.isFinite(si) ? Number(si.toPrecision(15)) : si
}

const isNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)

/**
 * Returns the content as a file in SI would contain it: each value converted for itself. It shares no code with tables.
 */
export const inSi = (content: ModelContent): ModelContent => {
  const texts = [...content.texts]
  const { kind, number, unit } = content.values
  const nameOf = (index: number): string | null => {
    const name = content.units[index]?.name ?? ""
    return Object.hasOwn(siUnits, name) ? name : null
  }
  const values = Array.from(kind, (of, id): readonly [number, number] => {
    const name = nameOf(unit[id]!)
    const value = number[id]!
    if (name === null) return [of, value]
    if ((of & 7) === 2) return [2, numberIn(value, name)]
    if ((of & 7) === 3) return [siUnits[name]![1] === 1 ? 3 : 2, numberIn(value, name)]
    if ((of & 7) !== 1) return [of, value]
    const items = texts[value]!.split("; ")
    if ((of & VALUE_DIGITS) !== 0) return [2, numberIn(Number(items[0]), name)]
    if (!items.every((item) => item === "" || isNumber(item)) || texts[value] === "") return [of, value]
    const converted = items.map((item) => (item === "" ? "" : String(numberIn(Number(item), name))))
    return [of, texts.push(converted.join("; ")) - 1]
  })
  const length = nameOf(content.lengthUnit)
  const sizeOf = (size: number): number => (length === null ? size : numberIn(size, length))
  return {
    ...content,
    texts,
    values: {
      kind: Uint8Array.from(values, ([of]) => of),
      number: Float64Array.from(values, ([, value]) => value),
      unit
    },
    products: {
      ...content.products,
      overallHeight: content.products.overallHeight.map(sizeOf),
      overallWidth: content.products.overallWidth.map(sizeOf)
    },
    materialSets: content.materialSets.map((set) => ({
      ...set,
      layers: set.layers.map((layer) => ({
        ...layer,
        thickness: layer.thickness === null ? null : sizeOf(layer.thickness)
      }))
    })),
    units: content.units.map((one) => ({ ...one, name: siUnits[one.name]?.[0] ?? one.name }))
  }
}

/** Gives numbers random units, and some texts a meaning as several numbers. */
export const withUnits = (random: Random, model: ModelContent): ModelContent => {
  const { kind, number, unit } = model.values
  const places = [random.below(units.length), random.below(units.length)]
  const isOfOne = random.chance(0.3)
  const unitOf = (of: number): number => {
    if (of === -1) return random.chance(0.5) || isOfOne ? -1 : random.below(units.length)
    return places[of]!
  }
  const texts = [...model.texts]
  const lists = ["2400; 100", "-40; 212", "; 0.1", "12.5", "1e21; 3; ", "7; x"].map((list) => texts.push(list) - 1)
  const digits = ["9007199254740993", "-9007199254740993"].map((list) => texts.push(list) - 1)
  const values = Array.from(kind, (of, id): readonly [number, number, number] => {
    const before = [of, number[id]!, unit[id]!] as const
    if ((of & 7) === 2 || (of & 7) === 3) return [of, number[id]!, unitOf(unit[id]!)]
    if (of !== 1 || random.chance(0.7)) return before
    const bits = random.pick([1 | 16, 1 | 16 | 32, 1 | 8, 1])
    return random.chance(0.2)
      ? [1 | 64, random.pick(digits), random.below(units.length)]
      : [bits, random.pick(lists), random.below(units.length)]
  })
  return {
    ...model,
    texts,
    units,
    lengthUnit: random.pick([0, 2]),
    values: {
      kind: Uint8Array.from(values, ([of]) => of),
      number: Float64Array.from(values, ([, value]) => value),
      unit: Int16Array.from(values, ([, , of]) => of)
    }
  }
}
