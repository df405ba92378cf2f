import * as Context from "effect/Context"
import type { ModelId, OperationId, ProjectId, RequirementsId } from "../../domain/Identifier.ts"
import type { Claim } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Check, CheckOutcome } from "../../domain/requirements/Check.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found, Page, Paged, Read, Written } from "../Stored.ts"

/** The newest public version of a model. */
export interface NewestVersion {
  readonly source: Source
  /** Time when it was published, in milliseconds since 1970. */
  readonly publishedAt: number
  /** Blob of the IFC file. */
  readonly file: string
  /** Blob of the product table. */
  readonly table: string
  /** The version of the shared data that was created when the file was imported. */
  readonly importedWith: number
}

/** A checked model. */
interface CheckedModel {
  readonly guid: string
  readonly name: string
}

/** The files of a check that has ended, by their blobs. */
interface CheckFiles {
  readonly result: string
  readonly csv: string
  readonly topics: string
}

/** A model that must be checked against a document. */
export interface DueCheck {
  readonly modelId: ModelId
  readonly requirementsId: RequirementsId
}

/** Checks of models against documents of requirements; each is an operation. */
export class CheckRepository extends Context.Tag("ports/CheckRepository")<
  CheckRepository,
  {
    /** Returns the user's own checks of a model and the automatic ones, newest first. */
    readonly list: (modelId: ModelId, userId: UserId, page: Page) => Read<Paged<Check>>
    /** Returns the blobs of a check that is Ready, except that of its result. */
    readonly files: (operationId: OperationId) => Found<Omit<CheckFiles, "result">>
    readonly model: (modelId: ModelId) => Found<CheckedModel>
    readonly newest: (modelId: ModelId) => Found<NewestVersion>
    /** Stores the outcome and makes the operation Ready in one step. Returns false if the claim is gone. */
    readonly finish: (claim: Claim, files: CheckFiles, outcome: CheckOutcome) => Written<boolean>
    /** Returns the first automatic check that is due, or the first after another one, by model and document. */
    readonly firstDue: (after: DueCheck | null) => Found<DueCheck>
    /**
     * Starts an automatic check that is due, unless one of the same model and document waits already.
     *
     * @param viewOf returns the blob with the edits that the check applies to the file
     */
    readonly startDue: (
      due: DueCheck,
      viewOf: (check: {
        readonly projectId: ProjectId
        readonly modelId: ModelId
        readonly operationId: OperationId
      }) => string
    ) => Written<void>
  }
>() {}
