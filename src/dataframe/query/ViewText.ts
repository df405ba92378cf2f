import type { EntityType } from "../../domain/libraries/EntityType.ts"
import * as Overlay from "./Overlay.ts"
import { jsonPieces } from "./JsonPieces.ts"
import type { View } from "./View.ts"

type Entries = Iterable<readonly [string, never]>

/** The members of a view's text that are lists. */
interface Lists {
  readonly definitions: View["shared"]["definitions"]
  readonly entityTypes?: Iterable<readonly [string, ReadonlyArray<EntityType>]>
  readonly propertyGuids: Entries
  readonly locations: Entries
  readonly deletedLocations: Entries
  readonly materials: Entries
  readonly codes: Entries
}

/**
 * A view as JSON, without what edits lay over it, in pieces of some hundred entries: an operation that was started on it
 * keeps it, and whoever takes the pieces decides when the next one is made.
 */
export const pieces = ({ importedWith, shared }: Omit<View, "overlay">): Generator<string> => {
  const { definitions, entityTypes, projectId, propertyGuids, references } = shared
  return jsonPieces({ projectId, importedWith }, { definitions, entityTypes, propertyGuids, ...references })
}

/** The view of a text that `pieces` gave. Older ones know nothing of entity types, and have the locations of one table. */
export const read = (text: string): View => {
  const { projectId, importedWith = 0, ...lists } = JSON.parse(text) as Partial<View> & Lists & { projectId: string }
  return {
    shared: {
      projectId,
      definitions: lists.definitions,
      entityTypes: new Map(lists.entityTypes),
      propertyGuids: new Map(lists.propertyGuids),
      references: {
        locations: new Map(lists.locations),
        deletedLocations: new Map(lists.deletedLocations),
        materials: new Map(lists.materials),
        codes: new Map(lists.codes)
      }
    },
    importedWith,
    overlay: Overlay.empty
  }
}
