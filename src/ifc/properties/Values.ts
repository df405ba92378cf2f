import {
  type ContentValues,
  VALUE_BOOLEAN,
  VALUE_DIGITS,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_LACKS_BOOLEAN,
  VALUE_LACKS_TEXT,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_TEXT
} from "../../domain/models/ModelContent.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { Keywords } from "../step/Keywords.ts"
import { PairDictionary } from "../index/PairDictionary.ts"
import type { Literal } from "../schema/Schema.ts"
import { endBefore, StepArguments } from "../step/StepArguments.ts"
import { endOfWord, skipControls, skipSpace } from "../step/StepLexer.ts"
import { isReal, readNumber } from "../step/StepNumber.ts"
import { withoutControls } from "../step/StepText.ts"
import { longestText } from "../step/LongText.ts"
import type { Units } from "../units/Units.ts"

const separator = "; "

/** The longest integer that is read, in characters. */
const longestInteger = 4096

/** Reads IfcValues and stores the distinct values of a file. */
export class Values {
  /** Result of `read`: a VALUE_… kind with the bits that follow from the value, and its number. */
  kind = VALUE_NULL
  number = 0
  /** The project's unit of the measure, -1 for none. Of several values it is the one that all have. */
  unit = -1
  /** Whether the value is a number, or consists of numbers. */
  isNumeric = false
  private readonly distinct = new PairDictionary()
  private readonly keywords: Keywords
  private readonly types: Array<{ readonly literal: Literal | undefined; readonly unit: number }> = []
  private readonly listed: StepArguments
  private readonly items: StepArguments

  constructor(
    private readonly file: IfcFile,
    private readonly units: Units
  ) {
    this.keywords = new Keywords(file.bytes)
    this.listed = new StepArguments(file.bytes)
    this.items = new StepArguments(file.bytes)
  }

  /** Returns the index of a value. `kind` may include flags. */
  intern(kind: number, number: number, unit: number): number {
    return this.distinct.intern(kind | ((unit + 1) << 8), number)
  }

  /** Returns the index of the same value, marked as not editable. */
  fixed(value: number): number {
    return this.distinct.intern(this.distinct.first(value) | VALUE_FIXED, this.distinct.second(value))
  }

  /**
   * Reads one argument into `kind`, `number` and `unit`. Empty, unknown and unreadable values become VALUE_NULL.
   *
   * @param plain the type of a literal without a keyword
   */
  read(from: StepArguments, argument: number, plain?: Literal): void {
    this.kind = VALUE_NULL
    this.number = 0
    this.unit = -1
    this.isNumeric = false
    if (argument >= from.count) return
    const bytes = from.bytes
    let start = from.start(argument)
    let end = from.end(argument)
    const byte = bytes[start]! | 32
    if (byte < 97 || byte > 122) return this.literal(start, end, plain)
    const word = start
    start = endOfWord(bytes, word, end)
    const index = this.keywords.intern(word, start)
    if (index === this.types.length) {
      const keyword = this.keywords.names[index]!
      this.types.push({ literal: this.file.schema.literal(keyword), unit: this.units.ofMeasure(keyword) })
    }
    start = skipSpace(bytes, start, end)
    if (bytes[start] !== 40 || bytes[end - 1] !== 41) return this.unreadable()
    start = skipSpace(bytes, start + 1, end)
    end = endBefore(bytes, start, end - 1)
    const type = this.types[index]
    if (bytes[start] === 40) this.several(start)
    else this.literal(start, end, type?.literal)
    if (this.isNumeric) this.unit = type?.unit ?? -1
  }

  /** Returns the result of the last `read` as text, with numbers as in JSON; null for VALUE_NULL. */
  asText(): string | null {
    switch (this.kind & VALUE_KIND_MASK) {
      case VALUE_TEXT:
        return this.file.texts.texts[this.number]!
      case VALUE_REAL:
      case VALUE_INTEGER:
        return JSON.stringify(this.number)
      case VALUE_BOOLEAN:
        return this.number === 1 ? "true" : "false"
      default:
        return null
    }
  }

  /**
   * Returns the texts of a list's items, without empty ones. `unit` and `isNumeric` describe all of them, and `kind` is
   * VALUE_NULL with the bits of an item without value.
   */
  list(from: StepArguments, argument: number): Array<string> {
    const texts: Array<string> = []
    if (from.kind(argument) !== "list") {
      this.read(from, argument)
      const text = this.asText()
      return text === null ? [] : [text]
    }
    const items = this.listed
    const common = new CommonUnit()
    let lacking = VALUE_NULL
    if (items.open(from.start(argument))) {
      let length = 0
      for (let i = 0; i < items.count; i++) {
        this.read(items, i)
        const text = this.asText()
        if (text === null) {
          lacking |= this.kind
          continue
        }
        texts.push(text)
        common.add(this)
        // The joined text is cut at this length.
        length += text.length + separator.length
        if (length > longestText) break
      }
    }
    this.kind = lacking
    this.isNumeric = common.isNumeric
    this.unit = common.unit
    return texts
  }

