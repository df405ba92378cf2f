import * as Context from "effect/Context"
import type { LimitExceeded } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Project, ProjectChange, ProjectDraft } from "../../domain/projects/Project.ts"
import type { Found, Listed, Written } from "../Stored.ts"

export class ProjectRepository extends Context.Tag("ports/ProjectRepository")<
  ProjectRepository,
  {
    /** Returns every project that the user is a member of and the caller's token reaches (`Reached`), by name. */
    readonly list: (userId: UserId) => Listed<Project>
    /**
     * Creates a project with the user as its only member, an Owner, and with initial versions. Fails with
     * `LimitExceeded` if the user has created 1,000 projects that still exist.
     */
    readonly create: (userId: UserId, draft: ProjectDraft) => Written<Project, LimitExceeded>
    readonly find: (userId: UserId, projectId: ProjectId) => Found<Project>
    /** Changes the given fields. */
    readonly change: (projectId: ProjectId, change: ProjectChange) => Written<void>
    /** Removes the project with all of its rows, including its operations. */
    readonly remove: (projectId: ProjectId) => Written<void>
  }
>() {}
