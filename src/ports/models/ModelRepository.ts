import * as Context from "effect/Context"
import type {
  InvalidUploadKey,
  LimitExceeded,
  ModelNotFound,
  Overloaded,
  ProjectNotFound,
  TooManyRequests
} from "../../domain/Errors.ts"
import type { Coordinates } from "../../domain/models/Coordinates.ts"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { ImportModel, Operation } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelRole } from "../../domain/projects/Role.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found, Listed, Written } from "../Stored.ts"

/** A Ready model with the caller's effective role. */
export interface ListedModel {
  readonly modelId: ModelId
  readonly guid: GlobalId
  readonly name: string
  readonly tags: ReadonlyArray<string>
  readonly role: ModelRole
  readonly source: Source
  /** Blob of the product table of the source. */
  readonly table: string
  /** Blob of its thumbnail; null if it has none. */
  readonly picture: string | null
  /** The times at which the model and its latest version were created, in milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** The author and the title of the latest version. The name is null if the service does not know it. */
  readonly updatedBy: UserId
  readonly updatedByName: string | null
  readonly versionTitle: string
  /** The number of products in the file. */
  readonly products: number
  /**
   * Size of the uploaded file, in bytes, and the schema that the file names; null if an earlier release imported it.
   */
  readonly sizeBytes: number | null
  readonly schema: string | null
  readonly coordinates: Coordinates
}

export interface NewModel {
  readonly projectId: ProjectId
  readonly guid: GlobalId
  readonly name: string
  readonly tags: ReadonlyArray<string>
  readonly defaultRole: ModelRole
  readonly createdBy: UserId
  readonly uploadKey: string
  readonly operationId: OperationId
  readonly command: ImportModel
}

/** A new file for an existing model. */
export interface NewModelFile extends Pick<NewModel, "projectId" | "uploadKey" | "operationId"> {
  readonly modelId: ModelId
  readonly startedBy: UserId
  /** The command has the guid of the model; `version` holds the title and description of the new version. */
  readonly command: ImportModel & Required<Pick<ImportModel, "version">>
}

export class ModelRepository extends Context.Tag("ports/ModelRepository")<
  ModelRepository,
  {
    /** Returns the Ready models of a project by name, with the user's role on each (including `NoAccess`). */
    readonly list: (projectId: ProjectId, userId: UserId) => Listed<ListedModel>
    readonly find: (projectId: ProjectId, userId: UserId, modelId: ModelId) => Found<ListedModel, Overloaded>
    /**
     * Creates the model in state `Importing`, its tags and its import operation, and marks the upload as used, all in
     * one transaction. Fails with `InvalidUploadKey` if the upload has meanwhile been used for another model,
     * `LimitExceeded` if the project has 10,000 models, or they would have more than 100,000 tags, `ProjectNotFound` if
     * the project has been deleted, and like `OperationRepository.admit`.
     */
    readonly createWithImport: (
      model: NewModel
    ) => Written<
      { readonly modelId: ModelId; readonly operation: Operation },
      InvalidUploadKey | LimitExceeded | ProjectNotFound | TooManyRequests
    >
    /**
     * Starts the import of a new file for a Ready model, which stays unchanged until
     * `OperationRepository.finishNewFile`, and marks the upload as used, in one transaction. Several imports for one
     * model run one after the other, in the order in which they were started. Fails with `InvalidUploadKey` if the
     * upload has meanwhile been used, `ModelNotFound` or `ProjectNotFound` if the model or its project has been removed,
     * `LimitExceeded` if it has 100,000 versions, and like `OperationRepository.admit`.
     */
    readonly startNewFile: (
      file: NewModelFile
    ) => Written<Operation, InvalidUploadKey | LimitExceeded | ModelNotFound | ProjectNotFound | TooManyRequests>
    /**
     * Removes the model with its libraries. Its unfinished operations become Failed with `ModelNotFound`, and the
     * project gets new versions.
     */
    readonly remove: (modelId: ModelId) => Written<void>
  }
>() {}
