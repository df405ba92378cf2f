import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Uuid } from "../../../domain/Identifier.ts"
import { optional } from "../../../domain/Optional.ts"
import { list } from "../../../domain/Text.ts"
import { Topic, TopicComment } from "../../../domain/topics/Topic.ts"
import { CommentDraft, TopicDraft } from "../../../domain/topics/TopicDraft.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"
import { commentGuid, projectId, topicGuid } from "../common/Parameters.ts"
import { part } from "./ListPart.ts"

const reads = inProject("topics", "models:read", "User", { malformedIdentifier: 400 })
const writes = (refusals: PolicyShape["refusals"] = [], more: Partial<PolicyShape> = {}) =>
  inProject("topics", "models:write", "User", { malformedIdentifier: 400, refusals, ...more })
const creates = writes([409], { keepsAnswer: true })
const changes = writes([412])

const options = Schema.Struct({
  $filter: optional(Schema.String).annotations({
    description: "A condition of OData, such as `topic_status eq 'Open' and labels/any(label: label eq 'Fire')`"
  }),
  $orderby: optional(Schema.String).annotations({ description: "An order, such as `modified_date desc, title`" }),
  ...part
})

const Related = Schema.Struct({ related_topic_guid: Uuid }).annotations({ identifier: "BcfRelatedTopic" })

/** Topics of a project and their comments, by the BCF API 3.0. Contract section 18. */
export class TopicsApi extends HttpApiGroup.make("topics")
  .add(
    HttpApiEndpoint.get("listTopics")`/bcf/3.0/projects/${projectId}/topics`
      .setUrlParams(options)
      .addSuccess(Schema.Array(Topic))
      .annotateContext(
        told(reads, "List the topics of a project", "In the order of creation unless `$orderby` says more.")
      )
  )
  .add(
    HttpApiEndpoint.post("createTopic")`/bcf/3.0/projects/${projectId}/topics`
      .setPayload(TopicDraft)
      .addSuccess(Topic, { status: 201 })
      .annotateContext(told(creates, "Create a topic", "A guid that is taken in the project returns 409."))
  )
  .add(
    HttpApiEndpoint.get("readTopic")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}`
      .addSuccess(Topic)
      .annotateContext(told(reads, "Read a topic", "`If-None-Match` returns 304 if nothing has changed."))
  )
  .add(
    HttpApiEndpoint.put("changeTopic")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}`
      .setPayload(TopicDraft)
      .addSuccess(Topic)
      .annotateContext(
        told(changes, "Replace a topic", "A member that is absent is gone. `If-Match` guards others' changes.")
      )
  )
  .add(
    HttpApiEndpoint.del("deleteTopic")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}`
      .addSuccess(HttpApiSchema.Empty(200))
      .annotateContext(told(changes, "Delete a topic", "Allowed for its maker, Contributors and Owners."))
  )
  .add(
    HttpApiEndpoint.get("listRelatedTopics")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/related_topics`
      .addSuccess(Schema.Array(Related))
      .annotateContext(told(reads, "List the topics that a topic is related to"))
  )
  .add(
    HttpApiEndpoint.put("changeRelatedTopics")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/related_topics`
      .setPayload(list(Related))
      .addSuccess(Schema.Array(Related))
      .annotateContext(told(writes(), "Replace the topics that a topic is related to"))
  )
  .add(
    HttpApiEndpoint.get("listComments")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/comments`
      .addSuccess(Schema.Array(TopicComment))
      .annotateContext(told(reads, "List the comments of a topic", "In the order of creation."))
  )
  .add(
    HttpApiEndpoint.post("createComment")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/comments`
      .setPayload(CommentDraft)
      .addSuccess(TopicComment, { status: 201 })
      .annotateContext(told(creates, "Comment on a topic"))
  )
  .add(
    HttpApiEndpoint.get("readComment")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/comments/${commentGuid}`
      .addSuccess(TopicComment)
      .annotateContext(told(reads, "Read a comment"))
  )
  .add(
    HttpApiEndpoint.put("changeComment")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/comments/${commentGuid}`
      .setPayload(CommentDraft)
      .addSuccess(TopicComment)
      .annotateContext(told(changes, "Replace a comment", "Allowed for its writer and Owners."))
  )
  .add(
    HttpApiEndpoint.del("deleteComment")`/bcf/3.0/projects/${projectId}/topics/${topicGuid}/comments/${commentGuid}`
      .addSuccess(HttpApiSchema.Empty(200))
      .annotateContext(told(changes, "Delete a comment", "Allowed for its writer and Owners."))
  )
  .annotate(
    OpenApi.Description,
    "Topics of a project and their comments, by the BCF API 3.0 of buildingSMART. Members are in snake case, PUT replaces the whole."
  ) {}
