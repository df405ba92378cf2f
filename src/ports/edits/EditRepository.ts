import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { LimitExceeded, ModelNotFound, SessionNotActive } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { ModelChange } from "../../domain/edits/ModelVersion.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import type { Read, Written } from "../Stored.ts"

/** The user and model to which edits belong. */
export interface Editing {
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly userId: UserId
}

/** A user's unpublished edits of a model. */
export interface PersonalEdits {
  /** Changes with every change of the edits; 0 if there never were any. */
  readonly revision: number
  /**
   * The last edit of each cell, in the order in which they were made. Edits that refer to something deleted are left
   * out.
   */
  readonly edits: Stream.Stream<Edit, StorageUnavailable>
}

/** Unpublished edits together with the versions that a publication would be based on. */
export interface Unpublished extends PersonalEdits {
  readonly modelVersionId: VersionId
  readonly sharedDataVersionId: VersionId
}

/** The edits that change something, and the changes they make, sorted by product and field. */
export interface NetEdits {
  readonly edits: ReadonlyArray<Edit>
  /** One change for each cell whose value changes, and one for each deleted product. */
  readonly changes: ReadonlyArray<ModelChange>
}

export interface Publishing {
  readonly title: string
  readonly description: string | null
}

/**
 * Unpublished edits of models. A null session id stands for any active session of the user. Values of a deleted
 * property set, definition, material, location or code disappear with it.
 */
export class EditRepository extends Context.Tag("ports/EditRepository")<
  EditRepository,
  {
    readonly revision: (of: Editing) => Read<number>
    readonly read: (of: Editing) => Read<PersonalEdits>
    /**
     * Stores all of the edits or none, keeping only the last of several for one cell, and renews the session. Returns
     * the new revision, or `None`, with nothing stored, if the user's edits are no longer at `revision`. Fails with
     * `SessionNotActive`, and with `LimitExceeded` if the user would have more than 1,000,000 edits of the model, or
     * 128 MB of them.
     */
    readonly store: (
      of: Editing,
      sessionId: string | null,
      revision: number,
      edits: ReadonlyArray<Edit>
    ) => Written<Option.Option<number>, LimitExceeded | ModelNotFound | SessionNotActive>
    readonly discard: (of: Editing) => Written<void>
    /**
     * Discards the user's edits if `decide` succeeds with them. It is called outside of the transaction, and again if the
     * model, the user's edits or the project's shared data have changed since: its input is still valid when the edits
     * are discarded. It is not called for a user who never had edits of the model.
     */
    readonly discardDecided: <E, R>(
      of: Editing,
      decide: (unpublished: Unpublished) => Effect.Effect<void, E, R>
    ) => Written<void, E | ModelNotFound, R>
    /**
     * Returns an effect that publishes the user's edits as a version of the model and returns its id, or `None` if no
     * edit changes anything. Either way the user has no edits afterwards. The effect fails with `SessionNotActive` if
     * there is something to publish, and with `LimitExceeded` if more than 2,000,000 edits would be in force in the
     * model, or 256 MB of them, or if it has 100,000 versions.
     *
     * @param decide returns the net edits. It runs first, outside of the transaction, and again if the model, the
     *   user's edits or the project's shared data have changed since: its input is still valid when its result is
     *   stored.
     */
    readonly publish: <E, R>(
      of: Editing,
      sessionId: string | null,
      publishing: Publishing,
      decide: (unpublished: Unpublished) => Effect.Effect<NetEdits, E, R>
    ) => Read<
      Written<Option.Option<VersionId>, E | LimitExceeded | ModelNotFound | SessionNotActive, R>,
      E | ModelNotFound,
      R
    >
  }
>() {}
