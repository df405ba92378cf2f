import * as Either from "effect/Either"
import { type Filters, parse } from "../../domain/products/Filter.ts"
import {
  type ContentCodification,
  CELL_AMBIGUOUS,
  CELL_HIDDEN,
  CELL_OF_TYPE,
  VALUE_BOOLEAN,
  VALUE_DIGITS,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT,
  type ContentCode,
  type ContentMaterialSet,
  type ModelContent
} from "../../domain/models/ModelContent.ts"
import { encode } from "../table/Container.ts"
import { open, type ProductTable } from "../table/ProductTable.ts"

export const modelGuid = "0testModelGuid00000000"

/** A cell as a test writes it; a number is Real unless it is marked as an integer. */
export interface TestCell {
  readonly value: string | number | boolean | null
  readonly integer?: boolean
  readonly several?: boolean
  /** The items of a list, of which one contains `; `; the value is their text. */
  readonly items?: ReadonlyArray<string>
  readonly digits?: boolean
  readonly fixed?: boolean
  readonly enumeration?: ReadonlyArray<string>
  readonly unit?: number
  readonly ofType?: boolean
  readonly hidden?: boolean
  readonly ambiguous?: boolean
  readonly quantity?: boolean
}

export interface TestProduct {
  readonly guid?: string
  readonly class?: string
  readonly name?: string
  readonly description?: string
  readonly objectType?: string
  readonly tag?: string
  readonly predefinedType?: string
  readonly typeName?: string
  readonly location?: number
  readonly materialSet?: number
  readonly codes?: ReadonlyArray<number>
  /** The values of its type, which apply if it has none of its own. */
  readonly ofType?: Pick<TestProduct, "predefinedType" | "materialSet" | "codes">
  /** `Set|Name` and its value; a plain value means `{ value }`. */
  readonly cells?: ReadonlyArray<readonly [string, TestCell | TestCell["value"]]>
  readonly whole?: number
  readonly shape?: boolean
  readonly height?: number
  readonly width?: number
  readonly groupSet?: number
}

export interface TestModel {
  readonly products: ReadonlyArray<TestProduct>
  readonly units?: ModelContent["units"]
  readonly locations?: ReadonlyArray<{
    readonly guid: string
    readonly name: string
    readonly type: string
    readonly parent: number
  }>
  readonly materials?: ReadonlyArray<string>
  readonly materialSets?: ReadonlyArray<ContentMaterialSet>
  readonly groups?: ModelContent["groups"]
  readonly groupSets?: ModelContent["groupSets"]
  readonly codifications?: ReadonlyArray<string | null>
  readonly codes?: ReadonlyArray<Pick<ContentCode, "codification" | "identification" | "name">>
}

