import * as Either from "effect/Either"
import { InvalidModelFile } from "../../domain/models/InvalidModelFile.ts"
import { Lines } from "./Lines.ts"
import { cutName, longestQuote } from "./LongText.ts"
import { type Schema, schemaOf } from "../schema/Schema.ts"
import { StepArguments } from "./StepArguments.ts"
import { beginsInstance, endOfText, skipSpace } from "./StepLexer.ts"
import { decodeText } from "./StepText.ts"

/** The part of a file before the first DATA section. */
export interface StepHeader {
  /** The schema's name in FILE_SCHEMA. */
  readonly fileSchema: string
  readonly schema: Schema
  /** The offset after `DATA;`. */
  readonly dataAt: number
}

const byteOrderMark = (bytes: Uint8Array): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

/** Returns whether this word, given in upper case, is at `at` in any case. */
const startsWith = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) {
    const byte = bytes[at + i]!
    if ((byte >= 97 && byte <= 122 ? byte - 32 : byte) !== word.charCodeAt(i)) return false
  }
  return true
}

const opening = "ISO-10303-21"
const fileSchema = "FILE_SCHEMA"

/**
 * Returns whether a file with these first bytes can be a STEP file. A byte order mark, white space and comments may
 * precede `ISO-10303-21`. If a comment is longer than these bytes, the answer is true.
 */
export const looksLikeIfc = (firstBytes: Uint8Array): boolean => {
  const at = skipSpace(firstBytes, byteOrderMark(firstBytes), firstBytes.length)
  return at === firstBytes.length ? firstBytes.includes(47) : startsWith(firstBytes, at, opening)
}

/** Finds the ends of statements that are no instances, from the beginning of a file on. */
export class Statements {
  /** The offset up to which an unterminated text extends; apostrophes before it begin no text. */
  private textless = 0

  constructor(private readonly bytes: Uint8Array) {}

  /**
   * Returns the end of the statement at `at`: after its `;`, or where an instance or the end of the file cuts it off.
   */
  end(at: number): number {
    const { bytes } = this
    const end = bytes.length
    for (let i = at; i < end;) {
      const byte = bytes[i]!
      if (byte === 59) return i + 1
      if (byte === 39 && i >= this.textless) {
        const after = endOfText(bytes, i, end)
        if (after < 0) this.textless = -1 - after
        i = after < 0 ? i + 1 : after
      } else if (byte === 35 && i > at && beginsInstance(bytes, i, end)) return i
      else if (byte === 47) i = Math.max(i + 1, skipSpace(bytes, i, end))
      else i++
    }
    return end
  }
}

/** Returns the offset of the `(` of a statement of the header, or -1 if there is none. */
export const headerStatement = (bytes: Buffer, name: string, dataAt: number): number => {
  const statements = new Statements(bytes)
  for (let at = 0; at < dataAt;) {
    at = skipSpace(bytes, at, dataAt)
    const end = statements.end(at)
    const open = startsWith(bytes, at, name) ? skipSpace(bytes, at + name.length, end) : -1
    if (open >= 0 && bytes[open] === 40) return open
    at = Math.max(end, at + 1)
  }
  return -1
}

/**
 * Reads up to the first DATA section.
 *
 * Fails with `InvalidModelFile` if the file is no STEP file, ends before its DATA section, names no schema of IFC or has
 * no DATA section.
 */
export const readHeader = (bytes: Buffer): Either.Either<StepHeader, InvalidModelFile> => {
  const invalid = (at: number, reason: string) =>
    Either.left(new InvalidModelFile({ line: at < 0 ? 0 : new Lines(bytes).at(at), reason }))
  const first = skipSpace(bytes, byteOrderMark(bytes), bytes.length)
  if (bytes.length === 0) return invalid(-1, "The file is empty.")
  if (bytes.length > 0xffff_ffff) return invalid(-1, "The file is larger than 4 GiB.")
  if (!startsWith(bytes, first, opening)) return invalid(first, `The file does not begin with ${opening}.`)
  let found: { readonly fileSchema: string; readonly schema: Schema } | undefined
  let unknown: { readonly at: number; readonly name: string } | undefined
  const read = new StepArguments(bytes)
  const items = new StepArguments(bytes)
  const statements = new Statements(bytes)
  let begun = first
  let isClosed = false
  let at = first
  while (at < bytes.length) {
    at = skipSpace(bytes, at, bytes.length)
    if (at < bytes.length) begun = at
    const end = statements.end(at)
    if (startsWith(bytes, at, fileSchema) && found === undefined) {
      const open = skipSpace(bytes, at + fileSchema.length, end)
      // A list of one schema is also written without its brackets.
      if (
        bytes[open] === 40 &&
        read.open(open, end) &&
        (read.kind(0) === "text" ? items.open(open, end) : read.kind(0) === "list" && items.open(read.start(0), end))
      ) {
        for (let i = 0; i < items.count && found === undefined; i++) {
          const name = decodeText(bytes, items.start(i) + 1, Math.min(items.end(i) - 1, items.start(i) + 256))
          const schema = schemaOf(name)
          if (schema === null) unknown ??= { at, name }
          else found = { fileSchema: name.trim(), schema }
        }
      }
    } else if (startsWith(bytes, at, "DATA") && /^[\s(;/]/.test(String.fromCharCode(bytes[at + 4] ?? 0))) {
      if (found !== undefined) return Either.right({ ...found, dataAt: end })
      break
    } else if (bytes[at] === 35 || startsWith(bytes, at, "END-ISO")) break
    else if (startsWith(bytes, at, "ENDSEC")) isClosed = true
    at = Math.max(end, at + 1)
  }
  if (at >= bytes.length && !isClosed) return invalid(begun, "The file ends within its header.")
  if (unknown !== undefined && found === undefined) {
    const name = cutName(unknown.name, longestQuote)
    return invalid(unknown.at, `FILE_SCHEMA names '${name}', which is no schema of IFC that can be read.`)
  }
  if (found === undefined) return invalid(-1, "The header has no FILE_SCHEMA that names a schema.")
  return at < bytes.length
    ? invalid(-1, "The file has no DATA section.")
    : invalid(begun, "The file ends after its header: it has no DATA section.")
}
