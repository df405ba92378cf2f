import type { Edit } from "../../../domain/edits/Edit.ts"
import { jsonPieces } from "../../query/answer/JsonPieces.ts"
import type { CodeNow, LocationNow } from "../../query/View.ts"
import { type CompactEdit, compacting, expanding } from "./CompactEdit.ts"

/** The project's data about the references that edits name, by guid. */
export interface Named {
  /** The locations, including their ancestors. */
  readonly locations: ReadonlyMap<string, LocationNow>
  readonly materials: ReadonlyMap<string, { readonly name: string }>
  /** The codes, including those above them. */
  readonly codes: ReadonlyMap<string, CodeNow>
}

/** The edits that apply to a table, in their order, and the references that they name. */
export interface EditText {
  readonly edits: ReadonlyArray<Edit>
  readonly named: Named
}

/** Separates the parts of a text. It cannot occur in JSON. */
export const separator = "\u001e"

/**
 * Returns functions that write an `EditText` as JSON: `edits` writes some more edits, `named` then writes the
 * references that all of them name.
 */
export const writing = () => {
  const compact = compacting()
  let before = '{"edits":['
  return {
    edits: (some: ReadonlyArray<Edit>): string => {
      if (some.length === 0) return ""
      const text = before + JSON.stringify(some.map(compact)).slice(1, -1)
      before = ","
      return text
    },
    named: function* (named: Named): Generator<string> {
      yield before === "," ? "]," : `${before}],`
      const [first = "", ...others] = jsonPieces({}, { ...named })
      yield first.slice(1)
      yield* others
    }
  }
}

const editsOfPiece = 500

/**
 * Generates an `EditText` as JSON in pieces. Another text can be appended after a separator; its edits then apply on
 * top.
 */
export function* pieces({ edits, named }: EditText): Generator<string> {
  const text = writing()
  for (let at = 0; at < edits.length; at += editsOfPiece) yield text.edits(edits.slice(at, at + editsOfPiece))
  yield* text.named(named)
}

type Entries<A> = ReadonlyArray<readonly [string, A]>

interface Part {
  readonly edits: ReadonlyArray<CompactEdit>
  readonly locations: Entries<LocationNow>
  readonly materials: Entries<{ readonly name: string }>
  readonly codes: Entries<CodeNow>
}

/** Parses a text from `pieces`, or several of them joined by separators. */
export const read = (text: string): EditText => {
  const parts = text.split(separator).map((part) => JSON.parse(part) as Part)
  return {
    edits: parts.flatMap(({ edits }) => edits.map(expanding())),
    named: {
      locations: new Map(parts.flatMap(({ locations }) => locations)),
      materials: new Map(parts.flatMap(({ materials }) => materials)),
      codes: new Map(parts.flatMap(({ codes }) => codes))
    }
  }
}

const sharedText = (text: string): Uint8Array => {
  const bytes = Buffer.from(text)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

/** The text without edits. */
export const nothing: Uint8Array = sharedText(
  [...pieces({ edits: [], named: { locations: new Map(), materials: new Map(), codes: new Map() } })].join("")
)
