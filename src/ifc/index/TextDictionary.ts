import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { resized } from "../step/Growing.ts"
import { factors, HashIndex } from "../step/HashIndex.ts"
import type { ImportLog } from "./ImportLog.ts"
import { cutName, cutText, longestName, longestText } from "../step/LongText.ts"
import { decodeText, isPlain } from "../step/StepText.ts"

/** The most bytes of a text's STEP form that are examined: one character takes at most 16 bytes. */
const longestForm = 16 * longestText

const beginningOf = (text: string): string => `'${cutName(text, 40)}…'`

/** Hashes bytes in pairs, block by block. The hash so far enters the next block like four more bytes. */
const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
  let hash = 0
  for (let i = start; i < end;) {
    const until = Math.min(i + 124, end)
    hash = (Math.imul(hash & 0xffff, factors[0]!) + Math.imul(hash >>> 16, factors[1]!)) | 0
    let factor = 2
    for (; i + 1 < until; i += 2) hash = (hash + Math.imul(bytes[i]! | (bytes[i + 1]! << 8), factors[factor++]!)) | 0
    if (i < until) hash = (hash + Math.imul(bytes[i++]!, factors[factor]!)) | 0
  }
  return hash
}

/**
 * All texts of a file, each stored once. A text is looked up by its bytes, so that each distinct one is decoded once.
 */
export class TextDictionary {
  readonly texts: Array<string> = []
  /** The lengths of the items of texts that were added by `addList`. */
  readonly lists = new Map<number, ReadonlyArray<number>>()
  private readonly byText = new Map<string, number>()
  private readonly byItems = new Map<string, number>()
  private readonly cutNames = new Map<number, number>()
  /** For each STEP form of a text: its offset, its length, and the index of its text. */
  private starts = new Float64Array(128)
  private lengths = new Int32Array(128)
  private indices = new Int32Array(128)
  private readonly forms = new HashIndex()

  constructor(
    private readonly bytes: Buffer,
    private readonly log: ImportLog
  ) {}

  /** Returns the index of the text whose STEP form, without quotes, is `bytes[start .. end)`. */
  intern(start: number, end: number): number {
    const { forms } = this
    end = Math.min(end, start + longestForm)
    const hash = hashOf(this.bytes, start, end)
    for (let form = forms.first(hash); form >= 0; form = forms.next(form)) {
      if (this.lengths[form] === end - start && this.same(form, start, end)) return this.indices[form]!
    }
    const form = forms.add(hash)
    if (form === this.starts.length) {
      this.starts = resized(this.starts, form * 2)
      this.lengths = resized(this.lengths, form * 2)
      this.indices = resized(this.indices, form * 2)
    }
    this.starts[form] = start
    this.lengths[form] = end - start
    return (this.indices[form] = this.add(this.decode(start, end)))
  }

  /** Returns the text whose STEP form is `bytes[start .. end)`, without storing it. */
  decode(start: number, end: number): string {
    const { bytes } = this
    const last = Math.min(end, start + longestForm)
    if (isPlain(bytes, start, last)) return this.cut(bytes.toString("latin1", start, last))
    let isOther = false
    const text = decodeText(bytes, start, last, () => {
      isOther = true
    })
    if (isOther) this.log.count("Texts that are not UTF-8, which were read as windows-1252", `'${cutName(text, 40)}'`)
    return this.cut(text)
  }

  /** Cuts a text to the longest that may be stored; reports it if it was longer. */
  cut(text: string): string {
    const kept = cutText(text)
    if (kept.length < text.length) this.log.count(sentenceOf(limits.textOfFile), beginningOf(text))
    return kept
  }

  /** Cuts a text to the longest name; reports it if it was longer. */
  cutName(text: string): string {
    const kept = cutName(text)
    if (kept.length < text.length) this.log.count(sentenceOf(limits.nameOfFile), beginningOf(text))
    return kept
  }

  /** Returns the index of a text cut to the longest name; -1 for -1. */
  name(text: number): number {
    const written = this.texts[text]
    if (written === undefined || written.length <= longestName) return text
    return this.cutNames.getOrInsertComputed(text, () => this.add(this.cutName(written)))
  }

  /** Returns the index of a text, adding it if it is new. */
  add(text: string): number {
    const known = this.byText.get(text)
    if (known !== undefined) return known
    this.byText.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }

  /** Returns the index of a text that consists of items of these lengths, adding it if it is new. */
  addList(text: string, lengths: ReadonlyArray<number>): number {
    return this.byItems.getOrInsertComputed(`${lengths.join()};${text}`, () => {
      const index = this.texts.push(text) - 1
      this.lists.set(index, lengths)
      return index
    })
  }

  private same(form: number, start: number, end: number): boolean {
    const bytes = this.bytes
    const from = this.starts[form]! - start
    for (let i = start; i < end; i++) if (bytes[i] !== bytes[i + from]) return false
    return true
  }
}
