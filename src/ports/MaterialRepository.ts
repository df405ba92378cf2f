import { Context } from "effect"
import type { NotFound } from "../domain/Errors.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type {
  Material,
  MaterialChange,
  MaterialContent,
  MaterialDraft,
  MaterialLibraryDraft
} from "../domain/Material.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Found, Read } from "./Stored.ts"

/** A library with all that is kept of its materials. */
export interface StoredLibrary {
  readonly guid: string
  readonly name: string
  readonly materials: ReadonlyArray<MaterialContent>
}

/**
 * Material libraries of projects and the materials in them. Changes fail with `NotFound` where the library, or the
 * material in it, is gone.
 */
export class MaterialRepository extends Context.Tag("ports/MaterialRepository")<
  MaterialRepository,
  {
    /**
     * The libraries of a project, or the one of a guid, all as they are at one moment. Libraries and materials are in
     * the order of their creation, those of a file in its order.
     */
    readonly libraries: (projectId: ProjectId, libraryGuid: string | null) => Read<ReadonlyArray<StoredLibrary>>
    readonly hasLibrary: (projectId: ProjectId, libraryGuid: string) => Read<boolean>
    readonly find: (projectId: ProjectId, libraryGuid: string, materialGuid: string) => Found<Material>
    /**
     * What the tables of the project's models do not know: the name of each material that was made or renamed by a
     * user, null for each of a model that was deleted; by guid.
     */
    readonly differences: (projectId: ProjectId) => Read<ReadonlyMap<string, { readonly name: string } | null>>
    readonly createLibrary: (projectId: ProjectId, draft: MaterialLibraryDraft) => SharedChange<StoredLibrary>
    /** Removes the library with its materials. */
    readonly removeLibrary: (projectId: ProjectId, libraryGuid: string) => SharedChange<void, NotFound>
    readonly create: (
      projectId: ProjectId,
      libraryGuid: string,
      draft: MaterialDraft
    ) => SharedChange<Material, NotFound>
    readonly change: (
      projectId: ProjectId,
      libraryGuid: string,
      materialGuid: string,
      change: MaterialChange
    ) => SharedChange<Material, NotFound>
    readonly remove: (projectId: ProjectId, libraryGuid: string, materialGuid: string) => SharedChange<void, NotFound>
  }
>() {}
