import type { BcfHead, BcfTopic } from "../../bcf/BcfFile.ts"
import { bcfFile } from "../../bcf/write/WriteBcf.ts"
import type { FailureTopic } from "./FailureTopics.ts"

interface Written {
  readonly author: string
  /** RFC 3339, in UTC. */
  readonly at: string
}

const [type, status] = ["Issue", "Open"]

const head: BcfHead = {
  project: null,
  extensions: {
    topic_type: [type],
    topic_status: [status],
    priority: [],
    topic_label: [],
    users: [],
    snippet_type: [],
    stage: []
  },
  documents: []
}

const bcfTopic = (
  { components, description, guid, title, viewpointGuid }: FailureTopic,
  { at, author }: Written
): BcfTopic => {
  const selection = components.map((one) => ({ ifc_guid: one }))
  return {
    topic: {
      guid,
      topic_type: type,
      topic_status: status,
      title,
      description,
      reference_links: [],
      labels: [],
      creation_date: at,
      creation_author: author
    },
    files: [],
    comments: [],
    viewpoints:
      selection.length === 0
        ? []
        : [{ viewpoint: { guid: viewpointGuid, components: { selection } }, snapshot: null, bitmaps: {} }],
    related_topics: [],
    document_references: [],
    snippet: null,
    rest: {},
    others: []
  }
}

/** Generates a BCF 3.0 file of topics, each with a viewpoint that selects its components. */
export const topicsFile = (topics: Iterable<FailureTopic>, written: Written): Generator<Uint8Array<ArrayBuffer>> =>
  bcfFile(
    head,
    Iterator.from(topics).map((topic) => bcfTopic(topic, written))
  )
