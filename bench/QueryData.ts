import type { ContentUnit, ModelContent } from "../src/domain/ModelContent.ts"

/**
 * Generated products for the query benchmark: 30 classes (Zipf), 1,000 properties (25 common ones at 85 %, the others
 * on one to three classes at 55 %), about 58 values a product; 60 % texts, 30 % numbers, 10 % booleans; one text
 * different for each product; non-ASCII and quotes present.
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
  const sizes = [3, 10, 30, 100, 400]
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

export const generate = (count: number): BenchData => {
  const next = random(7)
  const properties = propertiesOf(next)
  const texts: Array<string> = []
  const kinds: Array<number> = [4, 4]
  const numbers: Array<number> = [0, 1]
  const value = (kind: number, number: number): number => {
    kinds.push(kind)
    return numbers.push(number) - 1
  }
  const text = (of: string): number => texts.push(of) - 1
  const weights = classNames.map((_, i) => 1 / (i + 1))
  const total = weights.reduce((a, b) => a + b)
  const classOf = Uint16Array.from({ length: count }, () => {
    let at = next() * total
    return weights.findIndex((weight) => (at -= weight) < 0)
  })
  const dictionaries = properties.map(({ name, kind, distinct }) =>
    kind === "boolean"
      ? [0, 1]
      : Number.isFinite(distinct)
        ? Array.from({ length: distinct }, (_, i) =>
            kind === "text" ? value(1, text(textOf(name, i))) : value(2, i * 0.25)
          )
        : null
  )
  const byClass = classNames.map((_, c) => [...properties.keys()].filter((p) => properties[p]!.classes?.has(c) ?? true))
  const cells: { product: Array<number>; property: Array<number>; value: Array<number> } = {
    product: [],
    property: [],
    value: []
  }
  for (let row = 0; row < count; row++) {
    for (const p of byClass[classOf[row]!]!) {
      const { classes, kind, name } = properties[p]!
      if (next() > (classes === null ? 0.85 : 0.55)) continue
      const dictionary = dictionaries[p]!
      cells.product.push(row)
      cells.property.push(p)
      cells.value.push(
        dictionary !== null
          ? dictionary[Math.floor(next() * dictionary.length)]!
          : kind === "text"
            ? value(1, text(textOf(name, row)))
            : value(2, Math.round(next() * 1e6) / 1e3)
      )
    }
  }
  const names = Int32Array.from({ length: count }, (_, row) => text(`Product ${row}`))
  const none = new Int32Array(count).fill(-1)
  const unit: ContentUnit = { name: "Metre", kind: "LENGTHUNIT", toSi: 1, offset: 0 }
  const content: ModelContent = {
    schema: "IFC4",
    texts,
    products: {
      count,
      guid: Array.from({ length: count }, (_, row) => `0${String(row).padStart(21, "x")}`),
      classes: classNames,
      class: classOf,
      nameText: names,
      descriptionText: none,
      objectTypeText: none,
      tagText: none,
      predefinedTypeText: none,
      typeNameText: none,
      location: none,
      materialSet: none,
      codeStart: new Uint32Array(count + 1),
      codeItems: new Uint32Array(0),
      whole: none,
      hasShape: new Uint8Array(count)
    },
    properties: properties.map(({ set, name }) => ({
      set,
      name,
      quantity: set.startsWith("Qto_"),
      enumeration: null
    })),
    values: {
      kind: Uint8Array.from(kinds),
      number: Float64Array.from(numbers),
      unit: Int16Array.from(kinds, () => -1)
    },
    cells: {
      count: cells.product.length,
      product: Uint32Array.from(cells.product),
      property: Uint32Array.from(cells.property),
      value: Uint32Array.from(cells.value),
      flags: new Uint8Array(cells.product.length)
    },
    units: [unit],
    locations: [],
    materials: [],
    materialSets: [],
    codifications: [],
    codes: [],
    lengthUnit: 0
  }
  return { content, properties }
}
