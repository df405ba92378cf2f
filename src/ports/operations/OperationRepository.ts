import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { ModelId, OperationId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { VersionChanges } from "../../domain/edits/ModelVersion.ts"
import type { Claim, Lane, Operation, OperationCommand } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { SharedSlice } from "../../domain/models/SharedSlice.ts"
import type { Found, Page, Paged, Read, Written } from "../Stored.ts"

export interface NewOperation {
  readonly operationId: OperationId
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly startedBy: UserId
  readonly command: OperationCommand
  /** Bytes of the blob that it alone reads. */
  readonly inputBytes: number
}

/** Why an operation ended Failed: a code of contract section 10 and a sentence. */
export interface FailureReason {
  readonly error: string
  readonly errorDetails: string
}

/** What an import that is done gives its model. */
export interface ImportOutcome {
  /** Blob of the product table. */
  readonly table: string
  /** Blob of the same values as a Parquet file. */
  readonly parquet: string
  /** What was worked out of its shapes; null: nothing. */
  readonly geometry: ModelGeometry | null
  /** Blob of the IFC file that was made of the uploaded one; null: it is that one. */
  readonly file: string | null
  readonly products: number
  /** What the file brings to the project; run twice or more. */
  readonly shared: Stream.Stream<SharedSlice>
}

/** What a new file makes of a model that is there. */
export interface NewFile extends VersionChanges {
  /** Blob of the import report. */
  readonly report: string
}

/**
 * Operations: the rows are the truth of all asynchronous work. A worker holds one by a lease and a token; every write
 * of a worker names its token and says `false`, changing nothing, where another has taken over or the operation ended.
 * All times are the storage's.
 */
export class OperationRepository extends Context.Tag("ports/OperationRepository")<
  OperationRepository,
  {
    readonly find: (operationId: OperationId) => Found<Operation>
    /** The operations of a project that a member may read, newest first. */
    readonly list: (
      projectId: ProjectId,
      member: { readonly userId: UserId; readonly isOwner: boolean },
      page: Page
    ) => Read<Paged<Operation>>
    /** Notes that the result was asked for now: it is kept for some days after. */
    readonly resultAsked: (operationId: OperationId) => Written<void>
    /** Fails with `TooManyRequests` where the user may not start one more operation (contract section 12). */
    readonly admit: (userId: UserId) => Read<void, TooManyRequests>
    /** Writes the operation as Queued, together with the message that tells of it. Fails as `admit`. */
    readonly start: (operation: NewOperation) => Written<Operation, TooManyRequests>
    /**
     * Takes an operation of the first of the lanes that has one, for `leaseMillis`: one InProgress whose lease ran out
     * (its worker is gone, which counts as an interruption), else one that is Queued. Users take turns, and the projects
     * of each: however many operations one has waiting, another's next waits for no more than one of them for each of
     * its own. What was interrupted `aloneAfter` times goes alone (contract section 12): from when it is due until it has
     * ended nothing else starts, and whoever takes it has nothing else in hand. What else workers have left goes on with
     * the others.
     *
     * @param longOfUser operations of the long lane that one user may have in the hands of the owner; where long ones are
     *   asked for, a short one is taken of who has fewer than these in its hands, of either lane
     * @param named goes first of those whose turn it is; another one's turn is not touched by it
     */
    readonly claim: (
      owner: string,
      lanes: ReadonlyArray<Lane>,
      leaseMillis: number,
      longOfUser: number,
      named?: OperationId | null
    ) => Written<Option.Option<Claim>>
    /** Prolongs the lease and raises the percentage (it never falls). */
    readonly renew: (claim: Claim, percentage: number, leaseMillis: number) => Written<boolean>
    /**
     * Gives the work back: Queued again after `delayMillis`. Where `counts` is false it was postponed: that is no try.
     */
    readonly release: (claim: Claim, delayMillis: number, counts: boolean) => Written<boolean>
    readonly fail: (claim: Claim, reason: FailureReason, report: string | null) => Written<boolean>
    /** The result is there: Ready, in one step with its blob. */
    readonly finish: (claim: Claim, result: string, report: string | null) => Written<boolean>
    /**
     * The model gets its first version and is Ready, and the project gets what the file brings, in one step with the
     * operation. What the file brings is stored before, in many short transactions, so that nobody waits for it, and is
     * seen by nobody until that step; imports of one project wait for each other. What users change in the project
     * meanwhile comes after the import: what they delete is deleted.
     */
    readonly finishImport: (claim: Claim, outcome: ImportOutcome, report: string) => Written<boolean>
    /**
     * The same of a new file for a model that is there, whose command says what the version is called: the model gets
     * its next version, with published edits on top as before. Until then, and where it never comes to that, model and
     * project are as they were; unpublished edits and sessions are not touched.
     *
     * @param decide says what the version will change, against the one that it will follow, and writes the report. It
     * runs outside of transactions once what the file brings is stored, and again where somebody publishes meanwhile:
     * what it was told is true when its answer is stored. Its changes may be made as they are taken, and are taken once.
     */
    readonly finishNewFile: <E, R>(
      claim: Claim,
      outcome: ImportOutcome,
      decide: (before: VersionId) => Effect.Effect<NewFile, E, R>
    ) => Written<boolean, E, R>
    /** Ends a Queued or InProgress operation as Failed, whoever holds it; one that has ended stays as it is. */
    readonly cancel: (operationId: OperationId, reason: FailureReason, report: string | null) => Written<void>
    /** Makes every InProgress operation of an owner that stops Queued again: no try and no interruption. */
    readonly releaseAllOf: (owner: string) => Written<number>
    /** Makes every InProgress operation Queued again: all who had them in hand are gone, an interruption. */
    readonly takeUp: Written<number>
  }
>() {}
