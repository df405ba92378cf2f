import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Uuid } from "../Identifier.ts"
import { maybe } from "../Optional.ts"
import { Description, list, Name, OtherText, text, Uri } from "../Text.ts"
import { Moment } from "./Moment.ts"
import type { Topic, TopicComment } from "./Topic.ts"

/** A link that a page may offer to follow. */
export const Link = Uri.pipe(
  Schema.filter((text) => (/^https?:\/\//i.test(text) && URL.canParse(text)) || "must be a URL of http or https")
)

/** A topic as a client sends it. By the rule of the BCF API, a change removes every member that it does not contain. */
export const TopicDraft = Schema.Struct({
  guid: maybe(Uuid),
  topic_type: maybe(OtherText),
  topic_status: maybe(OtherText),
  reference_links: maybe(list(Link)),
  title: Name,
  priority: maybe(OtherText),
  index: maybe(Schema.Int),
  labels: maybe(list(Name)),
  assigned_to: maybe(OtherText),
  stage: maybe(OtherText),
  description: maybe(Description),
  bim_snippet: maybe(
    Schema.Struct({ snippet_type: Name, is_external: Schema.Boolean, reference: Uri, reference_schema: Uri })
  ),
  due_date: maybe(Moment)
}).annotations({ identifier: "BcfTopicDraft" })
export type TopicDraft = typeof TopicDraft.Type

export const CommentDraft = Schema.Struct({
  guid: maybe(Uuid),
  comment: maybe(text(4000)),
  viewpoint_guid: maybe(Uuid)
}).annotations({ identifier: "BcfCommentDraft" })
export type CommentDraft = typeof CommentDraft.Type

type Content = Omit<
  Topic,
  "server_assigned_id" | "creation_date" | "creation_author" | "modified_date" | "modified_author"
>

/** Returns the content of a topic according to a draft; absent and empty texts are the same. */
const contentOf = ({ labels = [], reference_links = [], ...draft }: TopicDraft, guid: string): Content => ({
  ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== "")),
  guid,
  title: draft.title,
  labels: [...new Set(labels)],
  reference_links
})

/** The person and the time of a change. */
interface Change {
  readonly author: string
  /** RFC 3339, in UTC. */
  readonly at: string
}

/** Returns a new topic, without the id that the storage gives it. */
export const newTopic = (draft: TopicDraft, { at, author }: Change): Omit<Topic, "server_assigned_id"> => ({
  ...contentOf(draft, draft.guid ?? crypto.randomUUID()),
  creation_date: at,
  creation_author: author,
  modified_date: at,
  modified_author: author
})

/** Returns a topic after a change that contains all members that remain. */
export const changedTopic = (before: Topic, draft: TopicDraft, { at, author }: Change): Topic => ({
  ...contentOf(draft, before.guid),
  server_assigned_id: before.server_assigned_id,
  creation_date: before.creation_date,
  creation_author: before.creation_author,
  modified_date: at,
  modified_author: author
})

export const newComment = (
  topicGuid: string,
  { comment = "", guid, viewpoint_guid }: CommentDraft,
  { at, author }: Change
): TopicComment => ({
  guid: guid ?? crypto.randomUUID(),
  topic_guid: topicGuid,
  date: at,
  author,
  comment,
  ...(viewpoint_guid === undefined ? {} : { viewpoint_guid })
})

export const changedComment = (
  before: TopicComment,
  { comment = "", viewpoint_guid }: CommentDraft,
  { at, author }: Change
): TopicComment => ({
  ...Struct.omit(before, "viewpoint_guid"),
  comment,
  ...(viewpoint_guid === undefined ? {} : { viewpoint_guid }),
  modified_date: at,
  modified_author: author
})
