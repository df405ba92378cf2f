import type { EntityType } from "../../../domain/libraries/EntityType.ts"
import * as Overlay from "../Overlay.ts"
import { jsonPieces } from "./JsonPieces.ts"
import type { View } from "../View.ts"

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
 * Generates the JSON of a view without its edits, in pieces. An operation stores it to keep working on the same view.
 * The consumer decides when the next piece is generated.
 */
export const pieces = ({ importedWith, shared }: Omit<View, "overlay">): Generator<string> => {
  const { definitions, entityTypes, projectId, propertyGuids, references } = shared
  return jsonPieces({ projectId, importedWith }, { definitions, entityTypes, propertyGuids, ...references })
}

/**
 * Parses the text that `pieces` generated. Texts from older versions lack entity types, and have the locations of one
 * table.
 */
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
