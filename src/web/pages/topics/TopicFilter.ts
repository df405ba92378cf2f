import type { BcfTopic } from "../../../../sdk/plinth.ts"

/** Choice of the topics that are listed; an empty text leaves out none. */
export interface TopicFilter {
  readonly text: string
  readonly status: string
  /** A user, or `nobody`. */
  readonly assigned: string
}

/** Stands for topics that are assigned to nobody; users have no such id. */
export const nobody = "\n"

export const noFilter: TopicFilter = { text: "", status: "", assigned: "" }

/** Returns the topics that a filter leaves. The text is looked for in title, description, labels, type and number. */
export const filtered = (
  topics: ReadonlyArray<BcfTopic>,
  { assigned, status, text }: TopicFilter
): ReadonlyArray<BcfTopic> => {
  const needle = text.trim().toLowerCase()
  return topics.filter(
    (topic) =>
      (status === "" || topic.topic_status === status) &&
      (assigned === "" || (topic.assigned_to ?? nobody) === assigned) &&
      [topic.title, topic.description, topic.topic_type, `#${topic.server_assigned_id}`, ...topic.labels].some(
        (part) => part?.toLowerCase().includes(needle) === true
      )
  )
}