/** A content of a few products written by hand. */
export const content = (model: TestModel): ModelContent => {
  const { products } = model
  const texts: Array<string> = []
  const lists = new Map<number, ReadonlyArray<number>>()
  const text = (of: string | undefined): number => (of === undefined ? -1 : texts.push(of) - 1)
  const classes = [...new Set(products.map((product) => product.class ?? "IfcWall"))]
  const properties = new Map<
    string,
    { set: string; name: string; quantity: boolean; enumeration: ReadonlyArray<string> | null }
  >()
  const cells: Array<readonly [number, number, number, number]> = []
  const values: Array<readonly [number, number, number]> = []
  for (const [row, product] of products.entries()) {
    for (const [key, given] of product.cells ?? []) {
      const cell: TestCell = typeof given === "object" && given !== null ? given : { value: given }
      const [set, name] = key.split("|") as [string, string]
      if (!properties.has(key)) properties.set(key, { set, name, quantity: false, enumeration: null })
      const property = properties.get(key)!
      if (cell.quantity === true) property.quantity = true
      if (cell.enumeration !== undefined) property.enumeration = cell.enumeration
      values.push(valueOf(cell, text))
      if (cell.items !== undefined) {
        lists.set(
          values.at(-1)![1],
          cell.items.map(({ length }) => length)
        )
      }
      const flags =
        (cell.ofType === true || cell.hidden === true ? CELL_OF_TYPE : 0) |
        (cell.hidden === true ? CELL_HIDDEN : 0) |
        (cell.ambiguous === true ? CELL_AMBIGUOUS : 0)
      cells.push([row, [...properties.keys()].indexOf(key), values.length - 1, flags])
    }
  }
  const attribute = (of: (product: TestProduct) => string | undefined): Int32Array =>
    Int32Array.from(products, (product) => text(of(product)))
  const codeSets: Array<ReadonlyArray<number>> = []
  const codeSet = (codes: ReadonlyArray<number> = []): number => {
    if (codes.length === 0) return -1
    const known = codeSets.findIndex((set) => set.join() === codes.join())
    return known === -1 ? codeSets.push(codes) - 1 : known
  }
  const level = (of: (product: TestProduct) => TestProduct) => ({
    predefinedTypeText: attribute((product) => of(product).predefinedType),
    materialSet: Int32Array.from(products, (product) => of(product).materialSet ?? -1),
    codeSet: Int32Array.from(products, (product) => codeSet(of(product).codes))
  })
  return {
    schema: "IFC4",
    products: {
      count: products.length,
      guid: products.map(({ guid }, row) => guid ?? guidOf(row)),
      classes,
      class: Uint16Array.from(products, (product) => classes.indexOf(product.class ?? "IfcWall")),
      nameText: attribute(({ name }) => name),
      descriptionText: attribute(({ description }) => description),
      objectTypeText: attribute(({ objectType }) => objectType),
      tagText: attribute(({ tag }) => tag),
      typeNameText: attribute(({ typeName }) => typeName),
      overallHeight: Float64Array.from(products, ({ height }) => height ?? Number.NaN),
      overallWidth: Float64Array.from(products, ({ width }) => width ?? Number.NaN),
      groupSet: Int32Array.from(products, ({ groupSet }) => groupSet ?? -1),
      location: Int32Array.from(products, ({ location }) => location ?? -1),
      ...level((product) => product),
      ofType: level(({ ofType }) => ofType ?? {}),
      whole: Int32Array.from(products, ({ whole }) => whole ?? -1),
      hasShape: Uint8Array.from(products, ({ shape }) => (shape === false ? 0 : 1))
    },
    texts,
    lists,
    properties: [...properties.values()],
    values: {
      kind: Uint8Array.from(values, ([kind]) => kind),
      number: Float64Array.from(values, ([, number]) => number),
      unit: Int16Array.from(values, ([, , unit]) => unit)
    },
    cells: {
      count: cells.length,
      product: Uint32Array.from(cells, ([row]) => row),
      property: Uint32Array.from(cells, ([, property]) => property),
      value: Uint32Array.from(cells, ([, , value]) => value),
      flags: Uint8Array.from(cells, ([, , , flags]) => flags)
    },
    units: model.units ?? [],
    locations: (model.locations ?? []).map((location) => Object.assign({ longName: null, properties: [] }, location)),
    materials: (model.materials ?? []).map((name) => ({ name, description: null, category: null, properties: [] })),
    materialSets: model.materialSets ?? [],
    codifications: (model.codifications ?? [null]).map((name) => system(name)),
    codeSets,
    codes: (model.codes ?? []).map((code) => Object.assign({ description: null, uri: null, parent: -1 }, code)),
    groups: model.groups ?? [],
    groupSets: model.groupSets ?? [],
    ...unitsOf(model.units ?? [])
  }
}

/** Returns the first unit of each kind as the model's. */
const unitsOf = (units: ModelContent["units"]) => ({
  lengthUnit: units.findIndex(({ kind }) => kind === "LENGTHUNIT"),
  areaUnit: units.findIndex(({ kind }) => kind === "AREAUNIT"),
  volumeUnit: units.findIndex(({ kind }) => kind === "VOLUMEUNIT")
})

const valueOf = (cell: TestCell, text: (of: string) => number): readonly [number, number, number] => {
  const { value } = cell
  const unit = cell.unit ?? -1
  if (value === null) return [VALUE_NULL, 0, unit]
  if (typeof value === "boolean") return [VALUE_BOOLEAN, value ? 1 : 0, unit]
  if (typeof value === "number") return [cell.integer === true ? VALUE_INTEGER : VALUE_REAL, value, unit]
  const bits =
    (cell.several === true || cell.items !== undefined ? VALUE_SEVERAL : 0) |
    (cell.digits === true ? VALUE_DIGITS : 0) |
    (cell.fixed === true ? VALUE_FIXED : 0) |
    (cell.enumeration === undefined ? 0 : VALUE_ENUMERATION)
  return [VALUE_TEXT | bits, text(value), unit]
}

/** Filters as a request would have them. */
export const filtersOf = (sent: unknown): Filters => Either.getOrThrow(parse(sent))

export const guidOf = (row: number): string => `0guid${String(row).padStart(17, "_")}`

export const tableOf = (model: TestModel): ProductTable => open(encode(content(model), { modelGuid }))

/** Returns a classification system of which a file states only the name, unless more is given. */
export const system = (name: string | null, more: Partial<ContentCodification> = {}): ContentCodification => ({
  name,
  key: name,
  description: null,
  source: null,
  edition: null,
  editionDate: null,
  uri: null,
  ...more
})
