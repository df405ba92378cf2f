import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { InvalidRole, LimitExceeded, ProjectNotFound } from "../../domain/Errors.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"
import type { Listed, Written } from "../Stored.ts"

export interface Member<Role> {
  readonly userId: UserId
  /** The user's name; null if the service knows none. */
  readonly name: string | null
  readonly role: Role
}

/**
 * Members of a project and their roles in it and on its models. Members are identified by their subject, even if they
 * have never called the service, and listed in the order in which they were added. Changes of a project that has
 * meanwhile been deleted fail with `ProjectNotFound`.
 */
export class MemberRepository extends Context.Tag("ports/MemberRepository")<
  MemberRepository,
  {
    readonly ofProject: (projectId: ProjectId) => Listed<Member<ProjectRole>>
    /**
     * Adds the member or changes the role. Fails with `InvalidRole` if the project would be left without an Owner,
     * `LimitExceeded` for a new member if the project has 10,000, or the user is a member of 10,000 projects.
     */
    readonly put: (
      projectId: ProjectId,
      userId: UserId,
      role: ProjectRole
    ) => Written<Member<ProjectRole>, InvalidRole | LimitExceeded | ProjectNotFound>
    /**
     * Removes a member together with their roles on models and their private saved queries; returns false if the user is not a member. Fails with
     * `InvalidRole` for the last Owner.
     */
    readonly remove: (projectId: ProjectId, userId: UserId) => Written<boolean, InvalidRole | ProjectNotFound>
    /** Returns every member of the project with the effective role on the model. */
    readonly ofModel: (modelId: ModelId) => Listed<Member<ModelRole>>
    /** Assigns a member a role on the model; `None` if the user is not a member of its project. */
    readonly putOnModel: (
      modelId: ModelId,
      userId: UserId,
      role: ModelRole
    ) => Written<Option.Option<Member<ModelRole>>>
    /** Removes the assigned role; returns false if none was assigned. */
    readonly removeFromModel: (modelId: ModelId, userId: UserId) => Written<boolean>
  }
>() {}
