import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TopicEditor } from "../../../src/domain/topics/TopicRole.ts"
import { TopicEventRepository } from "../../../src/ports/topics/TopicEventRepository.ts"
import { TopicFileRepository } from "../../../src/ports/topics/TopicFileRepository.ts"
import { planOf, recorded } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject, whole } from "../testing/Work.ts"

const owner: TopicEditor = { userId: ada, role: "Owner" }
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

  it("a file changes no comments of others, unless an Owner brings it", () =>
    Effect.gen(function* () {
      const files = yield* TopicFileRepository
      const projectId = yield* newProject()
      const given = newTopic(1)
      yield* files.bring(projectId, owner, [given], [])
      const comments = given.comments.map((one) => ({ ...one, comment: "changed" }))
      const bringAs = (editor: TopicEditor) =>
        Effect.gen(function* () {
          yield* files.bring(projectId, editor, [{ ...given, comments: [...comments, comment()] }], [])
          const found = Option.getOrThrow(yield* files.whole(projectId, topic.guid))
          return found.comments.map((one) => one.comment)
        })
      const [before] = given.comments
      expect(yield* bringAs({ userId: bert, role: "Contributor" })).toEqual([before!.comment, "a"])
      expect(yield* bringAs({ userId: bert, role: "Owner" })).toEqual(["changed", "a", "a"])
    }))

  it("comments of a file make events, and only those that have changed when it comes again", () =>
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
