import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { LimitExceeded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { ModelChange, ModelVersion, VersionChanges } from "../../domain/edits/ModelVersion.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import type { Found, Page, Paged, Read } from "../Stored.ts"

export interface VersionOf {
  readonly projectId: ProjectId
  readonly modelId: ModelId
}

/** The file and product table that a version is based on. */
export interface VersionTable {
  /** Blob of the file as it was uploaded. */
  readonly file: string
  /** The time at which the version became public, in milliseconds since 1970. */
  readonly publishedAt: number
  /** Blob of the product table. */
  readonly table: string
  /** The version of the shared data that was created when the file of the table was imported. */
  readonly importedWith: number
}

/** A page of differences: deleted products first, then added ones, then cells; `totalCount` counts all of them. */
export interface ChangesPage extends VersionChanges {
  readonly changes: ReadonlyArray<ModelChange>
  readonly added: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
  readonly totalCount: number
}

/** Reserves memory for `bytes` of rows. */
export type Reserve<E> = (bytes: number) => Effect.Effect<void, E>

/** Published versions of models. Whatever is deleted in the project disappears from all of them. */
export class VersionRepository extends Context.Tag("ports/VersionRepository")<
  VersionRepository,
  {
    /** Returns a version of the model, however old. */
    readonly find: (of: VersionOf, version: VersionId) => Found<VersionTable>
    /**
     * Returns the edits that apply to the file's table at that version: the last edit of each cell, in the order of
     * publication. A deleted location or material reads as none; a deleted code is left out.
     */
    readonly edits: (of: VersionOf, version: VersionId) => Stream.Stream<Edit, StorageUnavailable>
    /** Returns versions, newest first. `reserve` reserves memory for the rows that have been read. */
    readonly list: <E = never>(of: VersionOf, page: Page, reserve?: Reserve<E>) => Read<Paged<ModelVersion>, E>
    /**
     * Returns what a version changed, without what has been deleted in the project. `None` for an unknown version or an
     * unknown `since`.
     *
     * Fails with `LimitExceeded` if more than 500,000 cells were changed since then.
     *
     * @param since an older version to compare with instead of the previous one. For each cell that changed since then,
     * the result has the earliest `before` and the latest `after`, and omits the cell if these are equal. A product
     * that was deleted and added again is in both lists, without its cells: it must be read again.
     * @param reserve reserves memory for the rows that have been read
     */
    readonly changes: <E = never>(
      of: VersionOf,
      version: VersionId,
      page: Page,
      since?: VersionId,
      reserve?: Reserve<E>
    ) => Found<ChangesPage, E | LimitExceeded>
  }
>() {}
