import * as Effect from "effect/Effect"
import { Topics } from "../../../application/topics/Topics.ts"
import { TopicEventRepository } from "../../../ports/topics/TopicEventRepository.ts"
import { TopicEventsApi } from "../../api/topics/TopicEventsApi.ts"
import { bind } from "../../call/Call.ts"
import { array } from "./Listing.ts"

/** The part of a list that a query requests. */
const partOf = (query: { readonly $top?: number; readonly $skip?: number }, topic: string | null) => ({
  topic,
  top: query.$top,
  skip: query.$skip
})

export const bindings = Effect.gen(function* () {
  const topics = yield* Topics
  const events = yield* TopicEventRepository
  return bind(TopicEventsApi, {
    listTopicsEvents: ({ path, query }) => array(events.ofTopics(path.projectId, partOf(query, null))),
    listTopicEvents: ({ path: { projectId, topicGuid }, query }) =>
      Effect.zipRight(topics.read(projectId, topicGuid), array(events.ofTopics(projectId, partOf(query, topicGuid)))),
    listCommentsEvents: ({ path, query }) => array(events.ofComments(path.projectId, partOf(query, null))),
    listCommentEvents: ({ path: { projectId, topicGuid }, query }) =>
      Effect.zipRight(topics.read(projectId, topicGuid), array(events.ofComments(projectId, partOf(query, topicGuid))))
  })
})
