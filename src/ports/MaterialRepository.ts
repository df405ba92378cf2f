import { Context, type Effect, type Option } from "effect"
import type { NotFound, ProjectNotFound } from "../domain/Errors.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type {
  Material,
  MaterialChange,
  MaterialContent,
  MaterialDraft,
  MaterialLibraryDraft
} from "../domain/Material.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"

/** A library with all that is kept of its materials. */
export interface StoredLibrary {
  readonly guid: string
  readonly name: string
  readonly materials: ReadonlyArray<MaterialContent>
}

type Lost = StorageUnavailable | OutcomeUnknown

/**
 * Material libraries of projects and the materials in them. Changes come one after the other in a project; each that
 * changes something makes new versions of it. They fail with `NotFound` where the library, or the material in it, is
 * gone.
 */
export class MaterialRepository extends Context.Tag("ports/MaterialRepository")<
  MaterialRepository,
  {
    /**
     * The libraries of a project, or the one of a guid, all as they are at one moment. Libraries and materials are in
     * the order of their creation, those of a file in its order.
     */
    readonly libraries: (
      projectId: ProjectId,
      libraryGuid: string | null
    ) => Effect.Effect<ReadonlyArray<StoredLibrary>, StorageUnavailable>
    readonly hasLibrary: (projectId: ProjectId, libraryGuid: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly find: (
      projectId: ProjectId,
      libraryGuid: string,
      materialGuid: string
    ) => Effect.Effect<Option.Option<Material>, StorageUnavailable>
    /**
     * What the tables of the project's models do not know: the name of each material that was made or renamed by a
     * user, null for each of a model that was deleted; by guid.
     */
    readonly differences: (
      projectId: ProjectId
    ) => Effect.Effect<ReadonlyMap<string, { readonly name: string } | null>, StorageUnavailable>
    readonly createLibrary: (
      projectId: ProjectId,
      draft: MaterialLibraryDraft
    ) => Effect.Effect<StoredLibrary, ProjectNotFound | Lost>
    /** Removes the library with its materials. */
    readonly removeLibrary: (
      projectId: ProjectId,
      libraryGuid: string
    ) => Effect.Effect<void, NotFound | ProjectNotFound | Lost>
    readonly create: (
      projectId: ProjectId,
      libraryGuid: string,
      draft: MaterialDraft
    ) => Effect.Effect<Material, NotFound | ProjectNotFound | Lost>
    readonly change: (
      projectId: ProjectId,
      libraryGuid: string,
      materialGuid: string,
      change: MaterialChange
    ) => Effect.Effect<Material, NotFound | ProjectNotFound | Lost>
    readonly remove: (
      projectId: ProjectId,
      libraryGuid: string,
      materialGuid: string
    ) => Effect.Effect<void, NotFound | ProjectNotFound | Lost>
  }
>() {}
