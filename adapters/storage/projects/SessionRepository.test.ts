import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { volume } from "../../../src/testing/Volume.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { SessionRepository } from "../../../src/ports/models/SessionRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newImport, newProject, standingAt } from "../testing/Work.ts"

const noon = 1_800_000_000_000
const halfHour = 30 * 60_000

const setting = Effect.gen(function* () {
  const { modelId } = yield* newImport(yield* newProject())
  const sessions = yield* SessionRepository
  const idOf = (user: UserId) =>
    Effect.map(sessions.read(user, modelId), (found) => Option.getOrNull(found)?.clientSessionId)
  return { modelId, sessions, idOf }
})

const count = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly count: number | string }>`SELECT count(*) AS count FROM edit_sessions`, ([row]) =>
    Number(row!.count)
  )
)

overStorages((it) => {
  it("of 50 concurrent starts with 50 ids one succeeds; with one id all succeed and there is one row", () =>
    Effect.gen(function* () {
      const { idOf, modelId, sessions } = yield* setting
      const race = (ids: ReadonlyArray<string>) =>
        Effect.forEach(ids, (id) => Effect.either(sessions.start(ada, modelId, id)), { concurrency: "unbounded" })
      for (let round = 0; round < volume(20, 200); round++) {
        const ids = Array.from({ length: 50 }, (_, i) => `${round} ${i}`)
        const outcomes = yield* race(ids)
        const winners = ids.filter((_, i) => Either.isRight(outcomes[i]!))
        expect(winners).toHaveLength(1)
        const refusals = outcomes.filter(Either.isLeft).map(({ left }) => left._tag)
        expect(refusals).toEqual(Array.from({ length: 49 }, () => "SessionAlreadyActive" as const))
        expect(winners).toEqual([(yield* idOf(ada)) ?? "none"])
        yield* sessions.end(ada, modelId, winners[0]!)
      }
      const same = yield* race(Array.from({ length: 50 }, () => "same"))
      expect(same.every(Either.isRight)).toBe(true)
      expect(yield* count).toBe(1)
    }))

  it("a session is active at 29:59.999 and expired at 30:00.000, when another id may start", () =>
    Effect.gen(function* () {
      const { idOf, modelId, sessions } = yield* setting
      const last = noon + halfHour - 1
      yield* standingAt(noon)
      yield* sessions.start(ada, modelId, "a")
      yield* standingAt(last)
      expect(yield* sessions.read(ada, modelId)).toEqual(
        Option.some({ clientSessionId: "a", expiresAt: noon + halfHour })
      )
      const refused = yield* Effect.flip(sessions.start(ada, modelId, "b"))
      expect(refused).toMatchObject({ _tag: "SessionAlreadyActive", details: expect.stringContaining(" 1 seconds") })
      yield* standingAt(noon + halfHour)
      expect(yield* sessions.read(ada, modelId)).toEqual(Option.none())
      expect(yield* sessions.renew(ada, modelId, "a")).toBe(false)
      yield* sessions.start(ada, modelId, "b")
      expect(yield* idOf(ada)).toBe("b")
      yield* standingAt(noon + 2 * halfHour - 1)
      expect(yield* sessions.renew(ada, modelId, "b")).toBe(true)
      expect(Option.getOrThrow(yield* sessions.read(ada, modelId)).expiresAt).toBe(noon + 3 * halfHour - 1)
    }))

  it("starting again with the active id renews it; refusals, reads and other ids do not", () =>
    Effect.gen(function* () {
      const { modelId, sessions } = yield* setting
      const expiresAt = Effect.map(sessions.read(ada, modelId), (found) => Option.getOrThrow(found).expiresAt)
      yield* standingAt(noon)
      yield* sessions.start(ada, modelId, "a")
      yield* standingAt(noon + 1000)
      yield* Effect.flip(sessions.start(ada, modelId, "b"))
      expect(yield* sessions.renew(ada, modelId, "b")).toBe(false)
      expect(yield* expiresAt).toBe(noon + halfHour)
      yield* sessions.start(ada, modelId, "a")
      expect(yield* expiresAt).toBe(noon + 1000 + halfHour)
    }))

  it("ends only by its own id; an unknown, expired or foreign id has no effect", () =>
    Effect.gen(function* () {
      const { idOf, modelId, sessions } = yield* setting
      yield* sessions.end(ada, modelId, "a")
      yield* sessions.start(ada, modelId, "a")
      yield* sessions.end(ada, modelId, "b")
      yield* sessions.end(bert, modelId, "a")
      expect(yield* idOf(ada)).toBe("a")
      yield* sessions.end(ada, modelId, "a")
      expect(yield* idOf(ada)).toBeUndefined()
    }))

  it("belongs to a user and a model; other users and models are independent of it", () =>
    Effect.gen(function* () {
      const { idOf, modelId, sessions } = yield* setting
      const other = (yield* newImport(yield* newProject())).modelId
      yield* sessions.start(ada, modelId, "a")
      expect(yield* sessions.renew(bert, modelId, "a")).toBe(false)
      expect(yield* sessions.renew(ada, other, "a")).toBe(false)
      expect(yield* idOf(bert)).toBeUndefined()
      yield* sessions.start(bert, modelId, "b")
      yield* sessions.start(ada, other, "c")
      expect([yield* idOf(ada), yield* idOf(bert)]).toEqual(["a", "b"])
    }))

  it("is taken over by another id, or used without one", () =>
    Effect.gen(function* () {
      const { idOf, modelId, sessions } = yield* setting
      yield* sessions.takeOver(ada, modelId, null)
      expect(yield* idOf(ada)).toBeNull()
      yield* sessions.takeOver(ada, modelId, "a")
      yield* sessions.takeOver(ada, modelId, null)
      expect(yield* idOf(ada)).toBe("a")
      yield* sessions.takeOver(ada, modelId, "b")
      expect(yield* idOf(ada)).toBe("b")
      yield* sessions.end(ada, modelId, null)
      expect(yield* count).toBe(0)
    }))

  it("is removed with its model", () =>
    Effect.gen(function* () {
      const { modelId, sessions } = yield* setting
      yield* sessions.start(ada, modelId, "a")
      yield* Effect.flatMap(ModelRepository, (models) => models.remove(modelId))
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      expect(yield* count).toBe(0)
    }))
})
