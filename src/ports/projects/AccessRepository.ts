import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { ModelState } from "../../domain/models/Model.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found, Read } from "../Stored.ts"

/** The project of a request path and the caller's role in it, as checked before a use case runs. */
export interface ProjectAccess {
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string | null
  readonly role: ProjectRole
  readonly isSample: boolean
}

/** The latest public version of a model, with the blobs of its product table and of the same values as Parquet. */
interface LatestVersion {
  readonly source: Source
  readonly table: string
  readonly parquet: string
  /** The version of the shared data that was created when the file of the table was imported. */
  readonly importedWith: number
}

/** The model of a request path and the caller's role on it, as checked before a use case runs. */
export interface ModelAccess {
  readonly modelId: ModelId
  readonly guid: GlobalId
  readonly name: string
  readonly state: ModelState
  readonly role: ModelRole
  /** Null until an import is Ready. */
  readonly latest: LatestVersion | null
  /** Revision of the caller's unpublished edits of the model: changes with every edit; 0 if there never were any. */
  readonly revision: number
  /** Reason why the import failed; null if it did not. */
  readonly failure: string | null
}

export interface Access {
  readonly project: ProjectAccess
  readonly model: Option.Option<ModelAccess>
}

/** Returns, in one statement, a caller's roles in a project and on its models. */
export class AccessRepository extends Context.Tag("ports/AccessRepository")<
  AccessRepository,
  {
    /**
     * Returns `None` if the project does not exist, the user is not a member, or the caller's token does not reach the
     * project (`Reached`); the model is `None` if the project has
     * no such model. `NoAccess` is returned as a role.
     */
    readonly find: (userId: UserId, projectId: ProjectId, modelId: ModelId | null) => Found<Access>
    /**
     * Returns the models of a project, or those of the given ids that are in it, in the order of M1, whatever their
     * state; none if the user is not a member, or the caller's token does not reach the project. `NoAccess` is returned as a role.
     */
    readonly models: (
      userId: UserId,
      projectId: ProjectId,
      ids: ReadonlyArray<ModelId> | null
    ) => Read<ReadonlyArray<ModelAccess>>
  }
>() {}
