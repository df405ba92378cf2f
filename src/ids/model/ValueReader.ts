import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import type { Literal } from "../../ifc/schema/Schema.ts"
import { endBefore, StepArguments } from "../../ifc/step/StepArguments.ts"
import { endOfWord, skipControls, skipSpace } from "../../ifc/step/StepLexer.ts"
import { isReal, readNumber } from "../../ifc/step/StepNumber.ts"
import { decodeText, isPlain, withoutControls } from "../../ifc/step/StepText.ts"
import { absent, type IfcValue, unknown } from "../values/IfcValue.ts"
import type { TypedValue } from "./Entities.ts"

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

/** Reads values of one instance at a time. Unlike in an import, texts are not shortened. */
export class ValueReader extends StepArguments {
  private items: ValueReader | null = null
  private opened = -1

  constructor(private readonly file: IfcFile) {
    super(file.bytes)
  }

  /** Opens a row; does nothing if it is already open. Returns false if its arguments cannot be separated. */
  openRow(row: number): boolean {
    if (row >= 0 && row === this.opened) return true
    this.count = 0
    const isReadable = row >= 0 && this.open(this.file.index.at[row]!)
    this.opened = isReadable ? row : -1
    return isReadable
  }

  /** Returns the row of a reference, or -1. */
  row(argument: number): number {
    return argument < 0 ? -1 : this.file.rowOf(this.reference(argument))
  }

  /** Returns the rows of a reference or of a list of them. */
  rowsAt(argument: number): Array<number> {
    const rows: Array<number> = []
    if (argument < 0) return rows
    this.references(argument, (id) => {
      const row = this.file.rowOf(id)
      if (row >= 0) rows.push(row)
    })
    return rows
  }

  /** Returns a text, or null if the argument is not a text. */
  text(argument: number): string | null {
    if (argument < 0 || argument >= this.count) return null
    const { value } = this.typed(argument)
    return value.kind === "text" ? value.text : null
  }

  /** Returns an argument as the value of an attribute; a typed value is a member of a select. */
  attribute(argument: number): IfcValue {
    const { type, value } = this.typed(argument)
    if (type === null || value.kind === "none") return value
    return { kind: "select", isEmpty: value.kind === "text" && value.text === "" }
  }

  /** Returns an argument as the value of a property, with its type. */
  typed(argument: number, plain?: Literal): TypedValue {
    if (argument >= this.count) return { type: null, value: absent }
    const { bytes, file } = this
    const start = this.start(argument)
    const end = this.end(argument)
    const first = bytes[start]! | 32
    if (first < 97 || first > 122) return { type: null, value: this.literal(start, end, plain) }
    const after = endOfWord(bytes, start, end)
    const type = withoutControls(bytes.toString("latin1", start, after)).toUpperCase()
    const open = skipSpace(bytes, after, end)
    if (bytes[open] !== 40 || bytes[end - 1] !== 41) return { type, value: absent }
    const from = skipSpace(bytes, open + 1, end)
    return { type, value: this.literal(from, endBefore(bytes, from, end - 1), file.schema.literal(type)) }
  }

  /** Returns the items of a list, or a single value. */
  list(argument: number): ReadonlyArray<TypedValue> {
    if (argument >= this.count || this.kind(argument) === "absent") return []
    if (this.kind(argument) !== "list") return [this.typed(argument)]
    const items = (this.items ??= new ValueReader(this.file))
    if (!items.open(this.start(argument))) return []
    return Array.from({ length: items.count }, (_, i) => items.typed(i))
  }

  private literal(start: number, end: number, literal: Literal | undefined): IfcValue {
    const { bytes } = this
    const byte = bytes[start]!
    if (start >= end || byte === 36 || byte === 42) return absent
    if (byte === 39) return { kind: "text", text: this.decoded(start + 1, end - 1) }
    if (byte === 34) return { kind: "binary", isEmpty: end - start <= 2 }
    if (byte === 35) return { kind: "object", isEmpty: false }
    if (byte === 40) return { kind: "list", isEmpty: bytes[skipSpace(bytes, start + 1, end)] === 41 }
    if (byte === 46 && !isDigit(bytes[skipControls(bytes, start + 1, end)]!))
      return this.enumerated(start, end, literal)
    const number = readNumber(bytes, start, end)
    if (!Number.isFinite(number)) return absent
    const isInteger = literal === "integer" || (literal !== "real" && !isReal(bytes, start, end))
    return { kind: "number", number, isInteger }
  }

  private decoded(start: number, end: number): string {
    if (end <= start) return ""
    const { bytes } = this
    return isPlain(bytes, start, end) ? bytes.toString("latin1", start, end) : decodeText(bytes, start, end)
  }

  /** Enumerations of IFC have no values of one letter, so `.T.`, `.F.` and `.U.` are logical values. */
  private enumerated(start: number, end: number, literal: Literal | undefined): IfcValue {
    const word = withoutControls(this.bytes.toString("latin1", start + 1, end - 1)).toUpperCase()
    if (word.length > 1 && literal !== "logical") return { kind: "text", text: word }
    if (word.startsWith("T")) return { kind: "boolean", value: true }
    return word.startsWith("F") ? { kind: "boolean", value: false } : unknown
  }
}
