import * as Context from "effect/Context"
import type { EventId, StoredEvent } from "../../domain/events/Event.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Read, Written } from "../Stored.ts"

/** Some consecutive events of a project. */
export interface EventBatch {
  readonly events: ReadonlyArray<StoredEvent>
  /** The newest event that is not kept any more; "0" if all are. */
  readonly expired: EventId
}

/**
 * Events of projects. They are written in the transaction of the change that they report, by the repository that makes
 * the change, under a lock of the project that is held until the commit. Ids therefore increase in the order of commits
 * within a project, and nothing appears before an event that was read.
 */
export class EventRepository extends Context.Tag("ports/EventRepository")<
  EventRepository,
  {
    /** Returns the oldest events after an id, at most `limit`; fewer only if there are no more. */
    readonly after: (projectId: ProjectId, after: EventId, limit: number) => Read<EventBatch>
    /** Returns the newest event of each of the projects, if it has any. */
    readonly heads: (projectIds: ReadonlyArray<ProjectId>) => Read<ReadonlyMap<ProjectId, EventId>>
    /** Returns the given removed models that the user could see until they were removed. */
    readonly formerlySeen: (userId: UserId, modelIds: ReadonlyArray<ModelId>) => Read<ReadonlySet<string>>
    /** Removes events that are older than `days`, in many short transactions. */
    readonly forget: (days: number) => Written<void>
  }
>() {}
