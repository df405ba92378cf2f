import * as Context from "effect/Context"
import type {
  InvalidUploadKey,
  LimitExceeded,
  ModelNotFound,
  Overloaded,
  ProjectNotFound,
  TooManyRequests
} from "../../domain/Errors.ts"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { ImportModel, Operation } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelRole } from "../../domain/projects/Role.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found, Listed, Written } from "../Stored.ts"

/** A Ready model with the caller's role in force. */
export interface ListedModel {
  readonly modelId: ModelId
  readonly guid: GlobalId
  readonly name: string
  readonly tags: ReadonlyArray<string>
  readonly role: ModelRole
  readonly source: Source
  /** Blob of the product table of that source. */
  readonly table: string
  /** Blob of its thumbnail; null: it has none. */
  readonly picture: string | null
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

/** A new file for a model that is there. */
export interface NewModelFile extends Pick<NewModel, "projectId" | "uploadKey" | "operationId"> {
  readonly modelId: ModelId
  readonly startedBy: UserId
  /** Its guid is the model's; says what the version is called. */
  readonly command: ImportModel & Required<Pick<ImportModel, "version">>
}

/** Models of projects. */
export class ModelRepository extends Context.Tag("ports/ModelRepository")<
  ModelRepository,
  {
    /** The Ready models of a project with the user's role on each (`NoAccess` included), by name. */
    readonly list: (projectId: ProjectId, userId: UserId) => Listed<ListedModel>
    readonly find: (projectId: ProjectId, userId: UserId, modelId: ModelId) => Found<ListedModel, Overloaded>
    /**
     * The model in state `Importing`, its tags, its import operation, and the mark that the upload is used: all in one
     * transaction. Fails with `InvalidUploadKey` where another model was made of the upload meanwhile, `LimitExceeded`
     * where the project has 10,000 models, or they would have more than 100,000 tags, `ProjectNotFound` where the project
     * has been deleted, and as `OperationRepository.admit`.
     */
    readonly createWithImport: (
      model: NewModel
    ) => Written<
      { readonly modelId: ModelId; readonly operation: Operation },
      InvalidUploadKey | LimitExceeded | ProjectNotFound | TooManyRequests
    >
    /**
     * The import of a new file for a Ready model, which stays as it is until `OperationRepository.finishNewFile`, and the
     * mark that the upload is used, in one transaction. Several of one model are taken up one after the other, in the
     * order in which they were started. Fails with `InvalidUploadKey` where the upload was used meanwhile,
     * `ModelNotFound` where the model has been removed, `LimitExceeded` where it has 100,000 versions, and as
     * `OperationRepository.admit`.
     */
    readonly startNewFile: (
      file: NewModelFile
    ) => Written<Operation, InvalidUploadKey | LimitExceeded | ModelNotFound | TooManyRequests>
    /**
     * Removes the model with its libraries; its operations that have not ended end Failed with `ModelNotFound`, and the
     * project gets new versions.
     */
    readonly remove: (modelId: ModelId) => Written<void>
  }
>() {}
