import * as Context from "effect/Context"
import type { Forbidden, LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { ProjectId, SavedQueryId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Asking, SavedQuery, SavedQueryText } from "../../domain/projects/SavedQuery.ts"
import type { Found, Listed, Written } from "../Stored.ts"

/**
 * Saved queries of a project. A user sees their own and the shared ones; changes of others fail with `NotFound`, as do
 * those of a query that does not exist. Changes of a project that has meanwhile been deleted, or that the user has
 * left, fail with `ProjectNotFound`. `MemberRepository.remove` removes the private queries of the member.
 */
export class SavedQueryRepository extends Context.Tag("ports/SavedQueryRepository")<
  SavedQueryRepository,
  {
    /** Returns the queries that the user sees, by name. */
    readonly list: (projectId: ProjectId, userId: UserId) => Listed<SavedQuery>
    /** Returns the query if the user sees it. */
    readonly find: (projectId: ProjectId, userId: UserId, id: SavedQueryId) => Found<SavedQuery>
    /** Fails with `LimitExceeded` if the project has 1,000 queries. */
    readonly create: (
      projectId: ProjectId,
      userId: UserId,
      text: SavedQueryText
    ) => Written<SavedQuery, LimitExceeded | ProjectNotFound>
    /**
     * Changes the given fields. Fails with `Forbidden` if `checkMaker` fails or, for a query that becomes shared,
     * `checkSharing`, and if a query would become private whose author is no longer a member.
     */
    readonly change: (
      projectId: ProjectId,
      asking: Asking,
      id: SavedQueryId,
      change: Partial<SavedQueryText>
    ) => Written<SavedQuery, Forbidden | NotFound | ProjectNotFound>
    /** Fails with `Forbidden` if `checkMaker` fails. */
    readonly remove: (
      projectId: ProjectId,
      asking: Asking,
      id: SavedQueryId
    ) => Written<void, Forbidden | NotFound | ProjectNotFound>
  }
>() {}
