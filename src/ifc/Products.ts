import type { ContentCells, ContentProducts } from "../domain/ModelContent.ts"
import { Cells } from "./Cells.ts"
import type { Classifications } from "./Classifications.ts"
import type { Decomposition } from "./Decomposition.ts"
import type { GlobalIds } from "./GlobalIds.ts"
import { Int32List } from "./Growing.ts"
import type { IfcFile } from "./IfcFile.ts"
import type { Locations } from "./Locations.ts"
import type { Materials } from "./Materials.ts"
import type { ObjectProperties } from "./ObjectProperties.ts"
import type { ObjectSets } from "./ObjectSets.ts"
import type { PropertySets } from "./PropertySets.ts"

export interface ProductSources {
  readonly relations: Decomposition
  readonly guids: GlobalIds
  readonly objects: ObjectSets
  readonly sets: PropertySets
  readonly properties: ObjectProperties
  readonly locations: Locations
  readonly materials: Materials
  readonly classifications: Classifications
}

/** The attributes that the least of elements has: GlobalId to Tag. */
const fewest = 8

/** Type objects of a file, as far as occurrences take over from them; each is read once. */
class Types {
  private readonly known = new Map<number, { readonly name: number; readonly predefined: number }>()

  constructor(private readonly file: IfcFile) {}

  of(row: number): { readonly name: number; readonly predefined: number } {
    const known = this.known.get(row)
    if (known !== undefined) return known
    const read = this.file.reader()
    const predefined = this.file.classOf(row).attributes.indexOf("PredefinedType")
    const word = read.openRow(row) && predefined >= 0 ? read.word(predefined) : null
    const type = { name: read.text(2), predefined: word === null ? -1 : this.file.texts.add(word) }
    this.known.set(row, type)
    return type
  }
}

/**
 * The element occurrences of a file with their attributes and their cells.
 *
 * Openings, other features and virtual elements are none. Source: IFC 4.3, IfcProductExtension, IfcElement.
 */
export const readProducts = (
  file: IfcFile,
  sources: ProductSources,
  onProgress: (fraction: number) => void
): { readonly products: ContentProducts; readonly cells: ContentCells } => {
  const { relations, guids, objects, sets, properties, locations, materials, classifications } = sources
  const { texts, log } = file
  const rows = file.rowsOf("IfcElement", "IfcFeatureElement", "IfcVirtualElement")
  const read = file.reader()
  const types = new Types(file)
  const notDefined = texts.add("NOTDEFINED")
  const classes = new Map<string, number>()
  const productRows: Array<number> = []
  const guid: Array<string> = []
  const columns = Array.from({ length: 9 }, () => new Int32List())
  const [classOf, nameText, descriptionText, objectTypeText, tagText] = columns as [
    Int32List,
    Int32List,
    Int32List,
    Int32List,
    Int32List
  ]
  const [predefinedTypeText, typeNameText, location, materialSet] = columns.slice(5) as [
    Int32List,
    Int32List,
    Int32List,
    Int32List
  ]
  const hasShape = new Int32List()
  const codeStart = new Int32List()
  const codeItems = new Int32List()
  const cells = new Cells()

  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    if ((i & 1023) === 0) onProgress(i / rows.length)
    if (!read.openRow(row)) continue
    const { name: className, attributes } = file.classOf(row)
    if (read.count < fewest) {
      log.skip(
        file.index.at[row]!,
        `#${file.idOf(row)} (${className}) has ${read.count} attributes, not ${attributes.length}`
      )
      continue
    }
    const product = productRows.push(row) - 1
    const name = read.text(2)
    const tag = read.text(7)
    const describe = () => [name, tag].map((text) => texts.texts[text] ?? "").join("\0")
    const given = guids.give(read.onceString(0), className, describe)
    guid.push(given)
    if (!classes.has(className)) classes.set(className, classes.size)
    classOf.push(classes.get(className)!)
    nameText.push(name)
    descriptionText.push(read.text(3))
    objectTypeText.push(read.text(4))
    tagText.push(tag)
    const shape = read.kind(6) === "reference"
    hasShape.push(shape ? 1 : 0)
    if (!shape) log.withoutShape.add(() => ({ guid: given, class: className }))
    const position = attributes.indexOf("PredefinedType")
    const word = position < 0 ? null : read.word(position)
    const own = word === null ? -1 : texts.add(word)
    const typeRow = objects.typeOf(row)
    const type = typeRow < 0 ? undefined : types.of(typeRow)
    const inherited = type?.predefined ?? -1
    predefinedTypeText.push((own < 0 || own === notDefined) && inherited >= 0 ? inherited : own)
    typeNameText.push(type?.name ?? -1)
    location.push(locations.of(row))
    materialSet.push(materials.of(row))
    codeStart.push(codeItems.length)
    classifications.of(row).forEach((code) => codeItems.push(code))

    properties.collect(row)
    cells.add(product, properties)
    for (let j = 0; j < properties.repeated.length; j++) {
      const property = properties.repeated.at(j)
      log.duplicateProperties.add(() => ({ guid: given, set: sets.setName(property), name: sets.name(property) }))
    }
  }
  codeStart.push(codeItems.length)
  const count = productRows.length
  return {
    products: {
      count,
      guid,
      classes: [...classes.keys()],
      class: Uint16Array.from(classOf.view()),
      nameText: nameText.view().slice(),
      descriptionText: descriptionText.view().slice(),
      objectTypeText: objectTypeText.view().slice(),
      tagText: tagText.view().slice(),
      predefinedTypeText: predefinedTypeText.view().slice(),
      typeNameText: typeNameText.view().slice(),
      location: location.view().slice(),
      materialSet: materialSet.view().slice(),
      codeStart: Uint32Array.from(codeStart.view()),
      codeItems: Uint32Array.from(codeItems.view()),
      whole: wholes(file, relations, productRows),
      hasShape: Uint8Array.from(hasShape.view())
    },
    cells: cells.done()
  }
}

/** By product: the product that it is a part of. A circle of parts is cut where it closes. */
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
