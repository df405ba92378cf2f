import * as Context from "effect/Context"
import type { Conflict, LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { Topic, TopicComment } from "../../domain/topics/Topic.ts"
import type { TopicEditor } from "../../domain/topics/TopicRole.ts"
import type { Found, Read, Written } from "../Stored.ts"
import type { NewViewpoint, TopicBlob, TopicMore } from "./TopicRepository.ts"

/** A topic from a BCF file with its parts. The bytes of its files are already stored. */
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

/** Reads the topics of a project for the export to a BCF file, and stores the topics of an imported one. */
export class TopicFileRepository extends Context.Tag("ports/TopicFileRepository")<
  TopicFileRepository,
  {
    /** Returns the guids of all topics in the order of their creation. */
    readonly guids: (projectId: ProjectId) => Read<ReadonlyArray<string>>
    readonly whole: (projectId: ProjectId, guid: string) => Found<WholeTopic>
    /** Returns the documents of the project, which are named by their guids. */
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
    /** Returns the number of files in an export of the topics and documents of a project, and their size in bytes. */
    readonly size: (projectId: ProjectId) => Read<{ readonly files: number; readonly bytes: number }>
    /**
     * Adds topics and documents, and changes those whose guids already exist. Comments and viewpoints that are not in
     * the BCF file are kept, and so are comments that the editor may not change. References to models that the editor
     * may not see are neither removed nor added. The editor becomes the owner of what is added. Returns the numbers of
     * new and of changed topics.
     *
     * Fails with `Conflict` if a comment or viewpoint has the guid of one of another topic, and with `LimitExceeded`
     * beyond the limits of the project and its topics.
     */
    readonly bring: (
      projectId: ProjectId,
      editor: TopicBringer,
      topics: ReadonlyArray<NewTopic>,
      documents: ReadonlyArray<TopicBlob>
    ) => Written<{ readonly created: number; readonly changed: number }, Conflict | LimitExceeded | ProjectNotFound>
  }
>() {}
