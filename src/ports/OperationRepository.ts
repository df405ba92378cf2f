import { Context, type Option } from "effect"
import type { ModelId, OperationId, ProjectId } from "../domain/Identifier.ts"
import type { Claim, Lane, Operation, OperationCommand } from "../domain/Operation.ts"
import type { UserId } from "../domain/Principal.ts"
import type { SharedContent } from "./Computation.ts"
import type { Found, Page, Paged, Read, Written } from "./Stored.ts"

export interface NewOperation {
  readonly operationId: OperationId
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly startedBy: UserId
  readonly command: OperationCommand
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
  readonly products: number
  /** What the file brings to the project. */
  readonly shared: SharedContent
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
    /** Writes the operation as Queued, together with the message that tells of it. */
    readonly start: (operation: NewOperation) => Written<Operation>
    /**
     * Takes an operation of the first of the lanes that has one, for `leaseMillis`: one InProgress whose lease ran out
     * (its worker is gone, which counts as an interruption), else one that is Queued. Projects take turns: however many
     * operations one has waiting, another's next waits for no more than one of them for each of its own.
     */
    readonly claim: (owner: string, lanes: ReadonlyArray<Lane>, leaseMillis: number) => Written<Option.Option<Claim>>
    /** Prolongs the lease and raises the percentage (it never falls). */
    readonly renew: (claim: Claim, percentage: number, leaseMillis: number) => Written<boolean>
    /**
     * Gives the work back: Queued again after `delayMillis`. Where `counts` is false it was an interruption and no try.
     */
    readonly release: (claim: Claim, delayMillis: number, counts: boolean) => Written<boolean>
    readonly fail: (claim: Claim, reason: FailureReason, report: string | null) => Written<boolean>
    /** The result is there: Ready, in one step with its blob. */
    readonly finish: (claim: Claim, result: string, report: string | null) => Written<boolean>
    /**
     * The model gets its first version and is Ready, and the project gets what the file brings, in one step with the
     * operation.
     */
    readonly finishImport: (claim: Claim, outcome: ImportOutcome, report: string) => Written<boolean>
    /** Ends a Queued or InProgress operation as Failed, whoever holds it; one that has ended stays as it is. */
    readonly cancel: (operationId: OperationId, reason: FailureReason, report: string | null) => Written<void>
    /** Makes every InProgress operation of an owner that is gone (of all: `everyone`) Queued again, an interruption. */
    readonly releaseAllOf: (owner: string) => Written<number>
  }
>() {}
