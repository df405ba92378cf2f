import * as Context from "effect/Context"
import type { Conflict, LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { Topic, TopicComment } from "../../domain/topics/Topic.ts"
import type { TopicEditor } from "../../domain/topics/TopicRole.ts"
import type { Found, Read, Written } from "../Stored.ts"
import type { NewViewpoint, TopicBlob, TopicMore } from "./TopicRepository.ts"

/** A topic of a file with its parts. The bytes are stored already. */
export interface NewTopic {
  readonly topic: Omit<Topic, "server_assigned_id">
  readonly more: TopicMore
  readonly comments: ReadonlyArray<TopicComment>
  readonly viewpoints: ReadonlyArray<NewViewpoint>
  /** The snippet and other files. */
  readonly blobs: ReadonlyArray<TopicBlob>
}

/** A topic with its parts. */
export interface WholeTopic extends NewTopic {
  readonly topic: Topic
}

/** The user who imports a BCF file into a project. */
export interface TopicBringer extends TopicEditor {
  /** The models of the project that the user may see. */
  readonly models: ReadonlySet<string>
}

/** Topics of a project as they go into a BCF file and come out of one. */
export class TopicFileRepository extends Context.Tag("ports/TopicFileRepository")<
  TopicFileRepository,
  {
    /** Returns the guids of all topics in the order of their creation. */
    readonly guids: (projectId: ProjectId) => Read<ReadonlyArray<string>>
    readonly whole: (projectId: ProjectId, guid: string) => Found<WholeTopic>
    /** Returns the documents of the project, whose names are their guids. */
    readonly documents: (projectId: ProjectId) => Read<ReadonlyArray<TopicBlob>>
    readonly document: (projectId: ProjectId, guid: string) => Found<TopicBlob>
    /** Fails with `Conflict` if the guid is taken, and with `LimitExceeded` beyond 10 GB of files of the project. */
    readonly addDocument: (
      projectId: ProjectId,
      document: TopicBlob
    ) => Written<void, Conflict | LimitExceeded | ProjectNotFound>
    /** Returns the snippet of a topic. */
    readonly snippet: (projectId: ProjectId, topic: string) => Found<TopicBlob>
    /** Replaces the snippet of a topic. Fails with `LimitExceeded` beyond 10 GB of files of the project. */
    readonly putSnippet: (
      projectId: ProjectId,
      topic: string,
      snippet: TopicBlob
    ) => Written<void, LimitExceeded | NotFound | ProjectNotFound>
    /** Returns the number of files that the topics and documents of a project become, and their size in bytes. */
    readonly size: (projectId: ProjectId) => Read<{ readonly files: number; readonly bytes: number }>
    /**
     * Adds topics and documents, and changes those whose guids are there already; comments and viewpoints that a file does
     * not name stay, and so do comments that the editor may not change and files of models that the editor does not see, of
     * which none is added. Rights go to the editor. Returns how many topics
     * are new and how many are changed.
     *
     * Fails with `Conflict` if a comment or viewpoint has the guid of one of another topic, and with `LimitExceeded` beyond
     * the limits of the project and its topics.
     */
    readonly bring: (
      projectId: ProjectId,
      editor: TopicBringer,
      topics: ReadonlyArray<NewTopic>,
      documents: ReadonlyArray<TopicBlob>
    ) => Written<{ readonly created: number; readonly changed: number }, Conflict | LimitExceeded | ProjectNotFound>
  }
>() {}
