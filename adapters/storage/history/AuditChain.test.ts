import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, newProject } from "../testing/Work.ts"
import { hashOf } from "./Audit.ts"
import { checkAudit, type Head } from "./AuditChain.ts"

/** Creates three projects with 4, 4 and 1 entries, and removes the triggers that refuse changes of entries. */
const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const projects = yield* ProjectRepository
  const [a, b] = [yield* newProject(), yield* newProject()]
  for (const name of ["x", "y", "z"]) {
    for (const projectId of [a, b]) yield* projects.change(projectId, { name })
  }
  yield* newProject()
  const off = sql.onDialectOrElse({
    pg: () => Effect.forEach(["audit", "audit_heads"], (table) => sql`ALTER TABLE ${sql(table)} DISABLE TRIGGER USER`),
    orElse: () =>
      Effect.forEach(["audit_update", "audit_delete", "audit_heads_move", "audit_heads_delete"], (name) =>
        sql.unsafe(`DROP TRIGGER ${name}`)
      )
  })
  const check = (known: Head | null = null) => Effect.either(checkAudit(sql, known))
  /** Returns the result of a check after the changes, and undoes the changes. */
  const after = (known: Head | null, ...changes: ReadonlyArray<Effect.Effect<unknown, unknown>>) =>
    Effect.flip(
      sql.withTransaction(
        Effect.gen(function* () {
          yield* off
          yield* Effect.all(changes)
          const found = yield* check(known)
          return yield* Effect.fail(Either.match(found, { onLeft: ({ message }) => message, onRight: () => "fits" }))
        })
      )
    )
  return { sql, a, b, check, after }
})

/** Returns a fifth entry of a project without client and interface, as earlier releases wrote them. */
const older = (sql: SqlClient.SqlClient, projectId: ProjectId) =>
  Effect.gen(function* () {
    const project = Number(projectId)
    const heads = yield* sql<{ readonly hash: string }>`SELECT hash FROM audit_heads WHERE project_id = ${project}`
    const previousHash = heads[0]!.hash
    const hash = hashOf({
      previousHash,
      at: 5,
      actor: ada,
      projectId,
      action: "project.change",
      object: projectId,
      requestId: null,
      outcome: "Done",
      client: null,
      via: null
    })
    const insert = sql`INSERT INTO audit (at, actor, project_id, position, action, object, outcome, previous_hash, hash)
      VALUES (5, ${ada}, ${project}, 5, 'project.change', ${projectId}, 'Done', ${previousHash}, ${hash})`
    return { hash, insert }
  })

