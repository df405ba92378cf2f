import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SavedQueryId } from "../../../src/domain/Identifier.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { type QueryContent, queryText, type SavedQueryText } from "../../../src/domain/projects/SavedQuery.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { SavedQueryRepository } from "../../../src/ports/projects/SavedQueryRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject, standingAt, whole } from "../testing/Work.ts"

const carl = "carl" as UserId
const owner = { userId: ada, role: "Owner" } as const
const contributor = { userId: bert, role: "Contributor" } as const
const user = { userId: carl, role: "User" } as const

const walls: QueryContent = { filters: { Class: "Wäll 🧱" }, fields: ["Name"] }

const textOf = (name: string, shared = false, query: QueryContent = walls): SavedQueryText => ({
  name,
  description: null,
  query: Effect.runSync(queryText(query)),
  shared
})

/** A project of Ada's with Bert as a Contributor and Carl as a User. */
const setUp = Effect.gen(function* () {
  const projectId = yield* newProject()
  const members = yield* MemberRepository
  yield* members.put(projectId, bert, "Contributor")
  yield* members.put(projectId, carl, "User")
  const queries = yield* SavedQueryRepository
  const namesOf = (userId: UserId) =>
    Effect.map(whole(queries.list(projectId, userId)), (all) => all.map(({ name }) => name))
  return { projectId, members, queries, namesOf }
})

const tagOf = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), ({ _tag }) => _tag)

