import * as Context from "effect/Context"
import type { LimitExceeded, NotFound } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type {
  Material,
  MaterialChange,
  MaterialContent,
  MaterialDraft,
  MaterialLibraryDraft
} from "../../domain/libraries/Material.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Found, Listed, Read } from "../Stored.ts"

interface KeptLibrary {
  readonly guid: string
  readonly name: string
}

/** A stored material with its library; null for a library without materials. */
export interface ListedMaterial {
  readonly library: KeptLibrary
  readonly material: MaterialContent | null
}

/**
 * Material libraries of projects and the materials in them. Changes fail with `NotFound` if the library, or the
 * material in it, does not exist.
 */
export class MaterialRepository extends Context.Tag("ports/MaterialRepository")<
  MaterialRepository,
  {
    /**
     * Returns the materials of a project, or of one library: grouped by library, both in the order of creation;
     * materials from a file are in the order of the file.
     */
    readonly list: (projectId: ProjectId, libraryGuid: string | null) => Listed<ListedMaterial>
    readonly findLibrary: (projectId: ProjectId, libraryGuid: string) => Found<KeptLibrary>
    readonly find: (projectId: ProjectId, libraryGuid: string, materialGuid: string) => Found<Material>
    /**
     * Returns the differences from the product tables, by guid: the name of each material that a user created or
     * renamed; null for each material of a model that was deleted.
     */
    readonly differences: (projectId: ProjectId) => Read<ReadonlyMap<string, { readonly name: string } | null>>
    /** Creates a library. Fails with `LimitExceeded` if users have created 5,000. */
    readonly createLibrary: (
      projectId: ProjectId,
      draft: MaterialLibraryDraft
    ) => SharedChange<KeptLibrary, LimitExceeded>
    /** Removes the library with its materials. */
    readonly removeLibrary: (projectId: ProjectId, libraryGuid: string) => SharedChange<void, NotFound>
    /** Creates a material. Fails with `LimitExceeded` if the library has 100,000. */
    readonly create: (
      projectId: ProjectId,
      libraryGuid: string,
      draft: MaterialDraft
    ) => SharedChange<Material, NotFound | LimitExceeded>
    readonly change: (
      projectId: ProjectId,
      libraryGuid: string,
      materialGuid: string,
      change: MaterialChange
    ) => SharedChange<Material, NotFound>
    readonly remove: (projectId: ProjectId, libraryGuid: string, materialGuid: string) => SharedChange<void, NotFound>
  }
>() {}
