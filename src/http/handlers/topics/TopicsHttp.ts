import * as Effect from "effect/Effect"
import { Topics } from "../../../application/topics/Topics.ts"
import { TopicsApi } from "../../api/topics/TopicsApi.ts"
import { bind, withHeaders } from "../../call/Call.ts"
import { array } from "./Listing.ts"
import { deleted, ifMatch, versioned } from "./Versioned.ts"

const relatedOf = (guids: ReadonlyArray<string>) => guids.map((guid) => ({ related_topic_guid: guid }))

export const bindings = Effect.map(Topics, (topics) =>
  bind(TopicsApi, {
    listTopics: ({ path, query }) =>
      Effect.flatMap(
        topics.list(path.projectId, {
          filter: query.$filter,
          order: query.$orderby,
          top: query.$top,
          skip: query.$skip
        }),
        array
      ),
    createTopic: {
      resource: ({ path, principal: { userId }, project }) =>
        Effect.as(topics.requireWriter(project, userId), ({ body }) =>
          Effect.map(topics.create(path.projectId, userId, body), ({ etag, topic }) => withHeaders(topic, { etag }))
        )
    },
    readTopic: ({ path, request }) =>
      Effect.map(topics.read(path.projectId, path.topicGuid), ({ etag, topic }) => versioned(request, topic, etag)),
    changeTopic: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project, request }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(topics.read(projectId, topicGuid)),
          Effect.as(({ body }) =>
            Effect.map(topics.change(projectId, userId, topicGuid, ifMatch(request), body), ({ etag, topic }) =>
              withHeaders(topic, { etag })
            )
          )
        )
    },
    deleteTopic: ({ path, principal: { userId }, project, request }) =>
      Effect.map(topics.remove(project, userId, path.topicGuid, ifMatch(request)), deleted),
    listRelatedTopics: ({ path }) =>
      Effect.map(topics.read(path.projectId, path.topicGuid), ({ more }) => relatedOf(more.related_topics)),
    changeRelatedTopics: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(topics.read(projectId, topicGuid)),
          Effect.as(({ body }) => {
            const guids = body.map(({ related_topic_guid }) => related_topic_guid)
            return Effect.map(topics.relate(projectId, userId, topicGuid, guids), ({ more }) =>
              relatedOf(more.related_topics)
            )
          })
        )
    },
    listComments: ({ path }) => Effect.flatMap(topics.comments(path.projectId, path.topicGuid), array),
    createComment: {
      resource: ({ path: { projectId, topicGuid }, principal: { userId }, project }) =>
        topics.requireWriter(project, userId).pipe(
          Effect.zipRight(topics.read(projectId, topicGuid)),
          Effect.as(({ body }) =>
            Effect.map(topics.comment(projectId, userId, topicGuid, body), ({ comment, etag }) =>
              withHeaders(comment, { etag })
            )
          )
        )
    },
    readComment: ({ path, request }) =>
      Effect.map(topics.readComment(path.projectId, path.topicGuid, path.commentGuid), ({ comment, etag }) =>
        versioned(request, comment, etag)
      ),
    changeComment: {
      resource: ({ path: { commentGuid, topicGuid }, principal: { userId }, project, request }) =>
        Effect.as(topics.requireCommentEditor(project, userId, topicGuid, commentGuid), ({ body }) =>
          Effect.map(
            topics.changeComment(project, userId, topicGuid, commentGuid, ifMatch(request), body),
            ({ comment, etag }) => withHeaders(comment, { etag })
          )
        )
    },
    deleteComment: ({ path, principal: { userId }, project, request }) =>
      Effect.map(topics.removeComment(project, userId, path.topicGuid, path.commentGuid, ifMatch(request)), deleted)
  })
)
