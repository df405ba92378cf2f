import { VALUE_KIND_MASK, VALUE_NULL, VALUE_TEXT } from "../../../domain/models/ModelContent.ts"
import type { Column } from "../../table/Column.ts"
import type { NewValue } from "./EditedValues.ts"

/**
 * The distinct values of a column merged with those of edits: new texts are inserted so that all texts stay sorted, and
 * other new values are appended. Existing values are copied as bytes; only texts that are compared are decoded.
 */
export interface SplicedDictionary {
  readonly size: number
  readonly textCount: number
  /** The UTF-8 of the texts in pieces, and the offset of each text and the end of the last one. */
  readonly texts: Array<Uint8Array>
  readonly offsets: Uint32Array
  /** The values that are not texts. */
  readonly numbers: Float64Array
  readonly kinds: Uint8Array
  readonly units: Int16Array
  /** The codes of texts in which an item contains `; `, with the lengths of their items. */
  readonly items: ReadonlyArray<readonly [number, ArrayLike<number> & Iterable<number>]>
  /** The new code of each distinct value of the column, and the code of each added value. */
  readonly codeOf: Uint32Array
  readonly codeOfNew: Uint32Array
}

/**
 * Merges values into the dictionary of a column, which is null if the table does not have it. In a column without
 * dictionary each cell becomes a value of its own.
 */
export const splice = (column: Column | null, added: ReadonlyArray<NewValue>): SplicedDictionary => {
  const keys = column?.keys ?? 0
  const had = column?.textCount ?? 0
  const size = keys + added.length
  const isText = ({ kind }: NewValue): boolean => (kind & VALUE_KIND_MASK) === VALUE_TEXT
  const places = [...added.keys()]
  const texts = places.filter((i) => isText(added[i]!))
  texts.sort((a, b) => (added[a]!.text < added[b]!.text ? -1 : added[a]!.text > added[b]!.text ? 1 : 0))
  const others = places.filter((i) => !isText(added[i]!))
  const textCount = had + texts.length
  const spliced = {
    size,
    textCount,
    texts: new Array<Uint8Array>(),
    offsets: new Uint32Array(textCount + 1),
    numbers: new Float64Array(size - textCount),
    kinds: new Uint8Array(size),
    units: new Int16Array(size),
    codeOf: new Uint32Array(keys),
    codeOfNew: new Uint32Array(added.length)
  }
  const { codeOf, codeOfNew, kinds, numbers, offsets, units } = spliced
  let code = 0
  const take = (i: number): void => {
    kinds[code] = added[i]!.kind
    units[code] = added[i]!.unit
    codeOfNew[i] = code++
  }
  const keep = (from: number, to: number): void => {
    for (let key = from; key < to; key++) {
      kinds[code] = kindOf(column!, key)
      units[code] = column!.unitOf(key)
      codeOf[key] = code++
    }
  }
  const keepTexts = (from: number, to: number): void => {
    if (from === to) return
    const { textBase, texts } = column!
    const start = texts.offsets[textBase + from]!
    const shift = offsets[code]! - start
    for (let key = from; key < to; key++) offsets[code + key - from + 1] = texts.offsets[textBase + key + 1]! + shift
    spliced.texts.push(texts.blob.subarray(start, texts.offsets[textBase + to]))
    keep(from, to)
  }
  let from = 0
  for (const i of texts) {
    const at = column?.firstNotBelow(added[i]!.text) ?? 0
    keepTexts(from, at)
    from = at
    const bytes = Buffer.from(added[i]!.text)
    spliced.texts.push(bytes)
    offsets[code + 1] = offsets[code]! + bytes.length
    take(i)
  }
  keepTexts(from, had)
  numbers.set(column?.numbers ?? [])
  keep(had, keys)
  for (const i of others) {
    numbers[code - textCount] = added[i]!.number
    take(i)
  }
  const kept = Array.from(column?.items() ?? [], ([key, lengths]) => [codeOf[key]!, lengths] as const)
  const news = added.flatMap(({ items }, i) => (items === undefined ? [] : [[codeOfNew[i]!, items] as const]))
  return { ...spliced, items: [...kept, ...news] }
}

/** Returns the kind of a value. In a column without dictionary NaN stands for "without value". */
const kindOf = (column: Column, key: number): number =>
  column.plain !== null && Number.isNaN(column.plain[key]!) ? VALUE_NULL : column.kindOf(key)
