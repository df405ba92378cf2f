import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { parseFilter, parseOrder } from "../../../src/domain/topics/Filter.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { TopicRepository } from "../../../src/ports/topics/TopicRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, newProject, whole } from "../testing/Work.ts"

const guid = () => crypto.randomUUID() as string

const topic = (title: string, more: object = {}) => ({
  guid: guid(),
  title,
  labels: [],
  reference_links: [],
  creation_date: "2026-04-28T16:31:12.000Z",
  creation_author: "ada",
  ...more
})

const tagOf = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), ({ _tag }) => _tag)

const listed = (projectId: ProjectId, filter: string | null, order = "") =>
  Effect.gen(function* () {
    const topics = yield* TopicRepository
    const query = {
      ...(filter === null ? {} : { filter: Either.getOrThrow(parseFilter(filter)) }),
      order: order === "" ? [] : Either.getOrThrow(parseOrder(order))
    }
    return (yield* whole(topics.list(projectId, query))).map(({ title }) => title)
  })

const snapshot = (key: string, bytes = 10) => ({ kind: "snapshot" as const, name: "", media: "image/png", key, bytes })

overStorages((it) => {
  it("topics are filtered by each kind of member, and those without it are unequal to everything", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const projectId = yield* newProject()
      yield* topics.create(projectId, ada, topic("Ä", { stage: "a", labels: ["x", "xy"], index: 2 }))
      yield* topics.create(projectId, ada, topic("b", { due_date: "2026-05-01T00:00:00+02:00", labels: ["xy"] }))
      yield* topics.create(yield* newProject(), ada, topic("c"))
      expect(yield* listed(projectId, "stage eq 'a'")).toEqual(["Ä"])
      expect(yield* listed(projectId, "stage ne 'z'")).toEqual(["Ä", "b"])
      expect(yield* listed(projectId, "not (stage gt '')")).toEqual(["b"])
      expect(yield* listed(projectId, "index gt 1 and index lt 2.5")).toEqual(["Ä"])
      expect(yield* listed(projectId, "due_date lt 2026-04-30T22:00:01Z")).toEqual(["b"])
      expect(yield* listed(projectId, "labels/any(l: l eq 'x')")).toEqual(["Ä"])
      expect(yield* listed(projectId, "labels/any(l: l ne 'xy')")).toEqual(["Ä"])
      expect(yield* listed(projectId, "server_assigned_id eq '0'")).toEqual([])
      expect(yield* listed(projectId, null, "title")).toEqual(["b", "Ä"])
      expect(yield* listed(projectId, null, "due_date,title")).toEqual(["b", "Ä"])
    }))

  it("ids of the server are unique and not used again", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const projectId = yield* newProject()
      const first = yield* topics.create(projectId, ada, topic("a"))
      yield* topics.remove(projectId, { userId: ada, role: "User" }, first.topic.guid, first.etag)
      const second = yield* topics.create(projectId, ada, topic("a"))
      expect(second.topic.server_assigned_id).not.toBe(first.topic.server_assigned_id)
      expect(yield* topics.find(projectId, second.topic.guid)).toEqual(Option.some(second))
    }))

  it("guids of topics, comments and viewpoints are unique in a project", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const projectId = yield* newProject()
      const one = yield* topics.create(projectId, ada, topic("a"))
      expect(yield* tagOf(topics.create(projectId, ada, one.topic))).toBe("Conflict")
      const comment = { guid: guid(), topic_guid: one.topic.guid, date: "2026-04-28", author: "ada", comment: "a" }
      yield* topics.addComment(projectId, ada, comment)
      expect(yield* tagOf(topics.addComment(projectId, ada, comment))).toBe("Conflict")
      const viewpoint = { guid: guid() }
      yield* topics.addViewpoint(projectId, one.topic.guid, { viewpoint, blobs: [] })
      expect(yield* tagOf(topics.addViewpoint(projectId, one.topic.guid, { viewpoint, blobs: [] }))).toBe("Conflict")
      yield* topics.create(yield* newProject(), ada, one.topic)
    }))

  it("the version of a topic changes with its comments and viewpoints", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const projectId = yield* newProject()
      const { etag, topic: one } = yield* topics.create(projectId, ada, topic("a"))
      const comment = { guid: guid(), topic_guid: one.guid, date: "2026-04-29", author: "grace", comment: "a" }
      yield* topics.addComment(projectId, ada, comment)
      yield* topics.addViewpoint(projectId, one.guid, { viewpoint: { guid: guid() }, blobs: [] })
      const after = Option.getOrThrow(yield* topics.find(projectId, one.guid))
      expect(after.etag).not.toBe(etag)
      expect([after.topic.modified_date, after.topic.modified_author]).toEqual(["2026-04-29", "grace"])
      const late = topics.change(projectId, one.guid, etag, Either.right)
      expect(yield* tagOf(late)).toBe("PreconditionFailed")
      yield* topics.change(projectId, one.guid, `"0-0", ${after.etag}`, Either.right)
      yield* topics.change(projectId, one.guid, "*", Either.right)
    }))

  it("a picture is garbage once its viewpoint or topic is deleted", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* newProject()
      const { topic: one } = yield* topics.create(projectId, ada, topic("a"))
      const [first, second] = [guid(), guid()]
      const blobs = [first, second].map((one) => `projects/${one}`)
      yield* topics.addViewpoint(projectId, one.guid, { viewpoint: { guid: first }, blobs: [snapshot(blobs[0]!)] })
      yield* topics.addViewpoint(projectId, one.guid, { viewpoint: { guid: second }, blobs: [snapshot(blobs[1]!)] })
      expect(Option.map(yield* topics.picture(projectId, one.guid, first, null), ({ key }) => key)).toEqual(
        Option.some(blobs[0]!)
      )
      expect(yield* garbage.unreferenced(blobs)).toEqual([])
      yield* topics.removeViewpoint(projectId, one.guid, first)
      expect(yield* garbage.unreferenced(blobs)).toEqual([blobs[0]!])
      yield* topics.remove(projectId, { userId: ada, role: "User" }, one.guid, null)
      expect(yield* garbage.unreferenced(blobs)).toEqual(blobs)
    }))

  it("a project has at most 10 GB of pictures", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const projectId = yield* newProject()
      const { topic: one } = yield* topics.create(projectId, ada, topic("a"))
      const { most } = limits.topicBytesOfProject
      const add = (bytes: number) =>
        topics.addViewpoint(projectId, one.guid, { viewpoint: { guid: guid() }, blobs: [snapshot(guid(), bytes)] })
      yield* add(most - 10)
      yield* add(10)
      expect(yield* tagOf(add(1))).toBe("LimitExceeded")
    }))

  it("a removed project accepts no topics, and its topics are removed", () =>
    Effect.gen(function* () {
      const topics = yield* TopicRepository
      const projects = yield* ProjectRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* newProject()
      const { topic: one } = yield* topics.create(projectId, ada, topic("a"))
      const key = guid()
      yield* topics.addViewpoint(projectId, one.guid, { viewpoint: { guid: guid() }, blobs: [snapshot(key)] })
      yield* projects.remove(projectId)
      expect(yield* tagOf(topics.create(projectId, ada, topic("late")))).toBe("ProjectNotFound")
      yield* garbage.purgeRemoved
      expect(yield* garbage.unreferenced([key])).toEqual([key])
    }))
})
