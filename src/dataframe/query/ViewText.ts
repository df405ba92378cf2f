import type { Edit } from "../../domain/Edit.ts"
import * as Overlay from "./Overlay.ts"
import type { View } from "./View.ts"

type Entries = Iterable<readonly [string, never]>

/** The members of a view's text that are lists. */
interface Lists {
  readonly definitions: View["shared"]["definitions"]
  readonly propertyGuids: Entries
  readonly locations: Entries
  readonly deletedLocations: Entries
  readonly materials: Entries
  readonly codes: Entries
  readonly edits?: ReadonlyArray<Edit>
}

const entriesOfPiece = 500

/**
 * A view as JSON, in pieces of some hundred entries: an operation that was started on it keeps it, and whoever takes
 * the pieces decides when the next one is made.
 */
export function* pieces({ importedWith, overlay, shared }: View): Generator<string> {
  const { definitions, projectId, propertyGuids, references } = shared
  const lists = { definitions, propertyGuids, ...references, edits: Overlay.edits(overlay) }
  yield JSON.stringify({ projectId, importedWith }).slice(0, -1)
  for (const [name, list] of Object.entries<Iterable<unknown>>(lists)) {
    const entries = [...list]
    yield `,${JSON.stringify(name)}:[`
    for (let at = 0; at < entries.length; at += entriesOfPiece) {
      yield (at === 0 ? "" : ",") + JSON.stringify(entries.slice(at, at + entriesOfPiece)).slice(1, -1)
    }
    yield "]"
  }
  yield "}"
}

/** The view of a text that `pieces` gave. Older ones know nothing of edits, and have the locations of one table. */
export const read = (text: string): View => {
  const { projectId, importedWith = 0, ...lists } = JSON.parse(text) as Partial<View> & Lists & { projectId: string }
  return {
    shared: {
      projectId,
      definitions: lists.definitions,
      propertyGuids: new Map(lists.propertyGuids),
      references: {
        locations: new Map(lists.locations),
        deletedLocations: new Map(lists.deletedLocations),
        materials: new Map(lists.materials),
        codes: new Map(lists.codes)
      }
    },
    importedWith,
    overlay: lists.edits === undefined ? Overlay.empty : Overlay.add(Overlay.empty, lists.edits)
  }
}
