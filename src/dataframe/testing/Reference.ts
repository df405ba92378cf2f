import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import type { Condition } from "../../domain/products/Condition.ts"
import type { Filter } from "../../domain/products/Filter.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import * as ReferenceCondition from "./ReferenceCondition.ts"
import { type Cell, formsOf, type Product, type Value } from "./ReferenceForms.ts"
import type { View } from "../query/View.ts"

/**
 * The rules of fields, filters and pages once more, over plain objects and without a thought for speed: what tests
 * compare the table with. It shares no code with the table.
 */
interface Answer {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly result: ReadonlyArray<Readonly<Record<string, unknown>>>
}

export const make = (content: ModelContent, modelGuid: string) => {
  const products = productsOf(content)
  const pairs = [
    ...new Map(products.flatMap(({ cells }) => cells).map((cell) => [`${cell.set}\0${cell.name}`, cell])).values()
  ]
  /** Names for which `isElsewhere` returns true are known from another model of the project. */
  return (view: View, isElsewhere: (name: string) => boolean = () => false) => {
    const { definitions, projectId, propertyGuids } = view.shared
    const forms = formsOf(content, modelGuid, view)
    const known = [...pairs, ...definitions]
    const hasPair = (set: string, name: string): boolean => known.some((of) => of.set === set && of.name === name)
    const reserved = new Set([
      "Guid",
      "Class",
      ...Object.keys(products[0]?.attributes ?? attributeNames),
      ...forms.names
    ])

    /** Returns the cell of a product that a property name shows; undefined if no property has the name. */
    const propertyOf = (name: string): ((product: Product) => Cell | undefined) | undefined => {
      if (known.some((of) => of.name === name)) {
        return ({ cells }) => {
          const found = cells.filter((cell) => cell.name === name)
          const weight = (cell: Cell): number => (cell.ofType ? 2 : 0) + (preferred(cell.set) ? 0 : 1)
          return found.sort((a, b) => weight(a) - weight(b))[0]
        }
      }
      return undefined
    }
    const qualified = (name: string): ((product: Product) => Cell | undefined) | undefined => {
      for (let dot = name.length - 1; dot >= 0; dot--) {
        const [set, rest] = [name.slice(0, dot), name.slice(dot + 1)]
        if (name[dot] === "." && hasPair(set, rest)) {
          return ({ cells }) => cells.find((cell) => cell.set === set && cell.name === rest)
        }
      }
      return undefined
    }
    const isKnown = (name: string): boolean =>
      reserved.has(name) || !!propertyOf(name) || forms.member(name) !== null || !!qualified(name)

    const idOf = ({ set, name }: Cell): string =>
      definitions.find((of) => of.set === set && of.name === name)?.guid ??
      propertyGuids.get(`${set}\0${name}`) ??
      DerivedUuid.ofProperty(projectId, set, name)
    const show = (product: Product, name: string): unknown => {
      if (name === "Guid") return product.guid
      if (name === "Class") return product.className
      if (name === "Name") return product.attributes["Name"] ?? ""
      if (Object.hasOwn(product.attributes, name)) {
        return { PropertySet: null, Value: product.attributes[name], PropertyId: null }
      }
      if (forms.names.includes(name)) return forms.show(product, name)
      const property = propertyOf(name)
      const member = forms.member(name)
      if (!property && member) return member(product)[0] ?? null
      const cell = (property ?? qualified(name))?.(product)
      return cell
        ? { PropertySet: cell.set, Value: cell.value, PropertyId: idOf(cell) }
        : { PropertySet: null, Value: null, PropertyId: null }
    }
    /** Returns the values that a filter compares: first the whole value, then the single ones. */
    const compared = (product: Product, name: string): ReadonlyArray<Value> => {
      if (name === "Guid") return [product.guid]
      if (name === "Class") return [product.className, product.className.replace(/^Ifc/, "")]
      if (Object.hasOwn(product.attributes, name)) return [product.attributes[name]!]
      if (forms.names.includes(name)) return forms.compared(product, name)
      const property = propertyOf(name)
      const member = forms.member(name)
      if (!property && member) return member(product)
      const cell = (property ?? qualified(name))?.(product)
      if (!cell) return []
      return cell.several ? [cell.value, ...cell.items] : [cell.value]
    }
    /** Returns the single values that are ordered, each in its own type. */
    const singles = (product: Product, name: string): ReadonlyArray<Value> => {
      if (name === "Class") return [product.className]
      if (forms.names.includes(name)) return forms.plain(product, name)
      const all = compared(product, name)
      const isReserved = name === "Guid" || Object.hasOwn(product.attributes, name)
      const shown = !isReserved && !propertyOf(name) && forms.member(name) !== null
      if (shown && name.endsWith(".Thickness")) return all.slice(1).map(Number)
      return all.length > 1 ? all.slice(1) : all
    }
    const matches = (product: Product, { property, operator, value }: Filter): boolean => {
      const all = compared(product, property).filter((one) => one !== null && one !== "") as Array<
        string | number | boolean
      >
      const equal = (wanted: unknown): boolean =>
        wanted === null || wanted === "" ? all.length === 0 : all.some((one) => isEqual(one, wanted as Value))
      switch (operator) {
        case "Equals":
          return equal(value)
        case "NotEquals":
          return !equal(value)
        case "In":
          return (value as Array<unknown>).some(equal)
        case "NotIn":
          return !(value as Array<unknown>).some(equal)
        default: {
          const whole = forms.names.includes(property) || property === "Class" ? all : all.slice(0, 1)
          return whole.some((one) => String(one).toLowerCase().includes(String(value).toLowerCase()))
        }
      }
    }
    const { firstWrong, holds } = ReferenceCondition.make({
      above: forms.above,
      compared,
      isKnown: (name) => isKnown(name) || isElsewhere(name),
      matches,
      singles
    })
    return (
      fields: ReadonlyArray<string>,
      filters: ReadonlyArray<Filter>,
      page: number,
      pageSize: number,
      where: Condition = { and: [] }
    ): Answer | number | string => {
      const wrong = filters.findIndex(({ property }) => !isKnown(property) && !isElsewhere(property))
      if (wrong !== -1) return wrong
      const wrongLeaf = firstWrong(where)
      if (wrongLeaf !== undefined) return wrongLeaf
      const found = products.filter(
        (product) => filters.every((filter) => matches(product, filter)) && holds(product, where)
      )
      const result = found.slice((page - 1) * pageSize, page * pageSize).map((product) => {
        const row: Record<string, unknown> = Object.create(null) as Record<string, unknown>
        for (const field of fields) row[field] = show(product, field)
        return row
      })
      return { totalCount: found.length, page, pageSize, result }
    }
  }
}

