import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { GeoReference } from "../../domain/models/Coordinates.ts"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { Conflict, InvalidParameter, LimitExceeded, TooManyRequests } from "../../domain/Errors.ts"
import type { ModelId, OperationId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { VersionChanges } from "../../domain/edits/ModelVersion.ts"
import type { Claim, ImportModel, Lane, Operation, OperationCommand } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { SharedSlice } from "../../domain/models/SharedSlice.ts"
import type { Found, Page, Paged, Read, Written } from "../Stored.ts"

export interface NewOperation {
  readonly operationId: OperationId
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly startedBy: UserId
  readonly command: OperationCommand
  /** Size, in bytes, of the blob that only this operation reads. */
  readonly inputBytes: number
}

/** Reason why an operation became Failed: an error code of contract section 10 and a sentence. */
export interface FailureReason {
  readonly error: string
  readonly errorDetails: string
}

/** The result of an import. */
export interface ImportOutcome {
  /** Blob of the product table. */
  readonly table: string
  /** Blob of the same values as a Parquet file. */
  readonly parquet: string
  /** Geometry of the model; null: it has none. */
  readonly geometry: ModelGeometry | null
  /** Blob of the IFC file converted from the uploaded one; null: the uploaded file is an IFC file. */
  readonly file: string | null
  readonly products: number
  /** The schema that the IFC file names. */
  readonly schema: string | null
  /** Size of the uploaded file, in bytes. */
  readonly sizeBytes: number
  readonly position: GeoReference
  /** The shared data that the file adds to the project. The stream is run at least twice. */
  readonly shared: Stream.Stream<SharedSlice>
}

/** The changes that a new file makes to an existing model. */
export interface NewFile extends VersionChanges {
  /** Blob of the import report. */
  readonly report: string
}

/**
 * Operations. Their rows are the source of truth for all asynchronous work. A worker holds an operation by a lease and
 * a token; every write by a worker is conditional on its token and returns `false`, changing nothing, if another worker
 * has taken over or the operation has ended. All times are by the storage's clock.
 */
export class OperationRepository extends Context.Tag("ports/OperationRepository")<
  OperationRepository,
  {
    readonly find: (operationId: OperationId) => Found<Operation>
    /** Returns the command of an import; `None` for operations of other kinds. */
    readonly importOf: (operationId: OperationId) => Found<ImportModel>
    /** Returns the operations of a project that a member may read, newest first. */
    readonly list: (
      projectId: ProjectId,
      member: { readonly userId: UserId; readonly isOwner: boolean },
      page: Page
    ) => Read<Paged<Operation>>
    /** Records that the result was requested now, which extends its retention by some days. */
    readonly resultAsked: (operationId: OperationId) => Written<void>
    /** Fails with `TooManyRequests` if the user may not start another operation (contract section 12). */
    readonly admit: (userId: UserId) => Read<void, TooManyRequests>
    /** Writes the operation as Queued, together with the message that announces it. Fails like `admit`. */
    readonly start: (operation: NewOperation) => Written<Operation, TooManyRequests>
    /**
     * Starts the command of a failed import again, as a new operation; a model that was never imported is `Importing`
     * again.
     *
     * Fails with `Conflict` if another import of the model has not ended, `InvalidParameter` if the model was removed,
     * or if the import would create a model that now exists, `LimitExceeded` if the model has 100,000 versions, and
     * like `admit`.
     */
    readonly retry: (
      operation: NewOperation & { readonly command: ImportModel },
      failed: OperationId
    ) => Written<Operation, Conflict | InvalidParameter | LimitExceeded | TooManyRequests>
    /**
     * Claims an operation of the first of the lanes that has one, for `leaseMillis`: one that is InProgress with an
     * expired lease (its worker is gone, which counts as an interruption), otherwise a Queued one. Scheduling is
     * round-robin over users, and over the projects of each user: however many operations one user has waiting, an
     * operation of another user waits for at most one of them for each operation of that user before it. An operation
     * that was interrupted twice runs alone (contract section 12): from when it is due until it has ended nothing else
     * starts, and its worker process must have no other operation in progress. Other interrupted operations are taken
     * up normally.
     *
     * @param longOfUser limit of long-lane operations of one user held by the owner; if long ones are requested, a
     * short one is taken only of a user who has fewer than this many, of either lane, held by the owner
     * @param named is preferred among the operations of the user whose turn it is; it does not affect the turn of
     * another user
     */
    readonly claim: (
      owner: string,
      lanes: ReadonlyArray<Lane>,
      leaseMillis: number,
      longOfUser: number,
      named?: OperationId | null
    ) => Written<Option.Option<Claim>>
    /** Extends the lease and raises the percentage, which never falls. */
    readonly renew: (claim: Claim, percentage: number, leaseMillis: number) => Written<boolean>
    /**
     * Releases the operation: it is Queued again after `delayMillis`. If `counts` is false, it was only postponed,
     * which is not counted as an attempt.
     */
    readonly release: (claim: Claim, delayMillis: number, counts: boolean) => Written<boolean>
    readonly fail: (claim: Claim, reason: FailureReason, report: string | null) => Written<boolean>
    /** Stores the result blob and makes the operation Ready in one step. */
    readonly finish: (claim: Claim, result: string, report: string | null) => Written<boolean>
    /**
     * Gives the model its first version and makes it Ready, adds the file's shared data to the project, and finishes
     * the operation, in one step. The shared data is staged before, in many short transactions, so that nobody has to
     * wait for it, and is invisible until that step; imports of one project wait for each other. Changes that users
     * make in the project meanwhile come after the import: what they delete is deleted.
     */
    readonly finishImport: (claim: Claim, outcome: ImportOutcome, report: string) => Written<boolean>
    /**
     * Works like `finishImport` for a new file of an existing model; the command of the import holds the title and
     * description of the version. The model gets its next version, with published edits on top as before. Until then,
     * and if it fails, model and project stay unchanged; unpublished edits and sessions are not affected.
     *
     * @param decide returns what the version will change compared to its predecessor, and writes the report. It runs
     * outside of transactions once the shared data is staged, and again if somebody publishes meanwhile: its input is
     * still valid when its result is stored. Its changes may be generated lazily and are read once.
     */
    readonly finishNewFile: <E, R>(
      claim: Claim,
      outcome: ImportOutcome,
      decide: (before: VersionId) => Effect.Effect<NewFile, E, R>
    ) => Written<boolean, E, R>
    /**
     * Ends a Queued or InProgress operation as Failed, whoever holds it; an operation that has ended is not changed.
     */
    readonly cancel: (operationId: OperationId, reason: FailureReason, report: string | null) => Written<void>
    /**
     * Makes every InProgress operation of an owner that is stopping Queued again. This counts neither as an attempt nor
     * as an interruption.
     */
    readonly releaseAllOf: (owner: string) => Written<number>
    /**
     * Makes every InProgress operation Queued again, after all of their workers have gone. This counts as an
     * interruption.
     */
    readonly takeUp: Written<number>
  }
>() {}
