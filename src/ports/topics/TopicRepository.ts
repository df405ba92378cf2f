import * as Context from "effect/Context"
import type * as Either from "effect/Either"
import type {
  Conflict,
  Forbidden,
  LimitExceeded,
  NotFound,
  PreconditionFailed,
  ProjectNotFound
} from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { Condition, Order } from "../../domain/topics/Filter.ts"
import type { Rest } from "../../domain/topics/Rest.ts"
import type { DocumentReference, Topic, TopicComment, TopicFile } from "../../domain/topics/Topic.ts"
import type { TopicEditor } from "../../domain/topics/TopicRole.ts"
import type { Viewpoint } from "../../domain/topics/Viewpoint.ts"
import type { Words } from "../../domain/topics/Words.ts"
import type { Found, Listed, Read, Written } from "../Stored.ts"

/** The parts of a topic that its own representation does not show. */
export interface TopicMore {
  readonly related_topics: ReadonlyArray<string>
  readonly document_references: ReadonlyArray<DocumentReference>
  readonly files: ReadonlyArray<TopicFile & { readonly is_external?: boolean }>
  readonly rest: Rest
}

export interface StoredTopic {
  readonly topic: Topic
  readonly more: TopicMore
  /** Changes with every change of the topic, its comments and viewpoints. */
  readonly etag: string
}

export interface StoredComment {
  readonly comment: TopicComment
  readonly etag: string
  /** The user who wrote it or imported it. */
  readonly owner: string
}

/** The filter, order and page of a list of topics. */
interface TopicQuery {
  readonly filter?: Condition
  readonly order: ReadonlyArray<Order>
  readonly top?: number
  readonly skip?: number
}

/** A stored file of a topic or, without a topic, a document of the project. */
export interface TopicBlob {
  readonly kind: "snapshot" | "bitmap" | "snippet" | "document" | "other"
  /** The guid of the bitmap or document; the name of another file. */
  readonly name: string
  /** The name and the description of a document. */
  readonly filename?: string
  readonly description?: string
  readonly media: string
  readonly key: string
  readonly bytes: number
}

/** A viewpoint with its pictures. */
export interface NewViewpoint {
  readonly viewpoint: Viewpoint
  readonly blobs: ReadonlyArray<TopicBlob>
}

/** The reasons for which a change does not fit the current topic. */
export type TopicRefusal = Conflict | LimitExceeded | NotFound

type Changed<A, E = never> = Written<A, E | NotFound | ProjectNotFound>

/** The entity tag of the version that the caller has seen, which must be the current one; null accepts any version. */
type IfMatch = string | null

/**
 * Topics of a project with their comments, viewpoints and files. Changes of a project that has meanwhile been deleted
 * fail with `ProjectNotFound`, changes of objects that do not exist fail with `NotFound`, and changes of a version
 * other than `ifMatch` fail with `PreconditionFailed`.
 */
export class TopicRepository extends Context.Tag("ports/TopicRepository")<
  TopicRepository,
  {
    /** Returns topics in the order of the query, and then of their creation. */
    readonly list: (projectId: ProjectId, query: TopicQuery) => Listed<Topic>
    readonly find: (projectId: ProjectId, guid: string) => Found<StoredTopic>
    /** Returns the types, statuses, labels and other words that are in use in the project. */
    readonly words: (projectId: ProjectId) => Read<Words>
    /** Fails with `Conflict` if the guid is taken, and with `LimitExceeded` beyond 100,000 topics of the project. */
    readonly create: (
      projectId: ProjectId,
      userId: string,
      topic: Omit<Topic, "server_assigned_id">
    ) => Written<StoredTopic, Conflict | LimitExceeded | ProjectNotFound>
    /**
     * Replaces the topic with the result of `change` for the current topic. If `change` fails, fails with the same
     * error and changes nothing.
     */
    readonly change: (
      projectId: ProjectId,
      guid: string,
      ifMatch: IfMatch,
      change: (before: StoredTopic) => Either.Either<Omit<StoredTopic, "etag">, TopicRefusal>
    ) => Changed<StoredTopic, PreconditionFailed | TopicRefusal>
    /** Fails with `Forbidden` if the member may not delete it. */
    readonly remove: (
      projectId: ProjectId,
      editor: TopicEditor,
      guid: string,
      ifMatch: IfMatch
    ) => Changed<void, Forbidden | PreconditionFailed>

    /** Returns the comments of a topic in the order of their creation. */
    readonly comments: (projectId: ProjectId, topic: string) => Listed<TopicComment>
    readonly findComment: (projectId: ProjectId, topic: string, guid: string) => Found<StoredComment>
    /** Fails with `Conflict` if the guid is taken, and with `LimitExceeded` beyond 10,000 comments of the topic. */
    readonly addComment: (
      projectId: ProjectId,
      userId: string,
      comment: TopicComment
    ) => Changed<StoredComment, Conflict | LimitExceeded>
    /** Fails with `Forbidden` if the member may not change it. */
    readonly changeComment: (
      projectId: ProjectId,
      editor: TopicEditor,
      topic: string,
      guid: string,
      ifMatch: IfMatch,
      change: (before: TopicComment) => TopicComment
    ) => Changed<StoredComment, Forbidden | PreconditionFailed>
    /** Fails with `Forbidden` if the member may not delete it. */
    readonly removeComment: (
      projectId: ProjectId,
      editor: TopicEditor,
      topic: string,
      guid: string,
      ifMatch: IfMatch
    ) => Changed<void, Forbidden | PreconditionFailed>

    /** Returns the viewpoints of a topic as JSON, in the order of their creation. */
    readonly viewpoints: (projectId: ProjectId, topic: string) => Listed<string>
    /** Returns a viewpoint as JSON. */
    readonly findViewpoint: (projectId: ProjectId, topic: string, guid: string) => Found<string>
    /** Returns the snapshot of a viewpoint, or its bitmap of that guid. */
    readonly picture: (
      projectId: ProjectId,
      topic: string,
      viewpoint: string,
      bitmap: string | null
    ) => Found<TopicBlob>
    /**
     * Fails with `Conflict` if the guid is taken, and with `LimitExceeded` beyond 10,000 viewpoints of the topic or 10 GB
     * of files of the project.
     */
    readonly addViewpoint: (
      projectId: ProjectId,
      topic: string,
      viewpoint: NewViewpoint
    ) => Changed<Viewpoint, Conflict | LimitExceeded>
    readonly removeViewpoint: (projectId: ProjectId, topic: string, guid: string) => Changed<void>
  }
>() {}
