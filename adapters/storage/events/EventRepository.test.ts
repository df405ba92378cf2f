import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import { EventId } from "../../../src/domain/events/Event.ts"
import { projectChanged } from "../../../src/domain/events/NewEvents.ts"
import type { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { EventRepository } from "../../../src/ports/events/EventRepository.ts"
import { EventSignal } from "../../../src/ports/EventSignal.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { lockHistory, writeEvents } from "./EventRows.ts"
import { transaction } from "../sql/Transaction.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, later, newProject, readyModel } from "../testing/Work.ts"

const none = EventId.make("0")
const day = 24 * 3_600_000

/** Reads on from an id to the end and returns the events. */
const readOn = (projectId: ProjectId, after: EventId) =>
  Effect.map(
    Effect.flatMap(EventRepository, (events) => events.after(projectId, after, 1000)),
    ({ events }) => events.map(({ event }) => event)
  )

overStorages((it, name) => {
  it("a cursor never skips an event that is committed late", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const projectId = yield* newProject()
      const writers = 8
      const each = 12
      const write = (writer: number) =>
        Effect.forEach(
          Array.from({ length: each }, (_, i) => i),
          (i) =>
            transaction(sql)(
              Effect.gen(function* () {
                yield* sql`SELECT 1`
                yield* lockHistory(sql, projectId)
                yield* writeEvents(sql, projectId, [
                  { ...projectChanged(projectId, "Changed"), object: `${writer} ${i}` }
                ])
                // The id is assigned, but the commit is delayed, and other writers of the project must wait for it.
                yield* Effect.sleep(`${(writer * 7 + i * 3) % 5} millis`)
              })
            ),
          { discard: true }
        )
      const isOver = yield* Ref.make(false)
      const seen: Array<string> = []
      const reader = yield* Effect.fork(
        Effect.gen(function* () {
          let cursor = none
          for (let isLast = false; ;) {
            const events = yield* readOn(projectId, cursor)
            seen.push(...events.map(({ object }) => object))
            cursor = events.at(-1)?.id ?? cursor
            if (isLast && events.length === 0) return
            isLast = yield* Ref.get(isOver)
            yield* Effect.sleep("1 millis")
          }
        })
      )
      yield* Effect.all(
        Array.from({ length: writers }, (_, writer) => write(writer)),
        { concurrency: "unbounded" }
      )
      yield* Ref.set(isOver, true)
      yield* Fiber.join(reader)
      const all = yield* readOn(projectId, none)
      expect(all.length).toBe(1 + writers * each)
      expect(seen).toEqual(all.map(({ object }) => object))
      const ids = all.map(({ id }) => Number(id))
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }))

  it("a rolled back change makes no event and no wake; a committed one wakes readers once it is readable", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const projects = yield* ProjectRepository
      const projectId = yield* newProject()
      const created = (yield* readOn(projectId, none))[0]!.id
      const found: Array<number> = []
      const wake = Effect.map(readOn(projectId, created), ({ length }) => void found.push(length)).pipe(Effect.ignore)
      const services = yield* Effect.context<EventRepository>()
      const heard = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.provideService(work, EventSignal, {
          wake: Effect.provide(wake, services),
          wakes: Stream.never
        })
      yield* heard(projects.change(projectId, { name: "Project" }))
      const undone = Effect.zipRight(projects.change(projectId, { name: "Undone" }), Effect.fail("no"))
      yield* heard(Effect.exit(transaction(sql)(undone)))
      expect(found).toEqual([])
      yield* heard(projects.change(projectId, { name: "Done" }))
      expect(found).toEqual([1])
    }))

  it("events older than 30 days are removed with the audiences of removed models; the feed reports its beginning", () =>
    Effect.gen(function* () {
      const events = yield* EventRepository
      const projectId = yield* newProject()
      const members = yield* MemberRepository
      yield* members.put(projectId, bert, "User")
      const model = yield* readyModel(projectId)
      yield* Effect.flatMap(ModelRepository, (models) => models.remove(model.modelId))
      const seenBy = (user: typeof ada) => events.formerlySeen(user, [model.modelId, "999" as ModelId])
      expect([...(yield* seenBy(ada)), ...(yield* seenBy(bert))]).toEqual([model.modelId, model.modelId])
      const old = yield* readOn(projectId, none)
      yield* events.forget(30)
      expect(yield* readOn(projectId, none)).toEqual(old)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* later(31 * day)
          yield* Effect.flatMap(ProjectRepository, (projects) => projects.change(projectId, { name: "Later" }))
          yield* events.forget(30)
          const { events: left, expired } = yield* events.after(projectId, none, 10)
          expect(left.map(({ event }) => event.type)).toEqual(["project.changed"])
          expect(expired).toBe(old.at(-1)!.id)
          expect([...(yield* seenBy(ada))]).toEqual([])
        })
      )
    }))

  it("a removed project loses its events and the audiences of its removed models; heads belong to projects", () =>
    Effect.gen(function* () {
      const events = yield* EventRepository
      const [one, other] = [yield* newProject(), yield* newProject()]
      const { modelId } = yield* readyModel(one)
      yield* Effect.flatMap(ModelRepository, (models) => models.remove(modelId))
      const heads = yield* events.heads([one, other])
      expect([heads.get(one), heads.get(other)]).toEqual([
        (yield* readOn(one, none)).at(-1)!.id,
        (yield* readOn(other, none)).at(-1)!.id
      ])
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.remove(one))
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      expect(yield* readOn(one, none)).toEqual([])
      expect([...(yield* events.formerlySeen(ada, [modelId]))]).toEqual([])
      expect((yield* readOn(other, none)).length).toBe(1)
    }))

  if (!name.startsWith("SQLite")) return
  it("the feed finds its rows by an index", () =>
    Effect.gen(function* () {
      const events = yield* EventRepository
      const projectId = yield* newProject()
      const { texts } = yield* recorded(Effect.zip(events.after(projectId, none, 10), events.heads([projectId])))
      expect(yield* slowSteps(texts)).toEqual([])
    }))
})