  /** Stores several texts, joined, in `kind` and `number`. Without texts `kind` stays VALUE_NULL with its bits. */
  join(texts: ReadonlyArray<string>): void {
    const dictionary = this.file.texts
    const text = dictionary.cut(texts.join(separator))
    if (text === "") {
      if ((this.kind & VALUE_KIND_MASK) !== VALUE_NULL) this.kind = VALUE_NULL
      this.number = 0
      return
    }
    const isDivided = texts.length > 1 && texts.some((item) => item.includes(separator))
    this.kind = VALUE_TEXT
    this.number = isDivided
      ? dictionary.addList(
          text,
          texts.map(({ length }) => length)
        )
      : dictionary.add(text)
  }

  /** Returns a value as a text, `""` for none. */
  textOf(value: number): string {
    this.kind = this.distinct.first(value) & VALUE_KIND_MASK
    this.number = this.distinct.second(value)
    return this.asText() ?? ""
  }

  /** Returns the number of characters of a text value that a cell may show; 0 for other values. */
  letters(value: number): number {
    const isText = (this.distinct.first(value) & VALUE_KIND_MASK) === VALUE_TEXT
    return isText ? this.file.texts.texts[this.distinct.second(value)]!.length : 0
  }

  content(): ContentValues {
    const { length } = this.distinct
    const kind = new Uint8Array(length)
    const number = new Float64Array(length)
    const unit = new Int16Array(length)
    for (let i = 0; i < length; i++) {
      const first = this.distinct.first(i)
      kind[i] = first & 255
      unit[i] = (first >>> 8) - 1
      number[i] = this.distinct.second(i)
    }
    return { kind, number, unit }
  }

  private unreadable(): void {
    this.kind = VALUE_NULL
    this.isNumeric = false
    this.file.log.count("Values that cannot be read")
  }

  private several(start: number): void {
    if (!this.items.open(start)) return this.unreadable()
    const texts: Array<string> = []
    const common = new CommonUnit()
    let length = 0
    for (let i = 0; i < this.items.count && length <= longestText; i++) {
      this.literal(this.items.start(i), this.items.end(i), undefined)
      const text = this.asText()
      if (text === null) continue
      texts.push(text)
      common.add(this)
      length += text.length + separator.length
    }
    this.join(texts)
    this.isNumeric = common.isNumeric
  }

  private text(index: number): void {
    const isEmpty = this.file.texts.texts[index] === ""
    this.kind = isEmpty ? VALUE_NULL | VALUE_LACKS_TEXT : VALUE_TEXT
    this.number = isEmpty ? 0 : index
  }

  private literal(start: number, end: number, literal: Literal | undefined): void {
    const bytes = this.file.bytes
    const byte = bytes[start]!
    this.kind = VALUE_NULL
    this.isNumeric = false
    if (start >= end || byte === 36 || byte === 42) return
    if (byte === 39 || byte === 34) {
      if (end - start < 2 || bytes[end - 1] !== byte) return this.unreadable()
      return this.text(this.file.texts.intern(start + 1, end - 1))
    }
    if (byte === 46 && !isDigit(bytes[skipControls(bytes, start + 1, end)]!)) {
      if (end - start < 3 || bytes[end - 1] !== 46) return this.unreadable()
      const letter = bytes[skipControls(bytes, start + 1, end)]! & 0xdf
      if (literal !== "logical" && (end - start > 3 || (letter !== 84 && letter !== 70 && letter !== 85))) {
        return this.text(this.file.texts.intern(start + 1, end - 1))
      }
      if (letter !== 84 && letter !== 70) {
        this.kind = VALUE_NULL | VALUE_LACKS_BOOLEAN
        return
      }
      this.kind = VALUE_BOOLEAN
      this.number = letter === 84 ? 1 : 0
      return
    }
    const number = readNumber(bytes, start, end)
    const whole = literal === "integer" ? Number.isInteger(number) : literal !== "real" && !isReal(bytes, start, end)
    this.isNumeric = true
    if (whole && !Number.isSafeInteger(number) && this.digits(start, end, number)) return
    if (!Number.isFinite(number)) return this.unreadable()
    this.kind = whole ? VALUE_INTEGER : VALUE_REAL
    this.number = number === 0 ? 0 : number
  }

  /** Keeps an integer as text if the number does not hold it exactly. Returns whether it did. */
  private digits(start: number, end: number, number: number): boolean {
    const text = withoutControls(
      this.file.bytes.toString("latin1", start, Math.min(end, start + longestInteger))
    ).trim()
    if (end - start > longestInteger || !/^[+-]?\d+$/.test(text)) return false
    const integer = BigInt(text.replace("+", ""))
    if (Number.isFinite(number) && BigInt(number) === integer) return false
    this.kind = VALUE_TEXT | VALUE_DIGITS
    this.number = this.file.texts.add(String(integer))
    return true
  }
}

/** Finds out whether several values are all numbers, and in one unit. */
export class CommonUnit {
  isNumeric = false
  unit = -1
  private isFirst = true

  add({ isNumeric, unit }: { readonly isNumeric: boolean; readonly unit: number }): void {
    this.isNumeric = isNumeric && (this.isNumeric || this.isFirst)
    this.unit = this.isFirst || this.unit === unit ? unit : -1
    this.isFirst = false
  }
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57
