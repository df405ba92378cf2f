import { Context, type Effect, type Option } from "effect"
import type { ProjectId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import type { Project, ProjectChange, ProjectDraft } from "../domain/Project.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"

/** The projects of each user. */
export class ProjectRepository extends Context.Tag("ports/ProjectRepository")<
  ProjectRepository,
  {
    /** Every project that the user is a member of, in no order. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Project>, StorageUnavailable>
    /** A new project with the user as its only member, an Owner, and first versions of its own. */
    readonly create: (
      userId: UserId,
      draft: ProjectDraft
    ) => Effect.Effect<Project, StorageUnavailable | OutcomeUnknown>
    readonly find: (userId: UserId, projectId: ProjectId) => Effect.Effect<Option.Option<Project>, StorageUnavailable>
    /** Changes the members that are there. */
    readonly change: (
      projectId: ProjectId,
      change: ProjectChange
    ) => Effect.Effect<void, StorageUnavailable | OutcomeUnknown>
    /** Removes the project with all that rows say of it; its operations end with it. */
    readonly remove: (projectId: ProjectId) => Effect.Effect<void, StorageUnavailable | OutcomeUnknown>
  }
>() {}
