import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { timeOf } from "../../domain/Time.ts"
import { parseFilter, parseOrder } from "../../domain/topics/Filter.ts"
import type { TopicComment } from "../../domain/topics/Topic.ts"
import {
  type CommentDraft,
  changedComment,
  changedTopic,
  newComment,
  newTopic,
  type TopicDraft
} from "../../domain/topics/TopicDraft.ts"
import { commentForbidden, mayChangeComment, mayWrite, writeForbidden } from "../../domain/topics/TopicRole.ts"
import { words } from "../../domain/topics/Words.ts"
import { AccessRepository, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { MemberRepository } from "../../ports/projects/MemberRepository.ts"
import { TopicRepository } from "../../ports/topics/TopicRepository.ts"
import * as Pull from "../../runtime/Pull.ts"
import { fn } from "../../runtime/Span.ts"

/** The options of a list of topics, as OData writes them. */
interface ListOptions {
  readonly filter?: string | undefined
  readonly order?: string | undefined
  readonly top?: number | undefined
  readonly skip?: number | undefined
}

/** The member of a project who changes something. */
const editorOf = ({ role }: ProjectAccess, userId: UserId) => ({ userId, role })

/** Topics of a project and their comments. Contract section 18. Callers must have checked scopes and membership. */
export class Topics extends Effect.Service<Topics>()("application/Topics", {
  effect: Effect.gen(function* () {
    const topics = yield* TopicRepository
    const access = yield* AccessRepository
    const members = yield* MemberRepository

    const changeBy = (author: UserId) => Effect.map(Clock.currentTimeMillis, (at) => ({ author, at: timeOf(at) }))

    const isWriter = fn("Topics.isWriter")(function* ({ projectId, role }: ProjectAccess, userId: UserId) {
      if (mayWrite(role, [])) return true
      const models = yield* access.models(userId, projectId, null)
      return mayWrite(
        role,
        models.map(({ role }) => role)
      )
    })

    /** Fails with `Forbidden` if the member does not write topics. */
    const requireWriter = fn("Topics.requireWriter")(function* (project: ProjectAccess, userId: UserId) {
      if (!(yield* isWriter(project, userId))) return yield* writeForbidden()
    })

    /** Fails with `InvalidParameter` if the filter or the order cannot be read. */
    const list = fn("Topics.list")(function* (projectId: ProjectId, { filter, order, skip, top }: ListOptions) {
      return topics.list(projectId, {
        ...(filter === undefined ? {} : { filter: yield* parseFilter(filter) }),
        order: order === undefined ? [] : yield* parseOrder(order),
        ...(top === undefined ? {} : { top }),
        ...(skip === undefined ? {} : { skip })
      })
    })

    /** Fails with `NotFound` if the project has no such topic. */
    const read = fn("Topics.read")((projectId: ProjectId, guid: string) =>
      Effect.flatMap(topics.find(projectId, guid), Effect.mapError(missing.topic))
    )

    const create = fn("Topics.create")(function* (projectId: ProjectId, userId: UserId, draft: TopicDraft) {
      return yield* topics.create(projectId, userId, newTopic(draft, yield* changeBy(userId)))
    })

    const change = fn("Topics.change")(function* (
      projectId: ProjectId,
      userId: UserId,
      guid: string,
      ifMatch: string | null,
      draft: TopicDraft
    ) {
      const by = yield* changeBy(userId)
      return yield* topics.change(projectId, guid, ifMatch, ({ more, topic }) =>
        Either.right({ topic: changedTopic(topic, draft, by), more })
      )
    })

    const remove = (project: ProjectAccess, userId: UserId, guid: string, ifMatch: string | null) =>
      topics.remove(project.projectId, editorOf(project, userId), guid, ifMatch)

    /** Replaces the topics that a topic is related to. */
    const relate = fn("Topics.relate")(function* (
      projectId: ProjectId,
      userId: UserId,
      guid: string,
      related_topics: ReadonlyArray<string>
    ) {
      const { at, author } = yield* changeBy(userId)
      return yield* topics.change(projectId, guid, null, ({ more, topic }) =>
        Either.right({
          topic: { ...topic, modified_date: at, modified_author: author },
          more: { ...more, related_topics: [...new Set(related_topics)] }
        })
      )
    })

    /** Returns the words of the project: ours, those in use, and the members as users; and what the caller may do. */
    const extensions = fn("Topics.extensions")(function* (project: ProjectAccess, userId: UserId) {
      const used = yield* topics.words(project.projectId)
      const users = yield* Pull.all(Pull.map(members.ofProject(project.projectId), ({ userId }) => userId as string))
      const both = (kind: keyof typeof words) => [...new Set<string>([...words[kind], ...used[kind]])]
      const writes = yield* isWriter(project, userId)
      const when = (actions: ReadonlyArray<string>) => (writes ? actions : [])
      return {
        topic_type: both("topic_type"),
        topic_status: both("topic_status"),
        topic_label: both("topic_label"),
        snippet_type: both("snippet_type"),
        priority: both("priority"),
        stage: both("stage"),
        users,
        project_actions: when(["createTopic"]),
        topic_actions: when(["update", "updateRelatedTopics", "createComment", "createViewpoint", "delete"]),
        comment_actions: when(["update", "delete"])
      }
    })

    /** Fails with `NotFound` if the project has no such topic. */
    const comments = (projectId: ProjectId, topic: string) =>
      Effect.as(read(projectId, topic), topics.comments(projectId, topic))

    const readComment = fn("Topics.readComment")((projectId: ProjectId, topic: string, guid: string) =>
      Effect.flatMap(topics.findComment(projectId, topic, guid), Effect.mapError(missing.comment))
    )

    const comment = fn("Topics.comment")(function* (
      projectId: ProjectId,
      userId: UserId,
      topic: string,
      draft: CommentDraft
    ) {
      return yield* topics.addComment(projectId, userId, newComment(topic, draft, yield* changeBy(userId)))
    })

    /** Fails with `NotFound` if the topic has no such comment, and with `Forbidden` if the member may not change it. */
    const requireCommentEditor = fn("Topics.requireCommentEditor")(function* (
      project: ProjectAccess,
      userId: UserId,
      topic: string,
      guid: string
    ) {
      const { owner } = yield* readComment(project.projectId, topic, guid)
      if (!mayChangeComment(editorOf(project, userId), owner)) return yield* commentForbidden()
    })

    const changeComment = fn("Topics.changeComment")(function* (
      project: ProjectAccess,
      userId: UserId,
      topic: string,
      guid: string,
      ifMatch: string | null,
      draft: CommentDraft
    ) {
      const by = yield* changeBy(userId)
      const change = (before: TopicComment) => changedComment(before, draft, by)
      return yield* topics.changeComment(project.projectId, editorOf(project, userId), topic, guid, ifMatch, change)
    })

    const removeComment = (
      project: ProjectAccess,
      userId: UserId,
      topic: string,
      guid: string,
      ifMatch: string | null
    ) => topics.removeComment(project.projectId, editorOf(project, userId), topic, guid, ifMatch)

    return {
      requireWriter,
      list,
      read,
      create,
      change,
      remove,
      relate,
      extensions,
      comments,
      readComment,
      comment,
      requireCommentEditor,
      changeComment,
      removeComment
    }
  })
}) {}
