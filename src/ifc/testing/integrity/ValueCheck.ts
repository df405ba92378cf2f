import { endOfBinary, endOfText, isWord, skipSpace } from "../../step/StepLexer.ts"
import { decodeText } from "../../step/StepText.ts"
import type { FaultKind } from "./Faults.ts"
import type { Instances } from "./Instances.ts"
import { isLiteral } from "./NumberLiteral.ts"
import type { SimpleType, ValueRule } from "./ValueRule.ts"

const logicals: Readonly<Record<"boolean" | "logical", string>> = { boolean: "TF", logical: "TFU" }
const longestShown = 60

/** Reports the fault of a value, with its text in the file. */
type OnFault = (kind: FaultKind, shown: string) => void

/**
 * Checks the values of a file against their rules and reports at most one fault for each value, besides those of its
 * items. Source: ISO 10303-21:2016, clauses 6 and 11.
 */
export class ValueCheck {
  /** The position after the text that was read, where the next value begins. */
  at = 0
  private readonly bytes: Buffer
  /** The number of the aggregate in which each row occurred last. */
  private readonly metIn: Int32Array
  private aggregate = 0

  /** @param onReference receives the row of each reference, once for each attribute and for each aggregate in it */
  constructor(
    private readonly instances: Instances,
    private readonly onFault: OnFault,
    private readonly onReference: (row: number) => void
  ) {
    this.bytes = instances.bytes
    this.metIn = new Int32Array(instances.count)
  }

  space(): number {
    const byte = this.bytes[this.at]!
    if (byte <= 32 || byte === 47) this.at = skipSpace(this.bytes, this.at, this.bytes.length)
    return this.bytes[this.at]!
  }

  /** Returns whether the value here is null, and skips the `$` in that case. */
  isNull(): boolean {
    const start = this.at
    if (this.bytes[start] !== 36) return false
    this.at++
    const next = this.space()
    if (next === 44 || next === 41) return true
    this.at = start
    return false
  }

  /** Reads the value of an attribute. */
  attribute(rule: ValueRule): void {
    this.aggregate++
    this.value(rule)
  }

  /** Skips a value of any kind. */
  skip(): void {
    const { bytes } = this
    for (let depth = 0; this.at < bytes.length;) {
      const byte = bytes[this.at]!
      if (byte === 59 || (depth === 0 && (byte === 44 || byte === 41))) return
      if (byte === 39) this.at = Math.abs(endOfText(bytes, this.at, bytes.length))
      else if (byte === 34) this.at = endOfBinary(bytes, this.at)
      else if (byte === 47) this.at = Math.max(this.at + 1, skipSpace(bytes, this.at, bytes.length))
      else {
        if (byte === 40) depth++
        if (byte === 41) depth--
        this.at++
      }
    }
  }

  /** Returns the text from `start` to the end of the value. */
  shown(start: number): string {
    const text = this.bytes.toString("latin1", start, Math.min(this.at, start + longestShown))
    return this.at > start + longestShown ? `${text}…` : text
  }

  private value(rule: ValueRule): void {
    this.space()
    const start = this.at
    const fault = this.faultOf(rule)
    if (fault === null) {
      const next = this.space()
      if (next === 44 || next === 41) return
    }
    this.at = start
    this.skip()
    this.onFault(fault ?? "literal", this.shown(start))
  }

  private faultOf(rule: ValueRule): FaultKind | null {
    switch (rule.is) {
      case "simple":
        return this.simple(rule.type, rule.width)
      case "enumeration":
        return this.enumeration(rule.words)
      case "aggregate":
        return this.items(rule)
      case "instance":
        return this.bytes[this.at] === 35 ? this.reference(rule.accepts, rule.typed !== null) : this.typed(rule.typed)
    }
  }

  private simple(type: SimpleType, width: readonly [number, number] | null): FaultKind | null {
    if (type === "string") return this.text(width)
    if (type === "logical" || type === "boolean") {
      const word = this.word()
      return word.length === 1 && logicals[type].includes(word) ? null : "literal"
    }
    const start = this.at
    if (type === "binary") this.at = endOfBinary(this.bytes, start)
    else while (this.bytes[this.at]! > 42 && this.bytes[this.at] !== 44 && this.bytes[this.at] !== 47) this.at++
    return isLiteral(type, this.bytes, start, this.at) ? null : "literal"
  }

  private text(width: readonly [number, number] | null): FaultKind | null {
    if (this.bytes[this.at] !== 39) return "literal"
    const start = this.at + 1
    this.at = Math.abs(endOfText(this.bytes, this.at, this.bytes.length))
    const raw = this.at - 1 - start
    if (width === null || (raw <= width[1] && width[0] === 0)) return null
    const { length } = Array.from(decodeText(this.bytes, start, this.at - 1))
    return length < width[0] || length > width[1] ? "length of text" : null
  }

  /** Returns the word between two points, in upper case; empty if there is none. */
  private word(): string {
    if (this.bytes[this.at] !== 46) return ""
    const start = ++this.at
    while (isWord[this.bytes[this.at]!] === 1) this.at++
    return this.bytes[this.at] === 46 ? this.bytes.toString("latin1", start, this.at++).toUpperCase() : ""
  }

  private enumeration(words: ReadonlySet<string>): FaultKind | null {
    const word = this.word()
    if (word === "") return "literal"
    return words.has(word) ? null : "enumeration"
  }

  private items({ isSet, item, lower, upper }: ValueRule & { readonly is: "aggregate" }): FaultKind | null {
    if (this.bytes[this.at] !== 40) return "literal"
    const aggregate = ++this.aggregate
    const isUnique = !isSet || item.is !== "instance"
    this.at++
    let count = 0
    let fault: FaultKind | null = null
    for (let next = this.space(); next !== 41; count++) {
      if (!isUnique && this.isMet(aggregate)) fault = "unique"
      this.value(item)
      next = this.space()
      if (next === 44) this.at++
      else if (next !== 41) return "literal"
    }
    this.at++
    return count < lower || count > upper ? "bounds" : fault
  }

  /** Returns whether the reference here has already occurred in this aggregate. */
  private isMet(aggregate: number): boolean {
    const before = this.at
    if (this.space() !== 35) return false
    const row = this.instances.rowOf(this.id())
    this.at = before
    return row >= 0 && this.metIn[row] === aggregate
  }

  private id(): number {
    let id = 0
    this.at++
    for (let byte = this.bytes[this.at]!; byte >= 48 && byte <= 57; byte = this.bytes[++this.at]!)
      id = id * 10 + (byte - 48)
    return id
  }

  private reference(accepts: Uint8Array, isSelect: boolean): FaultKind | null {
    const row = this.instances.rowOf(this.id())
    if (row < 0) return "missing instance"
    if (this.metIn[row] !== this.aggregate) this.onReference(row)
    this.metIn[row] = this.aggregate
    const referred = this.instances.ruleOf(row)
    if (referred === undefined || accepts[referred.ordinal] === 1) return null
    return isSelect ? "select" : "class"
  }

  private typed(members: ReadonlyMap<string, ValueRule> | null): FaultKind | null {
    const start = this.at
    while (isWord[this.bytes[this.at]!] === 1) this.at++
    const keyword = this.bytes.toString("latin1", start, this.at).toUpperCase()
    if (members === null || keyword === "" || this.space() !== 40) return "literal"
    const rule = members.get(keyword)
    if (rule === undefined) return "select"
    this.at++
    this.value(rule)
    if (this.space() !== 41) return "literal"
    this.at++
    return null
  }
}
