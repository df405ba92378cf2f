import type { ContentProducts, ContentUnit, ModelContent } from "../src/domain/models/ModelContent.ts"

/**
 * Generated products for the query benchmark: 30 classes (Zipf), 1,000 properties (25 common ones at 85 %, the others
 * on one to three classes at 55 %), about 58 values a product; 60 % texts, 30 % numbers, 10 % booleans; one text
 * different for each product; non-ASCII and quotes present. They are in typed arrays, so that 10^6 products fit in
 * memory.
 */
export interface BenchProperty {
  readonly set: string
  readonly name: string
  readonly kind: "text" | "number" | "boolean"
  readonly distinct: number
  readonly classes: ReadonlySet<number> | null
}

const classNames = Array.from({ length: 30 }, (_, i) => `IfcClass${String.fromCharCode(65 + (i % 26))}${i}`)
export const measures = ["Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]

const sizes = [3, 10, 30, 100, 400]
const largest = 400

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 4294967296
}

const propertiesOf = (next: () => number): ReadonlyArray<BenchProperty> => {
  const common: Array<BenchProperty> = [
    { set: "Pset_Common", name: "Unique", kind: "text", distinct: Number.POSITIVE_INFINITY, classes: null },
    { set: "Pset_Common", name: "Reference", kind: "text", distinct: 400, classes: null },
    { set: "Pset_Common", name: "Status", kind: "text", distinct: 200, classes: null },
    { set: "Pset_Common", name: "Level", kind: "number", distinct: 50, classes: null }
  ]
  const kindOf = (): BenchProperty["kind"] => {
    const at = next()
    return at < 0.6 ? "text" : at < 0.9 ? "number" : "boolean"
  }
  const sums = measures.map((name): BenchProperty => ({
    set: "Qto_BaseQuantities",
    name,
    kind: "number",
    distinct: Number.POSITIVE_INFINITY,
    classes: null
  }))
  for (let i = common.length; i < 1000; i++) {
    if (i === 20) common.push(...sums)
    if (i >= 20 && i < 25) continue

    const classes =
      i < 25 ? null : new Set(Array.from({ length: 1 + Math.floor(next() * 3) }, () => Math.floor(next() * 30)))
    const distinct = sizes[Math.floor(next() * sizes.length)]!
    common.push({ set: `Pset_${i % 60}`, name: `Property ${i}`, kind: kindOf(), distinct, classes })
  }
  return common
}

const textOf = (property: string, i: number): string =>
  i % 7 === 0 ? `Größe "${property}" ${i}` : `${property} value ${i}`

export interface BenchData {
  readonly content: ModelContent
  readonly properties: ReadonlyArray<BenchProperty>
}

/** Generates the same `count` products at every call. */
export const generate = (count: number): BenchData => {
  const next = random(7)
  const properties = propertiesOf(next)
  const texts: Array<string> = []
  const unbounded = properties.filter(({ distinct }) => !Number.isFinite(distinct)).length
  const mostValues = 2 + properties.length * largest + unbounded * count
  const kinds = new Uint8Array(mostValues)
  const numbers = new Float64Array(mostValues)
  let values = 0
  const value = (kind: number, number: number): number => {
    kinds[values] = kind
    numbers[values] = number
    return values++
  }
  const [no, yes] = [value(4, 0), value(4, 1)]
  const text = (of: string): number => texts.push(of) - 1
  const classOf = classesOf(count, next)
  const dictionaries = properties.map(({ name, kind, distinct }) =>
    kind === "boolean"
      ? [no, yes]
      : Number.isFinite(distinct)
        ? Array.from({ length: distinct }, (_, i) =>
            kind === "text" ? value(1, text(textOf(name, i))) : value(2, i * 0.25)
          )
        : null
  )
  const byClass = classNames.map((_, c) => [...properties.keys()].filter((p) => properties[p]!.classes?.has(c) ?? true))
  const most = classOf.reduce((sum, c) => sum + byClass[c]!.length, 0)
  const cells = { product: new Uint32Array(most), property: new Uint32Array(most), value: new Uint32Array(most) }
  let used = 0
  for (let row = 0; row < count; row++) {
    for (const p of byClass[classOf[row]!]!) {
      const { classes, kind, name } = properties[p]!
      if (next() > (classes === null ? 0.85 : 0.55)) continue
      const dictionary = dictionaries[p]!
      cells.product[used] = row
      cells.property[used] = p
      cells.value[used++] =
        dictionary !== null
          ? dictionary[Math.floor(next() * dictionary.length)]!
          : kind === "text"
            ? value(1, text(textOf(name, row)))
            : value(2, Math.round(next() * 1e6) / 1e3)
    }
  }
  const content: ModelContent = {
    schema: "IFC4",
    texts,
    lists: new Map(),
    products: productsOf(count, classOf, text),
    properties: properties.map(({ set, name }) => ({
      set,
      name,
      quantity: set.startsWith("Qto_"),
      enumeration: null
    })),
    values: {
      kind: kinds.subarray(0, values),
      number: numbers.subarray(0, values),
      unit: new Int16Array(values).fill(-1)
    },
    cells: {
      count: used,
      product: cells.product.subarray(0, used),
      property: cells.property.subarray(0, used),
      value: cells.value.subarray(0, used),
      flags: new Uint8Array(used)
    },
    units: [metre],
    locations: [],
    materials: [],
    materialSets: [],
    codifications: [],
    codes: [],
    codeSets: [],
    groups: [],
    groupSets: [],
    lengthUnit: 0,
    areaUnit: -1,
    volumeUnit: -1
  }
  return { content, properties }
}

const metre: ContentUnit = { name: "Metre", kind: "LENGTHUNIT", toSi: 1, offset: 0 }

const classesOf = (count: number, next: () => number): Uint16Array => {
  const weights = classNames.map((_, i) => 1 / (i + 1))
  const total = weights.reduce((a, b) => a + b)
  const classes = new Uint16Array(count)
  for (let row = 0; row < count; row++) {
    let at = next() * total
    classes[row] = weights.findIndex((weight) => (at -= weight) < 0)
  }
  return classes
}

const productsOf = (count: number, classOf: Uint16Array, text: (of: string) => number): ContentProducts => {
  const none = new Int32Array(count).fill(-1)
  const level = { predefinedTypeText: none, materialSet: none, codeSet: none }
  return {
    count,
    guid: Array.from({ length: count }, (_, row) => `0${String(row).padStart(21, "x")}`),
    classes: classNames,
    class: classOf,
    nameText: Int32Array.from({ length: count }, (_, row) => text(`Product ${row}`)),
    descriptionText: none,
    objectTypeText: none,
    tagText: none,
    typeNameText: none,
    overallHeight: new Float64Array(count).fill(Number.NaN),
    overallWidth: new Float64Array(count).fill(Number.NaN),
    groupSet: none,
    location: none,
    ...level,
    ofType: level,
    whole: none,
    hasShape: new Uint8Array(count)
  }
}
