import type { Edit } from "../../../domain/edits/Edit.ts"
import { jsonPieces } from "../../query/JsonPieces.ts"
import type { CodeNow, LocationNow } from "../../query/View.ts"
import { type CompactEdit, compacting, expanding } from "./CompactEdit.ts"

/** What a project says of what edits name, by guid. */
export interface Named {
  /** With those above them. */
  readonly locations: ReadonlyMap<string, LocationNow>
  readonly materials: ReadonlyMap<string, { readonly name: string }>
  readonly codes: ReadonlyMap<string, CodeNow>
}

/** Edits that lie over a table, in their order, with what they name. */
export interface EditText {
  readonly edits: ReadonlyArray<Edit>
  readonly named: Named
}

/** Stands between two parts of a text: JSON has none. */
export const separator = "\u001e"

/** Writes such edits as JSON: some edits after others, then what all of them name. */
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

/** Such edits as JSON, in pieces. What is put behind a text with a separator lies on top of it. */
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

/** The edits of a text that `pieces` gave, or of several with separators between. */
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

/** The text of no edits. */
export const nothing: Uint8Array = sharedText(
  [...pieces({ edits: [], named: { locations: new Map(), materials: new Map(), codes: new Map() } })].join("")
)
