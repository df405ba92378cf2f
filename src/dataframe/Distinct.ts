import { Reducer, table } from "arquero"
import type { Column } from "./Column.ts"
import * as LowerCase from "./LowerCase.ts"
import { accepts, equalPlaces, folded, type Matcher } from "./Matcher.ts"
import * as Record from "./ColumnRecord.ts"

type Value = string | number | boolean

/** Distinct values, or lists of values, of a field, and the code that each stands for: what Arquero filters. */
export interface Candidates {
  readonly codes: ReadonlyArray<number>
  readonly values: ReadonlyArray<Value>
}

/** Dictionaries up to this size are asked through Arquero; larger ones in their bytes. */
const most = 4096

/**
 * One byte a code: 1 where the value matches. A code without value matches where the filter asks for nothing.
 *
 * The texts of a caller reach Arquero inside a function, never in the text of an expression.
 */
export const ofCandidates = (size: number, candidates: Candidates, matcher: Matcher): Uint8Array =>
  marked(size, candidates, (value) => accepts(matcher, value))

const marked = (size: number, { codes, values }: Candidates, accept: (value: Value) => boolean): Uint8Array => {
  const lut = new Uint8Array(size)
  if (values.length > most) {
    for (let i = 0; i < values.length; i++) if (accept(values[i]!)) lut[codes[i]!] = 1
    return lut
  }
  if (values.length > 0) table({ value: values as Array<Value> }).reduce(new Marks(lut, codes, accept))
  return lut
}

/** Arquero's walk over the values: its `filter` would compile the condition anew at every query. */
class Marks extends Reducer {
  constructor(
    private readonly lut: Uint8Array,
    private readonly codes: ReadonlyArray<number>,
    private readonly accept: (value: Value) => boolean
  ) {
    super([])
  }

  override init(): Uint8Array {
    return this.lut
  }

  override add(lut: Uint8Array, row: number, { value }: { readonly value: ReadonlyArray<Value> }): void {
    if (this.accept(value.at(row)!)) lut[this.codes[row]!] = 1
  }

  /** No row is written. */
  override write(): number {
    return 0
  }
}

/** One byte a code of a column's dictionary. */
export const ofColumn = (column: Column, matcher: Matcher): Uint8Array => {
  const { size, textCount } = column
  const lut = size <= most ? small(column, matcher) : large(column, matcher)
  for (let code = textCount; code < size; code++) if (column.valueOf(code) === null) lut[code] = matcher.nothing ? 1 : 0
  return lut
}

const small = (column: Column, matcher: Matcher): Uint8Array => {
  const { needle } = matcher
  return needle === null
    ? ofCandidates(
        column.size,
        once(singles, column, () => values(column, false)),
        matcher
      )
    : marked(
        column.size,
        once(texts, column, () => foldedTexts(column)),
        (text) => (text as string).includes(needle)
      )
}

/** The values of small dictionaries, the single ones of several too. */
const singles = new WeakMap<Column, Candidates>()
/** Their texts as Contains looks in them. */
const texts = new WeakMap<Column, Candidates>()
const bytesOfCandidate = 64

const once = (kept: WeakMap<Column, Candidates>, column: Column, make: () => Candidates): Candidates => {
  let candidates = kept.get(column)
  if (candidates === undefined) {
    kept.set(column, (candidates = make()))
    column.keep(candidates.values.length * bytesOfCandidate)
  }
  return candidates
}

const foldedTexts = (column: Column): Candidates => {
  const whole = values(column, true)
  return { codes: whole.codes, values: whole.values.map(folded) }
}

const values = (column: Column, whole: boolean): Candidates => {
  const codes: Array<number> = []
  const values: Array<Value> = []
  for (let code = 0; code < column.size; code++) {
    const value = column.valueOf(code)
    if (value === null) continue
    codes.push(code)
    values.push(value)
    if (whole || !column.isSeveral(code)) continue
    for (const part of String(value).split("; ")) {
      codes.push(code)
      values.push(part)
    }
  }
  return { codes, values }
}

const large = (column: Column, matcher: Matcher): Uint8Array => {
  const lut = new Uint8Array(column.size)
  const { textBase, textCount } = column
  if (matcher.needle !== null) {
    LowerCase.find(column, matcher.needle, lut)
    for (let code = textCount; code < column.size; code++) {
      const value = column.valueOf(code)
      if (value !== null && accepts(matcher, value)) lut[code] = 1
    }
    return lut
  }
  for (const text of matcher.accepted) {
    if (typeof text !== "string") continue
    let code = firstNotBelow(column, text)
    while (code < textCount && column.texts.get(textBase + code) === text) lut[code++] = 1
  }
  for (const place of equalPlaces(numbersOf(column), matcher.numbers)) lut[textCount + place] = 1
  for (let code = textCount; code < column.size; code++) {
    const value = column.valueOf(code)
    if (typeof value === "boolean" && matcher.accepted.has(value)) lut[code] = 1
  }
  if (column.has(Record.SEVERAL)) {
    for (let code = 0; code < textCount; code++) {
      if (!column.isSeveral(code)) continue
      const parts = column.texts.get(textBase + code).split("; ")
      if (parts.some((part) => accepts(matcher, part))) lut[code] = 1
    }
  }
  return lut
}

/** The numbers of a dictionary, without the booleans and nulls that follow them. */
const numbersOf = (column: Column): Float64Array => {
  const all = column.dictionaryNumbers
  let end = all.length
  while (end > 0 && typeof column.valueOf(column.textCount + end - 1) !== "number") end--
  return all.subarray(0, end)
}

const firstNotBelow = (column: Column, text: string): number => {
  let low = 0
  let high = column.textCount
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column.texts.get(column.textBase + middle) < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows of a column without dictionary whose number matches. */
export const ofPlain = (column: Column, matcher: Matcher, add: (cell: number) => void): void => {
  const numbers = column.plain!
  for (let cell = 0; cell < numbers.length; cell++) {
    const number = numbers[cell]!
    if (Number.isNaN(number) ? matcher.nothing : accepts(matcher, number)) add(cell)
  }
}