overStorages((it) => {
  it("a query is stored as it was sent, with its times, and rewritten only by a change with effect", () =>
    Effect.gen(function* () {
      const { projectId, queries } = yield* setUp
      const at = Date.UTC(2030, 0, 2)
      const made = yield* Effect.scoped(
        Effect.zipRight(standingAt(at), queries.create(projectId, ada, { ...textOf("Walls"), description: "d" }))
      )
      const time = "2030-01-02T00:00:00.000Z"
      expect(made).toEqual({
        id: made.id,
        name: "Walls",
        description: "d",
        query: walls,
        shared: false,
        createdBy: ada,
        createdAt: time,
        updatedAt: time
      })
      expect(yield* queries.find(projectId, ada, made.id)).toEqual(Option.some(made))
      expect(yield* whole(queries.list(projectId, ada))).toEqual([made])
      expect(yield* queries.change(projectId, owner, made.id, { name: "Walls" })).toEqual(made)
      const change = { description: null, query: textOf("", false, { units: "SI" }).query, shared: true }
      const after = yield* Effect.scoped(
        Effect.zipRight(standingAt(at + 1000), queries.change(projectId, owner, made.id, change))
      )
      const { description: _, ...rest } = made
      expect(after).toEqual({ ...rest, query: { units: "SI" }, shared: true, updatedAt: "2030-01-02T00:00:01.000Z" })
      expect(yield* queries.find(projectId, bert, made.id)).toEqual(Option.some(after))
    }))

  it("members see their own and shared queries, by name", () =>
    Effect.gen(function* () {
      const { namesOf, projectId, queries } = yield* setUp
      yield* queries.create(projectId, ada, textOf("b", true))
      const own = yield* queries.create(projectId, bert, textOf("É"))
      yield* queries.create(projectId, bert, textOf("c", true))
      yield* queries.create(projectId, carl, textOf("B"))
      yield* queries.create(projectId, carl, textOf("b"))
      yield* queries.create(yield* newProject(), ada, textOf("a", true))
      expect(yield* namesOf(ada)).toEqual(["b", "c"])
      expect(yield* namesOf(bert)).toEqual(["b", "c", "É"])
      expect(yield* namesOf(carl)).toEqual(["B", "b", "b", "c"])
      expect(yield* queries.find(projectId, ada, own.id)).toEqual(Option.none())
      expect(yield* queries.find(yield* newProject(bert), bert, own.id)).toEqual(Option.none())
    }))

  it("only its author may change a query, and Owners a shared one; only Contributors and Owners may share", () =>
    Effect.gen(function* () {
      const { projectId, queries } = yield* setUp
      const { id } = yield* queries.create(projectId, bert, textOf("q"))
      const rename = { name: "r" }
      for (const asking of [owner, user]) {
        expect(yield* tagOf(queries.change(projectId, asking, id, rename))).toBe("NotFound")
        expect(yield* tagOf(queries.remove(projectId, asking, id))).toBe("NotFound")
      }
      yield* queries.change(projectId, contributor, id, { shared: true })
      expect(yield* tagOf(queries.change(projectId, user, id, rename))).toBe("Forbidden")
      expect(yield* tagOf(queries.remove(projectId, user, id))).toBe("Forbidden")
      expect(yield* queries.change(projectId, owner, id, rename)).toMatchObject({ name: "r", createdBy: bert })
      // A user who has lost the role changes the query but does not share it again.
      const lowered = { userId: bert, role: "User" } as const
      expect(yield* queries.change(projectId, lowered, id, { shared: true, name: "s" })).toMatchObject({ shared: true })
      expect(yield* queries.change(projectId, lowered, id, { shared: false })).toMatchObject({ shared: false })
      expect(yield* tagOf(queries.change(projectId, lowered, id, { shared: true }))).toBe("Forbidden")
      yield* queries.change(projectId, contributor, id, { shared: true })
      yield* queries.remove(projectId, owner, id)
      expect(yield* tagOf(queries.remove(projectId, owner, id))).toBe("NotFound")
      expect(yield* tagOf(queries.change(projectId, owner, SavedQueryId.make(9), rename))).toBe("NotFound")
      expect((yield* queries.create(projectId, bert, textOf("q"))).id).toBeGreaterThan(id)
    }))

  it("private queries of a member who leaves are removed, shared ones are kept", () =>
    Effect.gen(function* () {
      const { members, namesOf, projectId, queries } = yield* setUp
      const other = yield* newProject(bert)
      yield* queries.create(projectId, bert, textOf("private"))
      yield* queries.create(projectId, carl, textOf("of another"))
      yield* queries.create(other, bert, textOf("elsewhere"))
      const { id } = yield* queries.create(projectId, bert, textOf("shared", true))
      yield* members.remove(projectId, bert)
      expect(yield* tagOf(queries.create(projectId, bert, textOf("late")))).toBe("ProjectNotFound")
      expect(yield* tagOf(queries.change(projectId, contributor, id, { name: "late" }))).toBe("ProjectNotFound")
      expect(yield* tagOf(queries.change(projectId, owner, id, { shared: false }))).toBe("Forbidden")
      yield* members.put(projectId, bert, "User")
      expect(yield* namesOf(bert)).toEqual(["shared"])
      expect(yield* namesOf(carl)).toEqual(["of another", "shared"])
      expect((yield* whole(queries.list(other, bert))).map(({ name }) => name)).toEqual(["elsewhere"])
    }))

  it("a query saved while its author leaves is refused or removed", () =>
    Effect.gen(function* () {
      const { members, projectId, queries } = yield* setUp
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 10; round++) {
        yield* members.put(projectId, bert, "User")
        const saving = Effect.either(queries.create(projectId, bert, textOf("q")))
        yield* Effect.all([saving, members.remove(projectId, bert), saving], { concurrency: "unbounded" })
        expect(yield* sql`SELECT id FROM saved_queries`).toEqual([])
      }
    }))

  it("the queries of a project are removed with it", () =>
    Effect.gen(function* () {
      const { projectId, queries } = yield* setUp
      yield* queries.create(projectId, ada, textOf("q"))
      yield* Effect.flatMap(ProjectRepository, ({ remove }) => remove(projectId))
      expect(yield* tagOf(queries.create(projectId, ada, textOf("late")))).toBe("ProjectNotFound")
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT id FROM saved_queries`).toEqual([])
    }))
})
