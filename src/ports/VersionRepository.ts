import { Context, type Stream } from "effect"
import type { Edit } from "../domain/Edit.ts"
import type { ModelId, ProjectId, VersionId } from "../domain/Identifier.ts"
import type { ModelChange, ModelVersion } from "../domain/ModelVersion.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import type { Found, Page, Paged, Read } from "./Stored.ts"

/** The model of a version, and its project. */
export interface VersionOf {
  readonly projectId: ProjectId
  readonly modelId: ModelId
}

/** What a version lies over. */
export interface VersionTable {
  /** Blob of the product table. */
  readonly table: string
  /** The shared data version that the file of the table came with. */
  readonly importedWith: number
}

/** Public versions of models. What is deleted in the project is gone from all of them. */
export class VersionRepository extends Context.Tag("ports/VersionRepository")<
  VersionRepository,
  {
    /** A version of the model, however old. */
    readonly find: (of: VersionOf, version: VersionId) => Found<VersionTable>
    /**
     * What lies over the table of the file at that version: the last of each cell, in the order of their publication.
     * A location or material that is gone is none; a code that is gone is left out.
     */
    readonly edits: (of: VersionOf, version: VersionId) => Stream.Stream<Edit, StorageUnavailable>
    /** Newest first. */
    readonly list: (of: VersionOf, page: Page) => Read<Paged<ModelVersion>>
    /** What a version changed, products that went first; without what is gone. None for an unknown version. */
    readonly changes: (of: VersionOf, version: VersionId, page: Page) => Found<Paged<ModelChange>>
  }
>() {}
