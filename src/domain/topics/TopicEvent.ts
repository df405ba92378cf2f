import * as Schema from "effect/Schema"
import { optional } from "../Optional.ts"
import type { Topic, TopicComment } from "./Topic.ts"

const Action = Schema.Struct({ type: Schema.String, value: optional(Schema.String) }).annotations({
  identifier: "BcfAction"
})
type Action = typeof Action.Type

/** A change of a topic, by the words of the BCF API. */
export const TopicEvent = Schema.Struct({
  topic_guid: Schema.String,
  date: Schema.String,
  author: Schema.String,
  actions: Schema.Array(Action)
}).annotations({ identifier: "BcfTopicEvent" })
export type TopicEvent = typeof TopicEvent.Type

/** A change of a comment, by the words of the BCF API. */
export const CommentEvent = Schema.Struct({ comment_guid: Schema.String, ...TopicEvent.fields }).annotations({
  identifier: "BcfCommentEvent"
})
export type CommentEvent = typeof CommentEvent.Type

/** The members whose changes are recorded, with the prefixes of the words for them. */
const told = {
  title: "title",
  description: "description",
  topic_status: "status",
  topic_type: "type",
  priority: "priority",
  due_date: "due_date",
  assigned_to: "assigned_to",
  stage: "stage"
} as const

/** Values are shown in lists, so that long descriptions are cut. */
const mostCharacters = 255

const valued = (type: string, value: string): Action => ({ type, value: value.slice(0, mostCharacters).toWellFormed() })

/** Returns what has changed in a topic; or, for a new topic, that it was created. */
export const topicActions = (
  before: Omit<Topic, "server_assigned_id"> | null,
  after: Omit<Topic, "server_assigned_id">
): ReadonlyArray<Action> => {
  if (before === null) return [{ type: "topic_created" }]
  const labels = { before: new Set(before.labels), after: new Set(after.labels) }
  return [
    ...Object.entries(told).flatMap(([member, word]): ReadonlyArray<Action> => {
      const [old, now] = [before[member as keyof typeof told], after[member as keyof typeof told]]
      if (old === now) return []
      return now === undefined ? [{ type: `${word}_removed` }] : [valued(`${word}_updated`, now)]
    }),
    ...after.labels.filter((label) => !labels.before.has(label)).map((label) => valued("label_added", label)),
    ...before.labels.filter((label) => !labels.after.has(label)).map((label) => valued("label_removed", label))
  ]
}

/** Returns what has changed in a comment; or, for a new comment, that it was created. */
export const commentActions = (before: TopicComment | null, after: TopicComment): ReadonlyArray<Action> => {
  if (before === null) return [{ type: "comment_created" }]
  const viewpoint =
    after.viewpoint_guid === undefined
      ? { type: "viewpoint_removed" }
      : { type: "viewpoint_updated", value: after.viewpoint_guid }
  return [
    ...(before.comment === after.comment ? [] : [valued("comment_text_updated", after.comment)]),
    ...(before.viewpoint_guid === after.viewpoint_guid ? [] : [viewpoint])
  ]
}
