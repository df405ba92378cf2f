import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import type { UserId } from "../../../src/domain/Principal.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, cancelled, newCalculation, newImport, newProject, readyModel } from "../testing/Work.ts"

const whole = { page: 1, pageSize: 100 }

overStorages((it, name) => {
  it("operations of a project are listed newest first, for Owners and members, page by page", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const members = yield* MemberRepository
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      yield* readyModel(yield* newProject())
      yield* members.put(projectId, bert, "User")
      const seen = yield* readyModel(projectId, "Seen")
      const hidden = yield* readyModel(projectId, "Hidden")
      const gone = yield* readyModel(projectId, "Gone")
      const calculation = yield* newCalculation(projectId, seen.modelId)
      const failed = yield* newImport(projectId, "Failed")
      yield* operations.cancel(failed.operationId, cancelled, null)
      const running = yield* newImport(projectId, "Running")
      yield* members.putOnModel(hidden.modelId, bert, "NoAccess")
      yield* models.remove(gone.modelId)
      const list = (userId: UserId, page = whole) =>
        operations.list(projectId, { userId, isOwner: userId === ada }, page)
      const owners = yield* list(ada)
      const byOwner = [running, failed].map(({ operationId }) => operationId)
      const older = [gone, hidden, seen].map(({ operationId }) => operationId)
      expect(owners.items.map(({ id }) => id)).toEqual([...byOwner, calculation.id, ...older])
      expect(owners.totalCount).toBe(6)
      expect(owners.items[1]).toMatchObject({ status: "Failed", error: "Cancelled", startedBy: ada, projectId })
      const others = yield* list(bert)
      expect(others.items.map(({ id }) => id)).toEqual([running.operationId, seen.operationId])
      expect(others.totalCount).toBe(2)
      const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => list(ada, { page, pageSize: 2 }))
      expect(pages.flatMap(({ items }) => items)).toEqual([...owners.items])
      const far = { page: Number.MAX_SAFE_INTEGER, pageSize: 5000 }
      expect(yield* list(ada, far)).toEqual({ items: [], totalCount: 6 })
      if (!name.startsWith("SQLite")) return
      for (const userId of [ada, bert]) {
        const { texts } = yield* recorded(list(userId))
        expect(yield* slowSteps(texts)).toEqual([])
      }
    }))
})
