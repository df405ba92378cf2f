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
  /** The number of changes of the project when it was claimed. */
  readonly marked: number
}

/** The latest public version of a model. */
export interface PublicModel {
  readonly modelId: ModelId
  readonly modelVersionId: VersionId
  readonly title: string
  /** Blob of the product table. */
  readonly table: string
  /** The shared data version that the file of the table came with. */
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
  /** A digest of what its rows are made of. */
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
  /** Models that the tables show now, in place of what they showed of them. */
  readonly written: ReadonlyArray<WrittenModel>
  readonly removed: ReadonlyArray<ModelId>
}

/** The open datasets of projects: what is behind, who writes, and what was committed. */
export class DatasetRepository extends Context.Tag("ports/DatasetRepository")<
  DatasetRepository,
  {
    /** Claims the dataset that has been behind for longest; `None` if none is, or all are claimed. */
    readonly claim: (leaseMillis: number) => Written<Option.Option<DatasetClaim>>
    /** Extends the lease; false if somebody else holds the dataset. */
    readonly renew: (claim: DatasetClaim, leaseMillis: number) => Written<boolean>
    /** Gives the claim back, to be claimed again after `millis`. */
    readonly postpone: (claim: DatasetClaim, millis: number) => Written<void>
    /** Ends a claim whose work took `millis`. If the project changed meanwhile, the dataset is still behind. */
    readonly finish: (claim: DatasetClaim, millis: number) => Written<void>
    /** Returns what the project shows to everybody; `None` if it is deleted. */
    readonly present: (projectId: ProjectId) => Found<PublicProject>
    /** Returns what the last commit made; `None` if there is none, or the project is deleted. */
    readonly find: (projectId: ProjectId) => Found<Dataset>
    readonly models: (projectId: ProjectId) => Read<ReadonlyArray<WrittenModel>>
    /**
     * Replaces what the dataset shows in one transaction; returns false, and changes nothing, if somebody else has
     * claimed it.
     */
    readonly commit: (claim: DatasetClaim, commit: DatasetCommit) => Written<boolean>
    /** Records that rows did not change with the shared data, unless somebody else has claimed the dataset. */
    readonly confirm: (
      claim: DatasetClaim,
      sharedDataVersionId: VersionId,
      models: ReadonlyArray<ModelId>
    ) => Written<void>
    /** Returns the projects of a member in which no model is hidden from the member, by id. */
    readonly readable: (userId: UserId) => Read<ReadonlyArray<{ readonly projectId: ProjectId }>>
    /** Marks a dataset as behind, so that somebody writes it. */
    readonly mark: (projectId: ProjectId) => Written<void>
    /** Marks all datasets behind that were written to another location. */
    readonly markMoved: (location: string) => Written<void>
  }
>() {}
