import { Column, type Sections } from "./Column.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import * as Layout from "./Layout.ts"
import * as Levels from "./Levels.ts"
import { Section } from "./Section.ts"
import type { CodeSet, GroupSection } from "./Structure.ts"
import { Texts } from "./Texts.ts"

/** The records of format 1: their words, and the numbers of their attributes and references. */
const oldWords = 21
const oldAttributes = 7
const oldReferences = 4

/** A column without cells. */
const empty = ColumnRecord.PRESENCE_ROWS << ColumnRecord.PRESENCE_SHIFT

/**
 * Converts a container of format 1, in which a product has either its own codes or those of its type, and which has no
 * groups, no sizes of doors and windows and no items of lists. Returns null for any other bytes.
 */
export const converted = (bytes: Uint8Array, checked: boolean): Uint8Array | null => {
  const old = Layout.splitOld(bytes, checked)
  if (old === null) return null
  const { part, rows } = old
  const columns = wordsOf(part("columns"))
  const catalogue = new Section((n) => new Uint32Array(n))
  const add = (from: number, to: number): void => {
    for (let record = from; record < to; record++) {
      catalogue.append(columns.subarray(record * oldWords, (record + 1) * oldWords))
      catalogue.reserve(ColumnRecord.WORDS - oldWords)
    }
  }
  add(0, oldAttributes)
  for (let i = oldAttributes; i < ColumnRecord.attributes.length; i++) {
    const record = catalogue.reserve(ColumnRecord.WORDS)
    catalogue.set(record + ColumnRecord.at.flags, empty)
  }
  const firstProperty = oldAttributes + oldReferences
  add(oldAttributes, firstProperty)
  const groupSet = catalogue.reserve(ColumnRecord.WORDS)
  add(firstProperty, Math.floor(columns.length / oldWords))

  const words = new Section((n) => new Uint32Array(n))
  words.append(wordsOf(part("words")))
  const whole = new Uint32Array(catalogue.bytes().slice().buffer)
  const codeSets = ColumnRecord.attributes.length + ColumnRecord.references.indexOf("codeSet")
  const column = new Column(rows, whole, codeSets, sectionsOf(part), new Texts(part("textOffsets"), part("texts")), {
    bytes: 0
  })
  const codes = JSON.parse(Buffer.from(part("codes")).toString()) as {
    readonly sets: ReadonlyArray<ReadonlyArray<number>>
  }
  const { numbers, ofType, sets } = codesOf(column, codes.sets)
  const set = (record: number, field: ColumnRecord.ColumnField, value: number): void => {
    whole[record + ColumnRecord.at[field]] = value
  }
  const codeSet = codeSets * ColumnRecord.WORDS
  const levels = Levels.flagOf(ofType, (bits) => set(codeSet, "ofType", words.append(bits)))
  set(codeSet, "flags", levels | (4 << ColumnRecord.WIDTH_SHIFT))
  set(codeSet, "codes", words.append(numbers))
  set(codeSet, "size", sets.length)
  set(codeSet, "hiddenCount", 0)
  set(groupSet, "flags", 4 << ColumnRecord.WIDTH_SHIFT)
  set(groupSet, "codes", words.append(new Uint32Array(rows + 1)))
  set(groupSet, "size", 1)
  set(groupSet, "count", rows)
  const assignments: GroupSection = { groups: [], sets: [[]] }
  return Layout.join(
    rows,
    {
      ...Object.fromEntries(Layout.sections.map((section) => [section, part(section)])),
      columns: new Uint8Array(whole.buffer),
      words: words.bytes(),
      codes: Buffer.from(JSON.stringify({ ...codes, sets })),
      assignments: Buffer.from(JSON.stringify(assignments))
    },
    bytes.buffer instanceof SharedArrayBuffer ? SharedArrayBuffer : ArrayBuffer
  )
}

const wordsOf = ({ buffer, byteLength, byteOffset }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength >>> 2)

const sectionsOf = (part: Layout.Frame["part"]): Sections => {
  const [units, shorts, numbers] = [part("units"), part("shorts"), part("numbers")]
  return {
    kinds: part("kinds"),
    units: new Int16Array(units.buffer, units.byteOffset, units.byteLength >>> 1),
    bytes: part("bytes"),
    shorts: new Uint16Array(shorts.buffer, shorts.byteOffset, shorts.byteLength >>> 1),
    words: wordsOf(part("words")),
    numbers: new Float64Array(numbers.buffer, numbers.byteOffset, numbers.byteLength >>> 3)
  }
}

/** Returns the distinct pairs of own codes and codes of the type, and by row their number and the level. */
const codesOf = (column: Column, old: ReadonlyArray<ReadonlyArray<number>>) => {
  const hidden = column.hiddenCells()
  const typeOf = new Map(Array.from(hidden.rows, (row, i) => [row, hidden.codes[i]!]))
  const sets: Array<CodeSet> = [{ own: [], ofType: [] }]
  const known = new Map([["0 0", 0]])
  // There is one element more, so that a loop may read one past the last.
  const numbers = new Uint32Array(column.length + 1)
  const ofType = new Uint8Array(column.length)
  for (let row = 0; row < column.length; row++) {
    const shown = column.keyOf(row)
    const isOfType = column.isOfType(row)
    const [own, type] = isOfType ? [0, shown] : [shown, typeOf.get(row) ?? 0]
    ofType[row] = isOfType ? 1 : 0
    numbers[row] = known.getOrInsertComputed(
      `${own} ${type}`,
      () => sets.push({ own: old[own]!, ofType: old[type]! }) - 1
    )
  }
  return { numbers, ofType, sets }
}
