import type { ContentLayer, ModelContent } from "../../domain/models/ModelContent.ts"
import type { Random } from "../../testing/Random.ts"
import { system } from "./TestContent.ts"
import { classNames, numbers, propertyNames, setNames, types, words } from "./RandomWords.ts"

export const modelGuid = "0testModelGuid00000000"

/** `large`: more products and distinct values than small dictionaries take. */
export const content = (random: Random, large = false): ModelContent => {
  const texts: Array<string> = []
  const places = new Map<string, number>()
  const textIndex = (text: string): number => {
    const at = places.get(text) ?? texts.push(text) - 1
    places.set(text, at)
    return at
  }
  for (const word of words) textIndex(word)
  const count = large ? 6000 : random.chance(0.03) ? 600 : random.pick([0, 1, 2, 5, 33, 33, 33, 64, 70, 70, 70])
  const maybe = (): number => (random.chance(0.3) ? -1 : random.below(texts.length))
  const column = (): Int32Array => Int32Array.from({ length: count }, maybe)
  const pairs = new Map<string, { set: string; name: string }>()
  for (let i = random.below(14); i >= 0; i--) {
    const pair = { set: random.pick(setNames), name: random.pick(propertyNames) }
    pairs.set(JSON.stringify(pair), pair)
  }
  const properties = [...pairs.values()].map(({ set, name }) => ({
    set,
    name,
    quantity: random.chance(0.3),
    enumeration: random.chance(0.1) ? random.some(words, 3) : null
  }))
  const space = valueSpace(random, textIndex, large)
  const locations = Array.from({ length: random.below(6) }, (_, i) => ({
    guid: `1location${i}`,
    name: random.pick(words),
    type: random.pick(types),
    parent: random.chance(0.3) ? -1 : random.below(i + 1) - 1,
    longName: null,
    properties: []
  }))
  const materials = ["Brick", "Wood", "", "Lufté"].map((name) => ({
    name,
    description: null,
    category: null,
    properties: []
  }))
  const materialSets = Array.from({ length: random.below(5) }, () => {
    const form = random.pick(["single", "list", "layers", "profiles", "constituents"] as const)
    const layers = Array.from({ length: form === "single" ? 1 : random.below(4) }, (): ContentLayer => ({
      material: form === "single" ? random.below(4) : random.below(5) - 1,
      name: random.chance(0.5) ? random.pick(words) : null,
      thickness: form === "layers" ? random.pick([100, 0.24, 1 / 3, 0, 123456789]) : null,
      fraction: form === "constituents" && random.chance(0.5) ? random.pick([0.5, 1 / 3]) : null
    }))
    return { name: random.chance(0.5) ? random.pick(words) : null, form, layers }
  })
  const codes = Array.from({ length: random.below(5) }, (_, i) => ({
    codification: random.below(2),
    identification: `${random.pick(words)}${i}`,
    name: random.pick(words),
    description: null,
    uri: null,
    parent: random.below(i + 1) - 1
  }))
  const codeSets = codes.length === 0 ? [] : Array.from({ length: 6 }, () => [...new Set([random.below(codes.length), ...random.some([...codes.keys()], 2)])]) // prettier-ignore
  const oneOf = (list: ReadonlyArray<unknown>): Int32Array =>
    Int32Array.from({ length: count }, () => random.below(list.length + 1) - 1)
  const level = () => ({
    predefinedTypeText: column(),
    materialSet: oneOf(materialSets),
    codeSet: oneOf(codeSets)
  })
  const groups = ["Cold water", "Phase; 2"].map((name, i) => ({ guid: `2group${i}`, name, class: "IfcGroup" }))
  const sizes = (): Float64Array => Float64Array.from({ length: count }, () => random.pick([Number.NaN, 2100, 0.9]))
  return {
    schema: "IFC4",
    texts,
    lists: new Map(),
    products: {
      count,
      guid: Array.from({ length: count }, (_, row) => `${random.below(4)}guid$_${row}`),
      classes: classNames,
      class: Uint16Array.from({ length: count }, () => random.below(classNames.length)),
      nameText: column(),
      descriptionText: column(),
      objectTypeText: column(),
      tagText: column(),
      typeNameText: column(),
      overallHeight: sizes(),
      overallWidth: sizes(),
      groupSet: oneOf([[0], [1, 0]]),
      location: oneOf(locations),
      ...level(),
      ofType: level(),
      whole: new Int32Array(count).fill(-1),
      hasShape: new Uint8Array(count)
    },
    properties,
    ...space.done,
    cells: cells(random, count, properties.length, space.kinds),
    locations,
    materials,
    materialSets,
    codifications: [null, "Uniclass"].map((name) => system(name)),
    codes,
    codeSets,
    groups,
    groupSets: [[0], [1, 0]],
    lengthUnit: 0,
    areaUnit: 1,
    volumeUnit: -1
  }
}

