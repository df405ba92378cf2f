import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { TableName } from "../../domain/dataset/DatasetTables.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { StoredFile, TableState } from "../../iceberg/Commit.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** The right of a worker to write a dataset, until the lease ends. */
export interface DatasetClaim {
  readonly projectId: ProjectId
  /** Rises with every claim of the dataset. */
  readonly number: number
  /** The number of changes of the project at the time of the claim. */
  readonly marked: number
}

/** The latest public version of a model. */
export interface PublicModel {
  readonly modelId: ModelId
  readonly modelVersionId: VersionId
  readonly title: string
  /** Blob of the product table. */
  readonly table: string
  /** The version of the shared data that was created when the file of the table was imported. */
  readonly importedWith: number
}

/** The public content of a project. */
export interface PublicProject {
  readonly projectVersionId: VersionId
  readonly sharedDataVersionId: VersionId
  readonly models: ReadonlyArray<PublicModel>
}

export type OfTables<A> = Readonly<Record<TableName, A>>

/** A model as the tables show it. */
export interface WrittenModel {
  readonly modelId: ModelId
  readonly modelVersionId: VersionId
  readonly sharedDataVersionId: VersionId
  /** A digest of the content from which its rows are written. */
  readonly fingerprint: string
  readonly files: OfTables<StoredFile>
}

/** The result of the last commit. */
export interface Dataset {
  readonly location: string
  readonly tables: OfTables<TableState>
  readonly models: ReadonlyArray<Pick<WrittenModel, "modelId" | "modelVersionId">>
  /** Milliseconds since 1970. */
  readonly updatedAt: number
}

export interface DatasetCommit extends Omit<Dataset, "updatedAt"> {
  /** Models whose rows are replaced by this commit. */
  readonly written: ReadonlyArray<WrittenModel>
  readonly removed: ReadonlyArray<ModelId>
}

/** The open datasets of projects: which of them are out of date, which worker writes them, and what was committed. */
export class DatasetRepository extends Context.Tag("ports/DatasetRepository")<
  DatasetRepository,
  {
    /** Claims the dataset that has been out of date for longest; `None` if there is none, or all are claimed. */
    readonly claim: (leaseMillis: number) => Written<Option.Option<DatasetClaim>>
    /** Extends the lease; returns false if another worker holds the dataset. */
    readonly renew: (claim: DatasetClaim, leaseMillis: number) => Written<boolean>
    /** Releases the claim; the dataset can be claimed again after `millis`. */
    readonly postpone: (claim: DatasetClaim, millis: number) => Written<void>
    /** Ends a claim whose work took `millis`. If the project changed meanwhile, the dataset is still out of date. */
    readonly finish: (claim: DatasetClaim, millis: number) => Written<void>
    /** Returns the content of the project that is public; `None` if the project is deleted. */
    readonly present: (projectId: ProjectId) => Found<PublicProject>
    /** Returns the result of the last commit; `None` if there is none, or the project is deleted. */
    readonly find: (projectId: ProjectId) => Found<Dataset>
    readonly models: (projectId: ProjectId) => Read<ReadonlyArray<WrittenModel>>
    /**
     * Replaces the content of the dataset in one transaction; returns false, and changes nothing, if another worker has
     * claimed the dataset.
     */
    readonly commit: (claim: DatasetClaim, commit: DatasetCommit) => Written<boolean>
    /**
     * Records that the rows are also valid for the current shared data, unless another worker has claimed the dataset.
     */
    readonly confirm: (
      claim: DatasetClaim,
      sharedDataVersionId: VersionId,
      models: ReadonlyArray<ModelId>
    ) => Written<void>
    /** Returns the projects of a member in which no model is hidden from the member, by id. */
    readonly readable: (userId: UserId) => Read<ReadonlyArray<{ readonly projectId: ProjectId }>>
    /** Marks a dataset as out of date, so that a worker writes it. */
    readonly mark: (projectId: ProjectId) => Written<void>
    /** Marks all datasets as out of date that were written to another location. */
    readonly markMoved: (location: string) => Written<void>
  }
>() {}
