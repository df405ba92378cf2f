import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { CommentEvent, TopicEvent } from "../../../domain/topics/TopicEvent.ts"
import { inProject, told } from "../../errors/Policy.ts"
import { projectId, topicGuid } from "../common/Parameters.ts"
import { part } from "./ListPart.ts"

const reads = inProject("topics", "models:read", "User", { malformedIdentifier: 400 })
const parameters = Schema.Struct(part)

/** Changes of topics and comments, by the BCF API 3.0. Contract section 18. */
export class TopicEventsApi extends HttpApiGroup.make("topicEvents")
  .add(
    HttpApiEndpoint.get("listTopicsEvents")`/bcf/3.0/projects/${projectId}/topics/events`
      .setUrlParams(parameters)
      .addSuccess(Schema.Array(TopicEvent))
      .annotateContext(told(reads, "List the changes of all topics", "Oldest first."))
  )
  .add(
    HttpApiEndpoint.get("listTopicEvents")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/events`
      .setUrlParams(parameters)
      .addSuccess(Schema.Array(TopicEvent))
      .annotateContext(told(reads, "List the changes of a topic", "Oldest first."))
  )
  .add(
    HttpApiEndpoint.get("listCommentsEvents")`/bcf/3.0/projects/${projectId}/topics/comments/events`
      .setUrlParams(parameters)
      .addSuccess(Schema.Array(CommentEvent))
      .annotateContext(told(reads, "List the changes of all comments", "Oldest first."))
  )
  .add(
    HttpApiEndpoint.get("listCommentEvents")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/comments/events`
      .setUrlParams(parameters)
      .addSuccess(Schema.Array(CommentEvent))
      .annotateContext(told(reads, "List the changes of the comments of a topic", "Oldest first."))
  )
  .annotate(OpenApi.Description, "The changes of topics and their comments, in the terms of the BCF API 3.0.") {}
