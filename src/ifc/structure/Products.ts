import * as Record from "effect/Record"
import type { ContentCells, ContentProducts } from "../../domain/models/ModelContent.ts"
import type { Classifications } from "../properties/Classifications.ts"
import type { Decomposition } from "./Decomposition.ts"
import type { GlobalIds } from "./GlobalIds.ts"
import type { Groups } from "./Groups.ts"
import { Int32List } from "../step/Growing.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import type { Locations } from "./Locations.ts"
import { cutName, longestQuote } from "../step/LongText.ts"
import type { Materials } from "../properties/Materials.ts"
import type { ObjectProperties } from "../properties/ObjectProperties.ts"
import type { ObjectSets } from "../properties/ObjectSets.ts"
import type { PropertySets } from "../properties/PropertySets.ts"
import type { IfcClass } from "../schema/Schema.ts"

export interface ProductSources {
  readonly relations: Decomposition
  readonly guids: GlobalIds
  readonly objects: ObjectSets
  readonly sets: PropertySets
  readonly properties: ObjectProperties
  readonly locations: Locations
  readonly materials: Materials
  readonly classifications: Classifications
  readonly groups: Groups
}

const level = () => ({
  predefinedTypeText: new Int32List(),
  materialSet: new Int32List(),
  codeSet: new Int32List()
})

/** The number of attributes that every element has: GlobalId to Tag, of a proxy to ProxyType. */
const fewest = 8

/** The kinds of proxies that stand for products. */
const productProxies: ReadonlySet<string | null> = new Set(["PRODUCT", "NOTDEFINED"])

/** Returns the rows of elements and proxies of products, in the order of the file. */
const rowsOfProducts = (file: IfcFile): Uint32Array => {
  const elements = file.rowsOf("IfcElement", "IfcFeatureElement", "IfcVirtualElement")
  const read = file.reader()
  const proxies = file.rowsOf("IfcProxy").filter((row) => read.openRow(row) && productProxies.has(read.word(7)))
  if (proxies.length === 0) return elements
  const all = new Uint32Array(elements.length + proxies.length)
  all.set(elements)
  all.set(proxies, elements.length)
  return all.sort()
}

/**
 * Reads the element occurrences of a file: attributes, rows and, if requested, cells.
 *
 * Openings, other features and virtual elements are left out. Proxies of products are included. Source: IFC 4.3,
 * IfcProductExtension, IfcElement; IFC 4, IfcProxy.
 */
