import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { AuditRepository, type Refusal } from "../../../src/ports/audit/AuditRepository.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { entriesOf } from "../testing/Entries.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject } from "../testing/Work.ts"

const refusalIn = (projectId: ProjectId, requestId: string): Refusal => ({
  projectId,
  userId: bert,
  requestId,
  action: "readProject",
  object: projectId,
  outcome: "ProjectNotFound"
})

overStorages((it, name) => {
  it("the audit of a project is read newest first, page by page, with the total count", () =>
    Effect.gen(function* () {
      const audit = yield* AuditRepository
      const projects = yield* ProjectRepository
      const projectId = yield* Effect.provideService(newProject(), Caller, {
        userId: ada,
        requestId: "r-1",
        client: "excel",
        via: "mcp"
      })
      for (const i of [1, 2, 3, 4]) yield* projects.change(projectId, { name: `Name ${i}` })
      yield* newProject()
      const whole = yield* audit.list(projectId, { page: 1, pageSize: 100 })
      expect(whole.totalCount).toBe(5)
      expect(whole.items.map(({ action, userId }) => [action, userId])).toEqual([
        ...Array.from({ length: 4 }, () => ["project.change", "(service)"]),
        ["project.create", ada]
      ])
      expect(whole.items[4]).toEqual({
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as never,
        userId: ada,
        action: "project.create",
        object: projectId,
        outcome: "Done",
        requestId: "r-1",
        client: "excel",
        via: "mcp"
      })
      expect(whole.items[0]).toMatchObject({ via: "api" })
      for (const name of ["requestId", "client"]) expect(Object.keys(whole.items[0]!)).not.toContain(name)
      const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => audit.list(projectId, { page, pageSize: 2 }))
      expect(pages.flatMap(({ items }) => items)).toEqual([...whole.items])
      expect(pages.map(({ items, totalCount }) => [items.length, totalCount])).toEqual([
        [2, 5],
        [2, 5],
        [1, 5],
        [0, 5]
      ])
      const far = { page: Number.MAX_SAFE_INTEGER, pageSize: 5000 }
      expect(yield* audit.list(projectId, far)).toEqual({ items: [], totalCount: 5 })
      expect(yield* audit.list("999999" as ProjectId, { page: 1, pageSize: 2 })).toEqual({ items: [], totalCount: 0 })
      if (name.startsWith("SQLite")) {
        const { texts } = yield* recorded(audit.list(projectId, { page: 2, pageSize: 2 }))
        expect(yield* slowSteps(texts)).toEqual([])
      }
    }))

  it("refusals are appended to their projects' chains in order; unknown projects get none", () =>
    Effect.gen(function* () {
      const audit = yield* AuditRepository
      const [a, b] = [yield* newProject(), yield* newProject()]
      const none = "9007199254740991" as ProjectId
      yield* audit.refuse([refusalIn(b, "1"), refusalIn(a, "2"), refusalIn(none, "3"), refusalIn(b, "4")])
      yield* audit.refuse([refusalIn(none, "5")])
      const told = (projectId: ProjectId) =>
        Effect.map(entriesOf(projectId), (entries) =>
          entries.map(({ action, actor, outcome, requestId }) => [action, actor, outcome, requestId]).slice(1)
        )
      expect(yield* told(a)).toEqual([["readProject", bert, "ProjectNotFound", "2"]])
      expect(yield* told(b)).toEqual([
        ["readProject", bert, "ProjectNotFound", "1"],
        ["readProject", bert, "ProjectNotFound", "4"]
      ])
      expect(yield* entriesOf(none)).toEqual([])
    }))
})
