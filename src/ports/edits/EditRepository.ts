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

/** Whose edits of which model. */
export interface Editing {
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly userId: UserId
}

/** What a user has changed of a model and not published. */
export interface PersonalEdits {
  /** Another one after each change; 0 where there never was any. */
  readonly revision: number
  /** The last of each cell, in the order in which they were made. Those that name what is gone are left out. */
  readonly edits: Stream.Stream<Edit, StorageUnavailable>
}

/** What a publication would be laid over. */
export interface Unpublished extends PersonalEdits {
  readonly modelVersionId: VersionId
  readonly sharedDataVersionId: VersionId
}

/** What is net of unpublished edits, and which changes these make; the changes by product and field. */
export interface NetEdits {
  readonly edits: ReadonlyArray<Edit>
  /** One for each cell that becomes another, and one for each product that goes. */
  readonly changes: ReadonlyArray<ModelChange>
}

export interface Publishing {
  readonly title: string
  readonly description: string | null
}

/**
 * What users change of models before they publish it. A session id is null where any active session of the user will
 * do. What belongs to a deleted property set, definition, material, location or code is gone from that moment.
 */
export class EditRepository extends Context.Tag("ports/EditRepository")<
  EditRepository,
  {
    readonly revision: (of: Editing) => Read<number>
    readonly read: (of: Editing) => Read<PersonalEdits>
    /**
     * Stores all of the edits or none, the last of several of one cell, and renews the session. Gives their revision;
     * none, with nothing stored, where the user's edits are not those of the revision any more. Fails with `SessionNotActive`, and
     * with `LimitExceeded` where the user would have more than 1,000,000 edits of the model, or 128 MB of them.
     */
    readonly store: (
      of: Editing,
      sessionId: string | null,
      revision: number,
      edits: ReadonlyArray<Edit>
    ) => Written<Option.Option<number>, LimitExceeded | ModelNotFound | SessionNotActive>
    readonly discard: (of: Editing) => Written<void>
    /**
     * Gives what makes the user's edits a version of the model and gives its id; none where none of them is net. Either
     * way the user has none afterwards. That fails with `SessionNotActive` where there is something to publish, and with
     * `LimitExceeded` where more than 2,000,000 edits would be in force in the model, or 256 MB of them, or where it has
     * 100,000 versions.
     *
     * @param decide says what is net. It runs first, outside of the transaction, and again where the model, the user's edits
     * or what the project shares changed before that: what it was told is true when its answer is stored.
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
