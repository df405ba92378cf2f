import * as Context from "effect/Context"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { CommentEvent, TopicEvent } from "../../domain/topics/TopicEvent.ts"
import type { Listed } from "../Stored.ts"

/** Selects the part of a list of events to return. */
export interface EventQuery {
  /** The guid of a topic; null selects the events of all topics. */
  readonly topic: string | null
  readonly top?: number | undefined
  readonly skip?: number | undefined
}

/** The changes of the topics of a project and of their comments, oldest first. */
export class TopicEventRepository extends Context.Tag("ports/TopicEventRepository")<
  TopicEventRepository,
  {
    readonly ofTopics: (projectId: ProjectId, query: EventQuery) => Listed<TopicEvent>
    readonly ofComments: (projectId: ProjectId, query: EventQuery) => Listed<CommentEvent>
  }
>() {}
