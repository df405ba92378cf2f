import { Context } from "effect"
import type { ProjectId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import type { Project, ProjectChange, ProjectDraft } from "../domain/Project.ts"
import type { Found, Read, Written } from "./Stored.ts"

/** The projects of each user. */
export class ProjectRepository extends Context.Tag("ports/ProjectRepository")<
  ProjectRepository,
  {
    /** Every project that the user is a member of, in no order. */
    readonly list: (userId: UserId) => Read<ReadonlyArray<Project>>
    /** A new project with the user as its only member, an Owner, and first versions of its own. */
    readonly create: (userId: UserId, draft: ProjectDraft) => Written<Project>
    readonly find: (userId: UserId, projectId: ProjectId) => Found<Project>
    /** Changes the members that are there. */
    readonly change: (projectId: ProjectId, change: ProjectChange) => Written<void>
    /** Removes the project with all that rows say of it; its operations end with it. */
    readonly remove: (projectId: ProjectId) => Written<void>
  }
>() {}