overStorages((it) => {
  it("an unchanged chain is valid, and stays consistent with an earlier check", () =>
    Effect.gen(function* () {
      const { a, check, sql } = yield* setUp
      const first = Either.getOrThrow(yield* check())
      expect(first).toMatchObject({ entries: 9, projects: 3 })
      expect(first.head.digest).toMatch(/^[0-9a-f]{64}$/)
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.change(a, { name: "later" }))
      yield* newProject()
      const second = Either.getOrThrow(yield* check(first.head))
      expect(second).toMatchObject({ entries: 11, projects: 4 })
      expect(second.head.id).toBeGreaterThan(first.head.id)
      expect(second.head.digest).not.toBe(first.head.digest)
      expect(Either.getOrThrow(yield* check(second.head)).head).toEqual(second.head)
      yield* sql`SELECT 1`
    }))

  it("the first entry that was changed, removed or added is named, even the newest", () =>
    Effect.gen(function* () {
      const { a, after, b, sql } = yield* setUp
      const at = (projectId: string, position: number) =>
        sql`project_id = ${Number(projectId)} AND position = ${position}`
      const name = (projectId: string, position: number) => `entry ${position} of project ${projectId} `
      for (const [column, value] of [
        ["actor", "nobody"],
        ["action", "other"],
        ["object", "other"],
        ["outcome", "Other"],
        ["request_id", "other"],
        ["at", 1]
      ] as const) {
        const told = yield* after(null, sql`UPDATE audit SET ${sql(column)} = ${value} WHERE ${at(b, 2)}`)
        expect(told).toStartWith(name(b, 2))
        expect(told).toEndWith("was changed")
      }
      const remove = (projectId: string, position: number) => sql`DELETE FROM audit WHERE ${at(projectId, position)}`
      expect(yield* after(null, remove(a, 1))).toBe(`${name(a, 1)}is missing`)
      expect(yield* after(null, remove(a, 3), remove(b, 1))).toBe(`${name(a, 3)}is missing`)
      expect(yield* after(null, remove(a, 4))).toBe(`${name(a, 4)}is missing`)
      expect(yield* after(null, sql`DELETE FROM audit WHERE project_id = ${Number(b)}`)).toBe(`${name(b, 1)}is missing`)
      const head = sql`DELETE FROM audit_heads WHERE project_id = ${Number(b)}`
      expect(yield* after(null, head)).toMatch(/^entry 4 of project \d+ \(id \d+\) was added$/)
      const moved = sql`UPDATE audit SET position = position - 1 WHERE project_id = ${Number(a)} AND position > 2`
      expect(yield* after(null, remove(a, 2), moved)).toMatch(/^entry 2 of project .* does not follow the one before$/)
    }))

  it("an added entry with a valid hash is detected by the head of its project", () =>
    Effect.gen(function* () {
      const { a, after, sql } = yield* setUp
      const { insert } = yield* older(sql, a)
      expect(yield* after(null, insert)).toMatch(/^entry 5 of project \d+ \(id \d+\) was added$/)
    }))

  it("an entry of a release that recorded no program is valid, and none can be turned into one", () =>
    Effect.gen(function* () {
      const { a, after, sql } = yield* setUp
      const { hash, insert } = yield* older(sql, a)
      const head = sql`UPDATE audit_heads SET position = 5, hash = ${hash} WHERE project_id = ${Number(a)}`
      expect(yield* after(null, insert, head)).toBe("fits")
      const turned = sql`UPDATE audit SET via = NULL WHERE project_id = ${Number(a)} AND position = 2`
      expect(yield* after(null, turned)).toMatch(/^entry 2 of project .* was changed$/)
      const named = sql`UPDATE audit SET client = 'x' WHERE project_id = ${Number(a)} AND position = 5`
      expect(yield* after(null, insert, head, named)).toMatch(/^entry 5 of project .* was changed$/)
    }))

  it("a completely rewritten chain with its head is detected by the output of an earlier check", () =>
    Effect.gen(function* () {
      const { a, after, check, sql } = yield* setUp
      const { head } = Either.getOrThrow(yield* check())
      const project = Number(a)
      const shortened = [
        sql`DELETE FROM audit WHERE project_id = ${project} AND position = 4`,
        sql`UPDATE audit_heads SET position = 3, hash = (SELECT hash FROM audit WHERE project_id = ${project}
          AND position = 3) WHERE project_id = ${project}`
      ]
      expect(yield* after(null, ...shortened)).toBe("fits")
      expect(yield* after(head, ...shortened)).toBe(`the entries up to id ${head.id} are not those of --head`)
      expect(yield* after({ ...head, id: head.id + 100 }, ...shortened)).toContain("are not those of --head")
    }))

  it("an empty check succeeds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      expect(yield* checkAudit(sql, null)).toMatchObject({ entries: 0, projects: 0, head: { id: 0 } })
    }))

  it("the storage refuses to change or remove heads", () =>
    Effect.gen(function* () {
      const { sql } = yield* setUp
      for (const change of [
        sql`UPDATE audit_heads SET position = position - 1`,
        sql`UPDATE audit_heads SET hash = ''`,
        sql`DELETE FROM audit_heads`
      ]) {
        expect(Either.isLeft(yield* Effect.either(change))).toBe(true)
      }
    }))
})
