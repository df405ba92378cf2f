import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { LimitExceeded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { ModelChange, ModelVersion, VersionChanges } from "../../domain/edits/ModelVersion.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import type { Found, Page, Paged, Read } from "../Stored.ts"

/** The model of a version, and its project. */
export interface VersionOf {
  readonly projectId: ProjectId
  readonly modelId: ModelId
}

/** What a version lies over. */
export interface VersionTable {
  /** Blob of the file as it was uploaded. */
  readonly file: string
  /** When it became public, in milliseconds since 1970. */
  readonly publishedAt: number
  /** Blob of the product table. */
  readonly table: string
  /** The shared data version that the file of the table came with. */
  readonly importedWith: number
}

/** A page of what differs: products that went, then products that came, then cells, so many in all. */
export interface ChangesPage extends VersionChanges {
  readonly changes: ReadonlyArray<ModelChange>
  readonly added: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
  readonly totalCount: number
}

/** Takes room for so many bytes of rows. */
export type Held<E> = (bytes: number) => Effect.Effect<void, E>

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
    /** Newest first. `held` takes room for so many bytes of what has been read. */
    readonly list: <E = never>(of: VersionOf, page: Page, held?: Held<E>) => Read<Paged<ModelVersion>, E>
    /**
     * What a version changed, without what is gone in the project. None for an unknown version, or an unknown `since`.
     *
     * Fails with `LimitExceeded` where over 500,000 cells were changed since then.
     *
     * @param since an older version to be compared with, in place of the one before: of each cell that changed since
     * then the earliest `before` and the latest `after`, left out where these are the same. A product that went and came
     * again is among both, its cells are not told: it is to be read anew.
     * @param held takes room for so many bytes of what has been read
     */
    readonly changes: <E = never>(
      of: VersionOf,
      version: VersionId,
      page: Page,
      since?: VersionId,
      held?: Held<E>
    ) => Found<ChangesPage, E | LimitExceeded>
  }
>() {}
