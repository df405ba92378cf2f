import type { BcfComment, BcfExtensions, BcfTopic, BcfTopicDraft, BcfViewpoint } from "../../../../sdk/plinth.ts"
import { call, callForFile, callForVersion, type NamedFile } from "../../api/Call.ts"
import type { Answer } from "../../api/Failure.ts"
import type { Member } from "../../api/Views.ts"

/** Most topics that a list has, the newest first. */
export const mostListed = 1000

/** Returns the path of the topics of a project, which is given as `/projects/{id}`. */
const topicsPath = (project: string): string => `/bcf/3.0${project}/topics`

const topicPath = (project: string, guid: string): string => `${topicsPath(project)}/${encodeURIComponent(guid)}`

/** Words for topics, the people of the project, and whether the user may write topics. */
export interface TopicContext {
  readonly statuses: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
  readonly people: ReadonlyArray<string>
  readonly nameOf: (person: string) => string
  readonly mayWrite: boolean
}

/** Reads what the lists of choices contain. */
export const contextOf = async (project: string, signal: AbortSignal): Promise<Answer<TopicContext>> => {
  const [extensions, members] = await Promise.all([
    call<BcfExtensions>("GET", `/bcf/3.0${project}/extensions`, { signal }),
    call<{ readonly members: ReadonlyArray<Member> }>("GET", `${project}/members`, { signal })
  ])
  if ("failure" in extensions) return extensions
  const { project_actions, topic_status, topic_type, users } = extensions.value
  const names = new Map("failure" in members ? [] : members.value.members.map(({ name, userId }) => [userId, name]))
  return {
    value: {
      statuses: topic_status,
      types: topic_type,
      people: users,
      nameOf: (person) => names.get(person) ?? person,
      mayWrite: project_actions.includes("createTopic")
    }
  }
}

/** Reads the newest topics of a project, and one more than `mostListed` if there are more. */
export const topicsOf = (project: string, signal: AbortSignal): Promise<Answer<ReadonlyArray<BcfTopic>>> =>
  call("GET", `${topicsPath(project)}?$orderby=creation_date%20desc&$top=${mostListed + 1}`, { signal })

/** Guids that one filter names: each takes four words of it, and addresses are limited in length. */
const guidsAtOnce = 100

/** Returns which of some topics exist. */
export const existingOf = async (
  project: string,
  guids: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<Answer<ReadonlySet<string>>> => {
  const found = new Set<string>()
  for (let at = 0; at < guids.length; at += guidsAtOnce) {
    const filter = guids
      .slice(at, at + guidsAtOnce)
      .map((guid) => `guid eq '${guid}'`)
      .join(" or ")
    const path = `${topicsPath(project)}?$filter=${encodeURIComponent(filter)}`
    const answer = await call<ReadonlyArray<BcfTopic>>("GET", path, { signal })
    if ("failure" in answer) return answer
    for (const { guid } of answer.value) found.add(guid)
  }
  return { value: found }
}

/** A topic with what belongs to it. */
export interface WholeTopic {
  readonly topic: BcfTopic
  readonly comments: ReadonlyArray<BcfComment>
  readonly viewpoints: ReadonlyArray<BcfViewpoint>
}

export const wholeTopicOf = async (project: string, guid: string, signal: AbortSignal): Promise<Answer<WholeTopic>> => {
  const path = topicPath(project, guid)
  const [topic, comments, viewpoints] = await Promise.all([
    call<BcfTopic>("GET", path, { signal }),
    call<ReadonlyArray<BcfComment>>("GET", `${path}/comments`, { signal }),
    call<ReadonlyArray<BcfViewpoint>>("GET", `${path}/viewpoints`, { signal })
  ])
  if ("failure" in topic) return topic
  if ("failure" in comments) return comments
  if ("failure" in viewpoints) return viewpoints
  return { value: { topic: topic.value, comments: comments.value, viewpoints: viewpoints.value } }
}

/** Reads the picture of a viewpoint. */
export const snapshotOf = (
  project: string,
  topic: string,
  viewpoint: string,
  signal: AbortSignal
): Promise<Answer<NamedFile>> =>
  callForFile("GET", `${topicPath(project, topic)}/viewpoints/${viewpoint}/snapshot`, { signal })

/** A viewpoint with its picture, as the service takes it. */
export type ViewpointDraft = Omit<BcfViewpoint, "guid" | "snapshot" | "bitmaps"> & {
  readonly snapshot?: { readonly snapshot_type: "png"; readonly snapshot_data: string }
}

/** Makes a topic with a view, or without one. If the view cannot be kept, there is no topic either. */
export const createTopic = async (
  project: string,
  draft: BcfTopicDraft,
  viewpoint: ViewpointDraft | null
): Promise<Answer<BcfTopic>> => {
  const made = await call<BcfTopic>("POST", topicsPath(project), { body: draft })
  if ("failure" in made || viewpoint === null) return made
  const path = topicPath(project, made.value.guid)
  const kept = await call("POST", `${path}/viewpoints`, { body: viewpoint })
  if (!("failure" in kept)) return made
  await call("DELETE", path)
  return kept
}

const changed = async (project: string, guid: string, changes: Partial<BcfTopicDraft>): Promise<Answer<unknown>> => {
  const path = topicPath(project, guid)
  const before = await callForVersion<BcfTopic>("GET", path)
  if ("failure" in before) return before
  const {
    creation_author: _author,
    creation_date: _date,
    modified_author: _modifier,
    modified_date: _modified,
    server_assigned_id: _id,
    ...draft
  } = before.value.value
  return call("PUT", path, { body: { ...draft, ...changes }, headers: { "if-match": before.value.etag } })
}

/** The last change that was begun. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Changes some members of a topic; an empty text takes one away. Changes wait for each other: of two at once the second
 * would be refused, because both name the same version.
 */
export const changeTopic = (...changes: Parameters<typeof changed>): ReturnType<typeof changed> => {
  const next = lastChange.then(() => changed(...changes))
  lastChange = next.catch(() => {})
  return next
}

export const deleteTopic = (project: string, guid: string): Promise<Answer<unknown>> =>
  call("DELETE", topicPath(project, guid))

export const addComment = (project: string, guid: string, comment: string): Promise<Answer<unknown>> =>
  call("POST", `${topicPath(project, guid)}/comments`, { body: { comment } })

export const exportTopics = (project: string): Promise<Answer<NamedFile>> =>
  callForFile("GET", `${project}/topics.bcfzip`, {})

export const importTopics = (
  project: string,
  file: Blob
): Promise<Answer<{ readonly created: number; readonly changed: number }>> =>
  call("POST", `${project}/topics.bcfzip`, { body: file, headers: { "content-type": "application/octet-stream" } })