/** Makes some products parts of products that precede them. */
export const withParts = (random: Random, model: ModelContent): ModelContent => {
  const whole = model.products.whole.map((_, row) => (row > 0 && random.chance(0.3) ? random.below(row) : -1))
  return { ...model, products: { ...model.products, whole } }
}

const valueSpace = (random: Random, textIndex: (text: string) => number, large: boolean) => {
  const rows = [
    [0, 0, -1],
    [32, 0, -1],
    [4, 1, -1],
    [4, 0, -1],
    ...words.flatMap((word) => [
      [1, textIndex(word), -1],
      ...(word.includes("; ") ? [[1 | 16, textIndex(word), -1]] : []),
      ...(random.chance(0.2) ? [[1 | 8, textIndex(word), -1]] : [])
    ]),
    ...numbers.flatMap((number) => [
      [2, number, random.below(3) - 1],
      [3, Math.trunc(number), -1]
    ])
  ]
  const many =
    random.chance(0.4) || large
      ? Array.from({ length: large ? 20_000 : 600 }, (_, i) => [2, i % 97 === 0 ? Number.NaN : i / 7, 0])
      : []
  const texts = large
    ? Array.from({ length: 20_000 }, (_, i) => [
        i % 9 === 0 ? 17 : 1,
        textIndex(`${random.pick(words)} ${i}; ${i % 500}`),
        -1
      ])
    : []
  const all = [...texts, ...many, ...rows]
  const kinds = { texts: texts.length, numbers: many.length, all: all.length }
  return {
    kinds,
    done: {
      values: {
        kind: Uint8Array.from(all, ([kind]) => kind!),
        number: Float64Array.from(all, ([, number]) => number!),
        unit: Int16Array.from(all, ([, , unit]) => unit!)
      },
      units: [
        { name: "Millimetre", kind: "LENGTHUNIT", toSi: 0.001, offset: 0 },
        { name: "SquareMetre", kind: "AREAUNIT", toSi: 1, offset: 0 }
      ]
    }
  }
}

const cells = (
  random: Random,
  count: number,
  properties: number,
  { texts, numbers, all }: { readonly texts: number; readonly numbers: number; readonly all: number }
): ModelContent["cells"] => {
  const rows: Array<readonly [number, number, number, number]> = []
  const density = Array.from({ length: properties }, () => random.pick([0.01, 0.3, 0.9, 1]))
  const favourites = Array.from({ length: properties }, (): ReadonlyArray<number> => {
    if (numbers > 0 && random.chance(0.3)) return Array.from({ length: numbers }, (_, i) => texts + i)
    if (texts > 0 && random.chance(0.5)) return Array.from({ length: texts + 40 }, () => random.below(all))
    return Array.from({ length: random.pick([1, 3, 400]) }, () => texts + numbers + random.below(all - texts - numbers))
  })
  const hides = density.map(() => random.chance(0.5))
  const order = [...density.keys()]
  for (let row = 0; row < count; row++) {
    if (random.chance(0.1)) random.shuffle(order)
    for (const property of order) {
      if (!random.chance(density[property]!)) continue
      const value = random.pick(favourites[property]!)
      const ofType = random.chance(0.3)
      rows.push([row, property, value, (ofType ? 1 : 0) | (random.chance(0.05) ? 4 : 0)])
      if (hides[property]! && !ofType && random.chance(0.2))
        rows.push([row, property, random.pick(favourites[property]!), 3])
    }
  }
  return {
    count: rows.length,
    product: Uint32Array.from(rows, ([row]) => row),
    property: Uint32Array.from(rows, ([, property]) => property),
    value: Uint32Array.from(rows, ([, , value]) => value),
    flags: Uint8Array.from(rows, ([, , , flags]) => flags)
  }
}
