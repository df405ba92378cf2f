import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { limits } from "../../../src/domain/Limits.ts"
import { restKey } from "../../../src/domain/topics/Rest.ts"
import { TopicEventRepository } from "../../../src/ports/topics/TopicEventRepository.ts"
import { type TopicBringer, TopicFileRepository } from "../../../src/ports/topics/TopicFileRepository.ts"
import { TopicRepository } from "../../../src/ports/topics/TopicRepository.ts"
import { planOf, recorded } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject, whole } from "../testing/Work.ts"

const models = new Set<string>()
const owner: TopicBringer = { userId: ada, role: "Owner", models }
const guid = () => crypto.randomUUID() as string
const by = { author: "grace", date: "2026-04-28T16:31:12Z" }
const topic = {
  guid: guid(),
  title: "a",
  labels: [],
  reference_links: [],
  creation_date: by.date,
  creation_author: by.author
}
const more = { related_topics: [], document_references: [], files: [], rest: {} }
const many = <A>(count: number, make: () => A) => Array.from({ length: count }, make)

const comment = () => ({ guid: guid(), topic_guid: topic.guid, ...by, comment: "a" })
const blob = (kind: "snapshot" | "document", name: string) => ({
  kind,
  name,
  media: "image/png",
  key: guid(),
  bytes: 1
})
const viewpoint = () => ({ viewpoint: { guid: guid() }, blobs: [blob("snapshot", "")] })
const newTopic = (count: number) => ({
  topic,
  more,
  comments: many(count, comment),
  viewpoints: many(count, viewpoint),
  blobs: []
})

overStorages((it, name) => {
  it("the parts of a topic are stored by a few statements, however many there are", () =>
    Effect.gen(function* () {
      const files = yield* TopicFileRepository
      const count = (parts: number) =>
        Effect.gen(function* () {
          const projectId = yield* newProject()
          const documents = many(parts, () => blob("document", guid()))
          const given = newTopic(parts)
          const { texts } = yield* recorded(files.bring(projectId, owner, [given], documents))
          expect(yield* files.documents(projectId)).toEqual(documents)
          const { comments, viewpoints } = Option.getOrThrow(yield* files.whole(projectId, topic.guid))
          expect([comments, viewpoints] as Array<unknown>).toEqual([given.comments, given.viewpoints])
          return texts.length
        })
      expect(yield* count(200)).toBe(yield* count(1))
    }))

  it("a file changes no comments of others, unless an Owner imports it", () =>
    Effect.gen(function* () {
      const files = yield* TopicFileRepository
      const projectId = yield* newProject()
      const given = newTopic(1)
      const [before] = given.comments
      const key = restKey("Comment", before!.guid)
      const withRest = (element: string) => ({ ...more, rest: { [key]: [element] } })
      yield* files.bring(projectId, owner, [{ ...given, more: withRest("<A/>") }], [])
      const comments = given.comments.map((one) => ({ ...one, comment: "changed" }))
      const bringAs = (editor: TopicBringer) =>
        Effect.gen(function* () {
          const changed = { ...given, comments: [...comments, comment()], more: withRest("<B/>") }
          yield* files.bring(projectId, editor, [changed], [])
          const found = Option.getOrThrow(yield* files.whole(projectId, topic.guid))
          return [...found.comments.map((one) => one.comment), ...found.more.rest[key]!]
        })
      expect(yield* bringAs({ userId: bert, role: "Contributor", models })).toEqual([before!.comment, "a", "<A/>"])
      expect(yield* bringAs({ userId: bert, role: "Owner", models })).toEqual(["changed", "a", "a", "<B/>"])
    }))

  it("of the changes of a topic and its comments the newest 10,000 are kept, and none of a deleted topic", () =>
    Effect.gen(function* () {
      const files = yield* TopicFileRepository
      const topics = yield* TopicRepository
      const events = yield* TopicEventRepository
      const projectId = yield* newProject()
      const { most } = limits.changesOfTopic
      const other = { ...topic, guid: guid() }
      yield* topics.create(projectId, ada, other)
      const given = { ...newTopic(0), comments: many(most - 1, comment) }
      yield* files.bring(projectId, owner, [given], [])
      const kept = Effect.gen(function* () {
        const ofTopics = yield* whole(events.ofTopics(projectId, { topic: topic.guid }))
        return [ofTopics.length, (yield* whole(events.ofComments(projectId, { topic: topic.guid }))).length]
      })
      expect(yield* kept).toEqual([1, most - 1])
      yield* topics.addComment(projectId, ada, comment())
      expect(yield* kept).toEqual([0, most])
      yield* topics.remove(projectId, owner, topic.guid, null)
      expect(yield* kept).toEqual([0, 0])
      const left = yield* whole(events.ofTopics(projectId, { topic: null }))
      expect(left.map(({ topic_guid }) => topic_guid)).toEqual([other.guid])
    }))

  it("comments of a file make events; if the file is imported again, only changed ones do", () =>
    Effect.gen(function* () {
      const files = yield* TopicFileRepository
      const events = yield* TopicEventRepository
      const projectId = yield* newProject()
      const given = newTopic(2)
      yield* files.bring(projectId, owner, [given], [])
      const [first, second] = given.comments
      // The last one counts if a file has a guid twice.
      const comments = [first!, second!, { ...second!, comment: "b" }]
      yield* files.bring(projectId, owner, [{ ...given, comments }], [])
      const told = yield* whole(events.ofComments(projectId, { topic: null }))
      expect(told.map(({ actions, comment_guid }) => [comment_guid, actions]) as Array<unknown>).toEqual([
        [first!.guid, [{ type: "comment_created" }]],
        [second!.guid, [{ type: "comment_created" }]],
        [second!.guid, [{ type: "comment_text_updated", value: "b" }]]
      ])
    }))

  if (name !== "PostgreSQL") {
    it("a document is found by an index", () =>
      Effect.gen(function* () {
        const files = yield* TopicFileRepository
        const projectId = yield* newProject()
        const { texts } = yield* recorded(files.document(projectId, guid()))
        expect((yield* planOf(texts.at(-1)!)).join()).toContain("topic_documents")
      }))
  }
})
