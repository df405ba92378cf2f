import type { DocumentReference, Topic, TopicComment, TopicFile } from "../domain/topics/Topic.ts"
import type { Rest } from "../domain/topics/Rest.ts"
import type { Viewpoint } from "../domain/topics/Viewpoint.ts"

/** The versions of BCF files. */
export type Version = "2.1" | "3.0"

/** Bytes of a file within an archive. */
export type Bytes = Uint8Array

/** A topic of a BCF file with everything in its folder. */
export interface BcfTopic {
  readonly topic: Omit<Topic, "server_assigned_id"> & { readonly server_assigned_id?: string }
  readonly files: ReadonlyArray<TopicFile & { readonly is_external?: boolean }>
  readonly comments: ReadonlyArray<Omit<TopicComment, "topic_guid">>
  readonly viewpoints: ReadonlyArray<BcfViewpoint>
  readonly related_topics: ReadonlyArray<string>
  readonly document_references: ReadonlyArray<DocumentReference>
  /** The bytes of a snippet that is stored in the folder. */
  readonly snippet: Bytes | null
  readonly rest: Rest
  /** The files of the folder that the topic does not refer to, by their names. */
  readonly others: ReadonlyArray<readonly [name: string, bytes: Bytes]>
}

export interface BcfViewpoint {
  readonly viewpoint: Viewpoint
  readonly snapshot: Bytes | null
  /** The bytes of the bitmaps, by their guids. */
  readonly bitmaps: Readonly<Record<string, Bytes>>
}

export interface BcfDocument {
  readonly guid: string
  readonly filename: string
  readonly description?: string
}

/** The words that a project offers for topics. */
export interface Extensions {
  readonly topic_type: ReadonlyArray<string>
  readonly topic_status: ReadonlyArray<string>
  readonly priority: ReadonlyArray<string>
  readonly topic_label: ReadonlyArray<string>
  readonly users: ReadonlyArray<string>
  readonly snippet_type: ReadonlyArray<string>
  readonly stage: ReadonlyArray<string>
}

/** The parts of a file that precede its topics. */
export interface BcfHead {
  readonly project: { readonly id: string; readonly name: string } | null
  readonly extensions: Extensions
  readonly documents: ReadonlyArray<BcfDocument>
}
