import * as Context from "effect/Context"
import type { LimitExceeded } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Project, ProjectChange, ProjectDraft } from "../../domain/projects/Project.ts"
import type { Found, Listed, Written } from "../Stored.ts"

/** The projects of each user. */
export class ProjectRepository extends Context.Tag("ports/ProjectRepository")<
  ProjectRepository,
  {
    /** Every project that the user is a member of, by name. */
    readonly list: (userId: UserId) => Listed<Project>
    /**
     * A new project with the user as its only member, an Owner, and first versions of its own. Fails with
     * `LimitExceeded` where the user has made 1,000 that are there.
     */
    readonly create: (userId: UserId, draft: ProjectDraft) => Written<Project, LimitExceeded>
    readonly find: (userId: UserId, projectId: ProjectId) => Found<Project>
    /** Changes the members that are there. */
    readonly change: (projectId: ProjectId, change: ProjectChange) => Written<void>
    /** Removes the project with all that rows say of it; its operations end with it. */
    readonly remove: (projectId: ProjectId) => Written<void>
  }
>() {}
