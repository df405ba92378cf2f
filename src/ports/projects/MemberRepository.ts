import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { InvalidRole, LimitExceeded, ProjectNotFound } from "../../domain/Errors.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"
import type { Listed, Written } from "../Stored.ts"

export interface Member<Role> {
  readonly userId: UserId
  /** As the token of the user's last first call gave it. */
  readonly name: string | null
  readonly role: Role
}

/**
 * Who is what in a project and on its models. Members are named by their subject, whether they ever called or not, and
 * listed in the order in which they were added. Changes of a project that has been deleted meanwhile fail with
 * `ProjectNotFound`.
 */
export class MemberRepository extends Context.Tag("ports/MemberRepository")<
  MemberRepository,
  {
    readonly ofProject: (projectId: ProjectId) => Listed<Member<ProjectRole>>
    /**
     * Adds the member or changes the role. Fails with `InvalidRole` where the project would be left without Owner,
     * `LimitExceeded` for a new member where the project has 10,000, or the user is a member of 10,000 projects.
     */
    readonly put: (
      projectId: ProjectId,
      userId: UserId,
      role: ProjectRole
    ) => Written<Member<ProjectRole>, InvalidRole | LimitExceeded | ProjectNotFound>
    /** False where the user is no member; the roles on models go along. Fails with `InvalidRole` for the last Owner. */
    readonly remove: (projectId: ProjectId, userId: UserId) => Written<boolean, InvalidRole | ProjectNotFound>
    /** Every member of the project with the role in force on the model. */
    readonly ofModel: (modelId: ModelId) => Listed<Member<ModelRole>>
    /** Gives a member a role on the model; `None` where the user is no member of its project. */
    readonly putOnModel: (
      modelId: ModelId,
      userId: UserId,
      role: ModelRole
    ) => Written<Option.Option<Member<ModelRole>>>
    /** Takes the given role away; false where none was given. */
    readonly removeFromModel: (modelId: ModelId, userId: UserId) => Written<boolean>
  }
>() {}
