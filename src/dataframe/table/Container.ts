import type { ContentProducts, ModelContent } from "../../domain/ModelContent.ts"
import * as Bits from "./Bits.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import { cellsOf, ColumnWriter } from "./ColumnWriter.ts"
import * as Layout from "./Layout.ts"
import { writeNameGroups } from "./NameGroupWriter.ts"
import { writeProperties } from "./PropertyWriter.ts"
import type { CodeSection, LocationSection, MaterialSection, StructureSection } from "./Structure.ts"
import { TextWriter } from "./Texts.ts"
import * as Values from "./ContentValues.ts"

/**
 * The product table of a model as one container: what `ProductTable.open` reads, from a file as it is.
 *
 * Cells that the content hides are kept beside the others. Empty texts and numbers that are not finite become
 * "without value", lone surrogates U+FFFD.
 */
export const encode = (content: ModelContent, options: { readonly modelGuid: string }): Uint8Array => {
  const { products } = content
  const texts = new TextWriter()
  const columns = new ColumnWriter(products.count, texts)
  writeAttributes(columns, content)
  const codeSets = writeReferences(columns, products)
  const values = Values.make(content)
  const kept = writeProperties(columns, texts, content, values)
  const groups = writeNameGroups(columns, texts, content, kept, values)
  const structure: StructureSection = {
    modelGuid: options.modelGuid,
    schema: content.schema,
    classes: products.classes,
    units: content.units,
    lengthUnit: content.lengthUnit
  }
  const locations: LocationSection = content.locations.map(({ guid, name, type, parent }) => ({
    guid,
    name: name.toWellFormed(),
    type,
    parent
  }))
  const materials: MaterialSection = {
    names: content.materials.map(({ name }) => name.toWellFormed()),
    sets: content.materialSets
  }
  const codes: CodeSection = {
    codifications: content.codifications.map(({ name }) => name),
    codes: content.codes.map(({ codification, identification, name }) => ({ codification, identification, name })),
    sets: codeSets
  }
  const shapes = Bits.none(products.count)
  for (let row = 0; row < products.count; row++) if (products.hasShape[row] === 1) Bits.add(shapes, row)
  return Layout.join(products.count, {
    structure: json(structure),
    locations: json(locations),
    materials: json(materials),
    codes: json(codes),
    columns: columns.catalogue.bytes(),
    groups,
    textOffsets: texts.offsetBytes(),
    texts: texts.textBytes(),
    kinds: columns.kinds.bytes(),
    units: columns.units.bytes(),
    bytes: columns.bytes.bytes(),
    shorts: columns.shorts.bytes(),
    words: columns.words.bytes(),
    numbers: columns.numbers.bytes(),
    wholes: new Uint8Array(Int32Array.from(products.whole.subarray(0, products.count)).buffer),
    shapes: new Uint8Array(shapes.buffer)
  })
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

const writeAttributes = (columns: ColumnWriter, { products, texts }: ModelContent): void => {
  const guids = Values.ofTexts(products.guid)
  const all = Uint32Array.from({ length: products.count }, (_, row) => row)
  columns.column(columns.begin(ColumnRecord.NO_TEXT, ColumnRecord.NO_TEXT), cellsOf(null, all), guids, 0)
  const space = Values.ofTexts(texts)
  for (const source of [
    products.nameText,
    products.descriptionText,
    products.objectTypeText,
    products.tagText,
    products.predefinedTypeText,
    products.typeNameText
  ]) {
    const rows = all.filter((row) => source[row]! >= 0 && texts[source[row]!] !== "")
    const ids = Uint32Array.from(rows, (row) => source[row]!)
    columns.column(columns.begin(ColumnRecord.NO_TEXT, ColumnRecord.NO_TEXT), cellsOf(rows, ids), space, 0)
  }
}

/** Gives the distinct lists of codes that products have, the empty one first. */
const writeReferences = (columns: ColumnWriter, products: ContentProducts): ReadonlyArray<ReadonlyArray<number>> => {
  const { count } = products
  columns.reference(products.class.subarray(0, count), products.classes.length)
  const shifted = (source: Int32Array): Uint32Array => Uint32Array.from(source.subarray(0, count), (index) => index + 1)
  const size = (codes: Uint32Array): number => codes.reduce((most, code) => Math.max(most, code), 0) + 1
  for (const codes of [shifted(products.location), shifted(products.materialSet)]) columns.reference(codes, size(codes))
  const sets: Array<ReadonlyArray<number>> = [[]]
  const known = new Map([["", 0]])
  const codeSet = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const items = [...new Set(products.codeItems.subarray(products.codeStart[row], products.codeStart[row + 1]))]
    const key = items.join(" ")
    const set = known.get(key) ?? sets.push(items) - 1
    known.set(key, set)
    codeSet[row] = set
  }
  columns.reference(codeSet, sets.length)
  return sets
}
