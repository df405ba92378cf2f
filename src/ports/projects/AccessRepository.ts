import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { ModelState } from "../../domain/models/Model.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"
import type { Source } from "../../domain/Source.ts"
import type { Found } from "../Stored.ts"

/** What a member may know of the project of a path before anything is done. */
export interface ProjectAccess {
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string | null
  readonly role: ProjectRole
  readonly isSample: boolean
}

/** The latest public version of a model, blobs of its product table and of the same as Parquet. */
interface LatestVersion {
  readonly source: Source
  readonly table: string
  readonly parquet: string
  /** The shared data version that the file of the table came with. */
  readonly importedWith: number
}

/** What a member may know of the model of a path before anything is done. */
export interface ModelAccess {
  readonly modelId: ModelId
  readonly guid: GlobalId
  readonly name: string
  readonly state: ModelState
  readonly role: ModelRole
  /** Null until an import is Ready. */
  readonly latest: LatestVersion | null
  /** Of what the caller has changed of it and not published: another one after each change, 0 for never. */
  readonly revision: number
  /** Why the import failed, where it did. */
  readonly failure: string | null
}

export interface Access {
  readonly project: ProjectAccess
  readonly model: Option.Option<ModelAccess>
}

/** Answers, in one statement, who a caller is to the project and the model of a path. */
export class AccessRepository extends Context.Tag("ports/AccessRepository")<
  AccessRepository,
  {
    /**
     * `None` where the project does not exist or the user is no member; the model is `None` where it does not exist
     * there. `NoAccess` is a role that is given back, not an absence.
     */
    readonly find: (userId: UserId, projectId: ProjectId, modelId: ModelId | null) => Found<Access>
  }
>() {}
