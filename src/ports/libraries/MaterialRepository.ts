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

/** A material library without its materials. */
interface KeptLibrary {
  readonly guid: string
  readonly name: string
}

/** All that is kept of a material, with its library; null in a library that has none. */
export interface ListedMaterial {
  readonly library: KeptLibrary
  readonly material: MaterialContent | null
}

/**
 * Material libraries of projects and the materials in them. Changes fail with `NotFound` where the library, or the
 * material in it, is gone.
 */
export class MaterialRepository extends Context.Tag("ports/MaterialRepository")<
  MaterialRepository,
  {
    /**
     * The materials of a project, or of the library of a guid: library by library, both in the order of their creation,
     * those of a file in its order.
     */
    readonly list: (projectId: ProjectId, libraryGuid: string | null) => Listed<ListedMaterial>
    readonly findLibrary: (projectId: ProjectId, libraryGuid: string) => Found<KeptLibrary>
    readonly find: (projectId: ProjectId, libraryGuid: string, materialGuid: string) => Found<Material>
    /**
     * What the tables of the project's models do not know: the name of each material that was made or renamed by a
     * user, null for each of a model that was deleted; by guid.
     */
    readonly differences: (projectId: ProjectId) => Read<ReadonlyMap<string, { readonly name: string } | null>>
    /** Fails with `LimitExceeded` where users have made 5,000. */
    readonly createLibrary: (
      projectId: ProjectId,
      draft: MaterialLibraryDraft
    ) => SharedChange<KeptLibrary, LimitExceeded>
    /** Removes the library with its materials. */
    readonly removeLibrary: (projectId: ProjectId, libraryGuid: string) => SharedChange<void, NotFound>
    /** Fails with `LimitExceeded` where the library has 100,000. */
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
