import { expect } from "bun:test"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Authenticator } from "../../ports/signin/Authenticator.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { StorageHealth } from "../../ports/StorageHealth.ts"
import { effect } from "../../testing/EffectTest.ts"
import type { Gate, Reply } from "../call/Call.ts"
import * as HealthHttp from "./HealthHttp.ts"

effect("a client that disconnects during a health check does not affect other clients", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const answer = yield* Deferred.make<void>()
    let checks = 0
    const check = Effect.sync(() => void checks++).pipe(
      Effect.zipRight(Deferred.succeed(asked, undefined)),
      Effect.zipRight(Deferred.await(answer))
    )
    const bindings = yield* Effect.provide(
      HealthHttp.bindings,
      Context.empty().pipe(
        Context.add(StorageHealth, { check }),
        Context.add(BlobStore, { check: Effect.void } as unknown as BlobStore["Type"]),
        Context.add(OperationQueue, { check: Effect.void } as unknown as OperationQueue["Type"]),
        Context.add(Authenticator, { check: Effect.void } as unknown as Authenticator["Type"])
      )
    )
    const { handler } = bindings.find(({ endpoint }) => endpoint.name === "readiness")!
    const ask = (handler as (gate: Gate<unknown>) => Effect.Effect<unknown, unknown>)({} as Gate<unknown>)
    const first = yield* Effect.fork(ask)
    yield* Deferred.await(asked)
    const second = yield* Effect.fork(ask)
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(answer, undefined)
    const { body } = (yield* Fiber.join(second)) as Reply<never>
    expect("response" in body && body.response.status).toBe(200)
    expect(checks).toBe(1)
  })
)
