import type { ModelContent } from "../../domain/models/ModelContent.ts"
import * as Bits from "./Bits.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import { cellsOf, ColumnWriter } from "./ColumnWriter.ts"
import * as Levels from "./Levels.ts"
import * as Layout from "./Layout.ts"
import { writeNameGroups } from "./NameGroupWriter.ts"
import { writeProperties } from "./PropertyWriter.ts"
import type {
  CodeSection,
  CodeSet,
  GroupSection,
  LocationSection,
  MaterialSection,
  StructureSection
} from "./Structure.ts"
import { TextWriter } from "./Texts.ts"
import * as Values from "./ContentValues.ts"

/**
 * Returns the product table of a model as one container, which `ProductTable.open` reads without copying it.
 *
 * Cells that the content marks as hidden are stored beside the visible ones. Empty texts and numbers that are not
 * finite are stored as "without value"; lone surrogates become U+FFFD.
 */
export const encode = (content: ModelContent, options: { readonly modelGuid: string }): Uint8Array => {
  const { products } = content
  const texts = new TextWriter()
  const columns = new ColumnWriter(products.count, texts)
  writeAttributes(columns, content)
  const codeSets = writeReferences(columns, content)
  const values = Values.make(content)
  const kept = writeProperties(columns, texts, content, values)
  const groups = writeNameGroups(columns, texts, content, kept, values)
  const items = content.properties.flatMap(({ items, name, set }) =>
    items === undefined ? [] : [[`${set}\0${name}`, items] as const]
  )
  const structure: StructureSection = {
    modelGuid: options.modelGuid,
    schema: content.schema,
    classes: products.classes,
    units: content.units,
    lengthUnit: content.lengthUnit,
    areaUnit: content.areaUnit,
    volumeUnit: content.volumeUnit,
    ...(items.length > 0 && { items: Object.fromEntries(items) })
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
    codifications: content.codifications.map(({ key }) => key),
    codes: content.codes.map(({ codification, guid, identification, name, parent }) => ({
      codification,
      identification,
      name,
      ...(guid !== undefined && { guid }),
      ...(parent >= 0 && { parent })
    })),
    sets: codeSets
  }
  const assignments: GroupSection = {
    groups: content.groups.map((group) => ({ ...group, name: group.name.toWellFormed() })),
    sets: [[], ...content.groupSets]
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
    shapes: new Uint8Array(shapes.buffer),
    assignments: json(assignments)
  })
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

const writeAttributes = (columns: ColumnWriter, { lengthUnit, products, texts }: ModelContent): void => {
  const guids = Values.ofTexts(products.guid)
  const all = Uint32Array.from({ length: products.count }, (_, row) => row)
  columns.column(columns.begin(ColumnRecord.NO_TEXT, ColumnRecord.NO_TEXT), cellsOf(null, all), guids, 0)
  const space = Values.ofTexts(texts)
  const none = new Int32Array(products.count).fill(-1)
  /** Replaces empty texts by "no text" (-1). */
  const said = (source: Int32Array): Int32Array => source.map((text) => (text >= 0 && texts[text] !== "" ? text : -1))
  for (const [source, ofType] of [
    [products.nameText, none],
    [products.descriptionText, none],
    [products.objectTypeText, none],
    [products.tagText, none],
    [products.predefinedTypeText, said(products.ofType.predefinedTypeText)],
    [products.typeNameText, none]
  ] as const) {
    const merged = Levels.merge(said(source), ofType, products.count)
    const rows = all.filter((row) => merged.shown[row]! >= 0)
    const record = columns.begin(ColumnRecord.NO_TEXT, ColumnRecord.NO_TEXT)
    const levels = columns.levels(
      record,
      Uint8Array.from(rows, (row) => merged.ofType[row]!)
    )
    const values = Uint32Array.from(rows, (row) => merged.shown[row]!)
    columns.column(record, { ...merged, rows, values }, space, levels)
  }
  for (const sizes of [products.overallHeight, products.overallWidth]) {
    const rows = all.filter((row) => Number.isFinite(sizes[row]!))
    const record = columns.begin(ColumnRecord.NO_TEXT, ColumnRecord.NO_TEXT)
    columns.column(record, cellsOf(rows, rows), Values.ofNumbers(sizes, lengthUnit), 0)
  }
}

/** Writes the columns of references and returns the distinct lists of codes. */
const writeReferences = (columns: ColumnWriter, content: ModelContent): ReadonlyArray<CodeSet> => {
  const { products } = content
  const { count, ofType } = products
  columns.reference(products.class.subarray(0, count), products.classes.length)
  const none = new Int32Array(count).fill(-1)
  const refer = (merged: Levels.Merged): void => {
    const codes = Uint32Array.from(merged.shown, (number) => number + 1)
    columns.reference(codes, codes.reduce((most, code) => Math.max(most, code), 0) + 1, merged)
  }
  refer(Levels.merge(products.location, none, count))
  refer(Levels.merge(products.materialSet, ofType.materialSet, count))
  const { merged, sets } = codesOf(content)
  refer(merged)
  refer(Levels.merge(products.groupSet, none, count))
  return sets
}

/** Returns the codes of products, as numbers of lists that hold their own and those of their types. */
const codesOf = ({ codeSets, products }: ModelContent) => {
  const { codeSet, count, ofType } = products
  const sets: Array<CodeSet> = [{ own: [], ofType: [] }]
  const known = new Map<string, number>()
  const shown = new Int32Array(count)
  const isOfType = new Uint8Array(count)
  for (let row = 0; row < count; row++) {
    const [own, type] = [codeSet[row]!, ofType.codeSet[row]!]
    if (own < 0 && type >= 0) isOfType[row] = 1
    shown[row] =
      own < 0 && type < 0
        ? -1
        : known.getOrInsertComputed(`${own} ${type}`, () => {
            const set = { own: codeSets[own] ?? [], ofType: codeSets[type] ?? [] }
            return sets.push(set) - 2
          })
  }
  return { merged: { shown, ofType: isOfType, hiddenRows: [], hiddenValues: [] }, sets }
}