/** The products of a content, each with all that it has. */
export const productsOf = (content: ModelContent): ReadonlyArray<Product> => {
  const text = (index: number): string | null => content.texts[index] || null
  const number = (value: number): number | null => (Number.isFinite(value) ? value : null)
  const p = content.products
  const cells = cellsOf(content)
  const either = (own: number, ofType: number): number => (own >= 0 ? own : ofType)
  return Array.from({ length: p.count }, (_, row): Product => ({
    guid: p.guid[row]!,
    className: p.classes[p.class[row]!]!,
    attributes: {
      Name: text(p.nameText[row]!),
      Description: text(p.descriptionText[row]!),
      ObjectType: text(p.objectTypeText[row]!),
      Tag: text(p.tagText[row]!),
      PredefinedType: text(p.predefinedTypeText[row]!) ?? text(p.ofType.predefinedTypeText[row]!),
      TypeName: text(p.typeNameText[row]!),
      OverallHeight: number(p.overallHeight[row]!),
      OverallWidth: number(p.overallWidth[row]!)
    },
    cells: cells[row] ?? [],
    location: p.location[row]!,
    materialSet: either(p.materialSet[row]!, p.ofType.materialSet[row]!),
    codes: content.codeSets[p.codeSet[row]!] ?? [],
    codesOfType: content.codeSets[p.ofType.codeSet[row]!] ?? [],
    groups: content.groupSets[p.groupSet[row]!] ?? []
  }))
}

const attributeNames = {
  Name: 0,
  Description: 0,
  ObjectType: 0,
  Tag: 0,
  PredefinedType: 0,
  TypeName: 0,
  OverallHeight: 0,
  OverallWidth: 0
}
const preferred = (set: string): boolean => /^(Pset_|Qto_)|^BaseQuantities$/.test(set)

/** The items of a text of several values, whose lengths are known if an item contains the separator. */
const itemsOf = (text: string, lengths: ReadonlyArray<number> | undefined): ReadonlyArray<string> => {
  if (lengths === undefined) return text.split("; ")
  let at = 0
  return lengths.map((length) => {
    const item = text.slice(at, at + length)
    at += length + 2
    return item
  })
}

const cellsOf = ({ cells, lists, properties, values, texts }: ModelContent): ReadonlyArray<ReadonlyArray<Cell>> => {
  const found: Array<Array<Cell>> = []
  for (let i = 0; i < cells.count; i++) {
    if ((cells.flags[i]! & 2) !== 0) continue
    const [kind, number] = [values.kind[cells.value[i]!]!, values.number[cells.value[i]!]!]
    const finite = Number.isFinite(number) ? number : null
    const value = [null, texts[number] || null, finite, finite, number === 1][kind & 7]!
    const { set, name } = properties[cells.property[i]!]!
    const several = (kind & 16) !== 0 && value !== null
    const items = several && typeof value === "string" ? itemsOf(value, lists.get(number)) : []
    const cell = { set, name, value, several, items, ofType: (cells.flags[i]! & 1) !== 0 }
    ;(found[cells.product[i]!] ??= []).push(cell)
  }
  return found
}

const isEqual = (own: string | number | boolean, wanted: Value): boolean => {
  if (typeof own === "string") return own === (typeof wanted === "string" ? wanted : JSON.stringify(wanted))
  if (typeof own === "boolean") return String(own) === String(wanted).toLowerCase()
  if (typeof wanted === "boolean" || wanted === null) return false
  if (typeof wanted === "string" && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(wanted)) return false
  const number = Number(wanted)
  return Number.isFinite(number) && Math.abs(own - number) <= Math.max(Math.abs(own), Math.abs(number)) * 1e-9
}
