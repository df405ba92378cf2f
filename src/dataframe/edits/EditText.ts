import type { Edit } from "../../domain/Edit.ts"
import { jsonPieces } from "../query/JsonPieces.ts"
import type { CodeNow, LocationNow } from "../query/View.ts"

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

/** Such edits as JSON, in pieces. */
export const pieces = ({ edits, named }: EditText): Generator<string> => jsonPieces({}, { edits, ...named })

type Entries<A> = Iterable<readonly [string, A]>

/** The edits of a text that `pieces` gave. */
export const read = (text: string): EditText => {
  const { edits, ...named } = JSON.parse(text) as {
    readonly edits: ReadonlyArray<Edit>
    readonly locations: Entries<LocationNow>
    readonly materials: Entries<{ readonly name: string }>
    readonly codes: Entries<CodeNow>
  }
  const { codes, locations, materials } = named
  return { edits, named: { locations: new Map(locations), materials: new Map(materials), codes: new Map(codes) } }
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