export const readProducts = (
  file: IfcFile,
  sources: ProductSources,
  onProgress: (fraction: number) => void,
  withCells: boolean
): { readonly products: ContentProducts; readonly cells: ContentCells; readonly rows: ReadonlyArray<number> } => {
  const { relations, guids, groups, objects, sets, properties, locations, materials, classifications } = sources
  const { texts, log } = file
  const rows = rowsOfProducts(file)
  const read = file.reader()
  const readType = file.reader()
  const types = new Map<number, { readonly name: number; readonly predefined: number }>()
  const notDefined = texts.add("NOTDEFINED")
  const classes = new Map<string, number>()
  const productRows: Array<number> = []
  const guid: Array<string> = []
  const columns = {
    class: new Int32List(),
    nameText: new Int32List(),
    descriptionText: new Int32List(),
    objectTypeText: new Int32List(),
    tagText: new Int32List(),
    typeNameText: new Int32List(),
    location: new Int32List(),
    hasShape: new Int32List(),
    cellProduct: new Int32List(),
    ...level()
  }
  const levelOfType = level()
  const sizes: { readonly overallHeight: Array<number>; readonly overallWidth: Array<number> } = {
    overallHeight: [],
    overallWidth: []
  }
  /** Returns a size of the door or window that is open; NaN for none and for other products. */
  const sizeOf = ({ attributes, kinds }: IfcClass, attribute: string): number =>
    kinds.has("IfcDoor") || kinds.has("IfcWindow") ? read.number(attributes.indexOf(attribute)) : Number.NaN
  /** Returns the text index of the PredefinedType; -1 for none. */
  const predefinedType = (of: InstanceReader, { attributes }: IfcClass): number => {
    const position = attributes.indexOf("PredefinedType")
    const word = position < 0 ? null : of.word(position)
    return word === null ? -1 : texts.add(word)
  }
  const typeAt = (row: number) =>
    types.getOrInsertComputed(row, () => {
      const readable = readType.openRow(row)
      return { name: readType.text(2), predefined: readable ? predefinedType(readType, file.classOf(row)) : -1 }
    })

  /** Returns the name of a type, or -1 if too many occurrences share a name that is too long. */
  const typeName = (text: number, row: number): number => {
    if (text < 0 || file.allowance.spend(texts.texts[text]!.length >> 2)) return text
    log.count("Objects whose type name was left out, because too many objects share a long name", `#${file.idOf(row)}`)
    return -1
  }

  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    if ((i & 1023) === 0) onProgress(i / rows.length)
    if (!read.openRow(row)) continue
    const ifcClass = file.classOf(row)
    const { attributes, name: className } = ifcClass
    if (read.count < fewest) {
      log.skip(
        file.index.at[row]!,
        `#${file.idOf(row)} (${className}) has ${read.count} attributes, not ${attributes.length}`
      )
      continue
    }
    const product = productRows.push(row) - 1
    const name = read.text(2)
    const tag = read.text(attributes[7] === "Tag" ? 7 : attributes.indexOf("Tag"))
    const describe = () => [name, tag].map((text) => texts.texts[text] ?? "").join("\0")
    const given = guids.give(read.onceString(0), className, describe)
    guid.push(given)
    columns.class.push(classes.getOrInsert(className, classes.size))
    columns.nameText.push(name)
    columns.descriptionText.push(read.text(3))
    columns.objectTypeText.push(read.text(4))
    columns.tagText.push(tag)
    const shape = read.kind(6) === "reference"
    columns.hasShape.push(shape ? 1 : 0)
    sizes.overallHeight.push(sizeOf(ifcClass, "OverallHeight"))
    sizes.overallWidth.push(sizeOf(ifcClass, "OverallWidth"))
    if (!shape) log.withoutShape.add(() => ({ guid: given, class: className }))
    const own = predefinedType(read, ifcClass)
    const typeRow = objects.typeOf(row)
    const type = typeRow < 0 ? undefined : typeAt(typeRow)
    const inherited = type?.predefined ?? -1
    columns.predefinedTypeText.push(own === notDefined && inherited >= 0 ? -1 : own)
    levelOfType.predefinedTypeText.push(inherited)
    columns.typeNameText.push(typeName(type?.name ?? -1, row))
    columns.location.push(locations.of(row))
    const [material, codes] = [materials.of(row), classifications.of(row)]
    columns.materialSet.push(material.own)
    levelOfType.materialSet.push(material.ofType)
    columns.codeSet.push(codes.own)
    levelOfType.codeSet.push(codes.ofType)

    if (withCells) properties.collect(row)
    while (columns.cellProduct.length < properties.property.length) columns.cellProduct.push(product)
    for (let i = 0; i < properties.repeated.length; i++) {
      const property = properties.repeated.at(i)
      log.duplicateProperties.add(() => {
        const [set, name] = [sets.setName(property), sets.name(property)]
        return { guid: given, set: cutName(set, longestQuote), name: cutName(name, longestQuote) }
      })
    }
  }
  const { cellProduct, class: classOf, hasShape, ...more } = Record.map(columns, (column) => column.view())
  return {
    rows: productRows,
    products: {
      ...more,
      ...Record.map(sizes, (size) => Float64Array.from(size)),
      groupSet: Int32Array.from(productRows, (row) => groups.of(row)),
      count: productRows.length,
      guid,
      classes: [...classes.keys()],
      class: new Uint16Array(classOf),
      ofType: Record.map(levelOfType, (column) => column.view()),
      whole: wholes(file, relations, productRows),
      hasShape: new Uint8Array(hasShape)
    },
    cells: {
      count: cellProduct.length,
      product: new Uint32Array(cellProduct),
      property: new Uint32Array(properties.property.view()),
      value: new Uint32Array(properties.value.view()),
      flags: new Uint8Array(properties.flags.view())
    }
  }
}

/** Returns the product that each product is a part of. A cycle of parts is cut where it closes. */
const wholes = (file: IfcFile, relations: Decomposition, rows: ReadonlyArray<number>): Int32Array => {
  const productOf = new Int32Array(file.rows).fill(-1)
  for (const [product, row] of rows.entries()) productOf[row] = product
  const whole = Int32Array.from(rows, (row) => {
    const above = relations.whole[row]!
    return above < 0 ? -1 : productOf[above]!
  })
  const visited = new Int32Array(rows.length).fill(-1)
  for (let product = 0; product < rows.length; product++) {
    let at = product
    let last = -1
    while (at >= 0 && visited[at] === -1) {
      visited[at] = product
      last = at
      at = whole[at]!
    }
    if (at >= 0 && last >= 0 && visited[at] === product) whole[last] = -1
  }
  return whole
}
