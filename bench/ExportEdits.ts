import type { Edit, EditedValue } from "../src/domain/edits/Edit.ts"
import {
  CELL_AMBIGUOUS,
  CELL_OF_TYPE,
  type ModelContent,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT
} from "../src/domain/models/ModelContent.ts"

/** The kinds of edits that the export benchmark makes. */
export type ExportEdit = Extract<Edit, { readonly kind: "Attribute" | "Property" }>

const newSet = "Bench_Export"

const keyOf = (set: string, name: string): string => `${set}\0${name}`

/** Returns the cells with a single value that belong to the product itself and not to its type, by product. */
const singleOf = ({ cells, products, properties, values }: ModelContent): ReadonlyArray<ReadonlyArray<number>> => {
  const others = VALUE_FIXED | VALUE_SEVERAL | VALUE_ENUMERATION
  const found: Array<Array<number>> = products.guid.map(() => [])
  for (let cell = 0; cell < cells.count; cell++) {
    const kind = values.kind[cells.value[cell]!]!
    const isValue = [VALUE_TEXT, VALUE_REAL, VALUE_INTEGER].includes(kind & VALUE_KIND_MASK) && (kind & others) === 0
    const isOwn = (cells.flags[cell]! & (CELL_OF_TYPE | CELL_AMBIGUOUS)) === 0
    if (isValue && isOwn && !properties[cells.property[cell]!]!.quantity) found[cells.product[cell]!]!.push(cell)
  }
  return found
}

const text = (value: string): EditedValue => ({ value, type: "String", quantity: false, unit: null })

/**
 * Returns edits of different products, spread over the model, or fewer if the model has fewer products. Of ten edits,
 * seven change the value of an existing property, two change the name, and one adds a property in a new set.
 */
export const pick = (content: ModelContent, most: number): ReadonlyArray<ExportEdit> => {
  const { cells, products, properties, values } = content
  const single = singleOf(content)
  const editable = products.guid.flatMap((_, product) => (single[product]!.length > 0 ? [product] : []))
  const count = Math.min(most, editable.length)
  return Array.from({ length: count }, (_, i): ExportEdit => {
    const product = editable[Math.floor((i * editable.length) / count)]!
    const guid = products.guid[product]!
    if (i % 10 === 9) return { kind: "Property", guid, set: newSet, name: `Property ${i}`, now: text(`new ${i}`) }
    if (i % 10 >= 7) return { kind: "Attribute", guid, name: "Name", now: `renamed ${i}` }
    const cell = single[product]![(i * 31) % single[product]!.length]!
    const { name, set } = properties[cells.property[cell]!]!
    const value = cells.value[cell]!
    const kind = values.kind[value]! & VALUE_KIND_MASK
    const number = values.number[value]! + i + 1
    const now = kind === VALUE_TEXT ? text(`edited ${i}`) : { ...text(""), value: number }
    return {
      kind: "Property",
      guid,
      set,
      name,
      now: kind === VALUE_TEXT ? now : { ...now, type: kind === VALUE_REAL ? "Real" : "Integer" }
    }
  })
}

/** Fails unless the second model differs from the first one by exactly these edits. */
export const check = (before: ModelContent, after: ModelContent, edits: ReadonlyArray<ExportEdit>): void => {
  const { cells, products, properties, texts, values } = after
  const productOf = new Map(products.guid.map((guid, product) => [guid, product]))
  const wanted = new Map(edits.map((edit) => [productOf.get(edit.guid), new Map<string, unknown>()]))
  for (const edit of edits) {
    const product = productOf.get(edit.guid)
    if (edit.kind === "Property" && "value" in edit.now) {
      wanted.get(product)!.set(keyOf(edit.set, edit.name), edit.now.value)
    } else if (product === undefined || texts[products.nameText[product]!] !== edit.now) {
      throw new Error(`The name of ${edit.guid} has not changed`)
    }
  }
  for (let cell = 0; cell < cells.count; cell++) {
    const own = wanted.get(cells.product[cell])
    if (own === undefined || (cells.flags[cell]! & CELL_OF_TYPE) !== 0) continue
    const { name, set } = properties[cells.property[cell]!]!
    const key = keyOf(set, name)
    const value = cells.value[cell]!
    const number = values.number[value]!
    const shown = (values.kind[value]! & VALUE_KIND_MASK) === VALUE_TEXT ? texts[number] : number
    if (own.get(key) === shown) own.delete(key)
  }
  const left = [...wanted.values()].flatMap((own) => [...own.keys()])
  if (left.length > 0) throw new Error(`${left.length} properties have not changed, the first: ${left[0]}`)
  const made = edits.filter((edit) => edit.kind === "Property" && edit.set === newSet).length
  if (products.count !== before.products.count || cells.count !== before.cells.count + made) {
    throw new Error(
      `${before.products.count} products and ${before.cells.count} cells have become ${products.count} and ${cells.count}, with ${made} properties more`
    )
  }
}
