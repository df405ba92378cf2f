import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { OperationId } from "../../../src/domain/Identifier.ts"
import type { Lane } from "../../../src/domain/operations/Operation.ts"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Handover from "./Handover.ts"

const all: ReadonlyArray<Lane> = ["long", "short"]

const handingOver = () => {
  const told: Array<string> = []
  const handover = Handover.make({ onFull: () => told.push("full"), onRoom: () => told.push("room") })
  const offer = (id: string, lane: Lane) =>
    handover.offer({ operationId: id as OperationId, lane, isUnknown: Effect.void, traceparent: null })
  const next = (lanes: ReadonlyArray<Lane>) =>
    Effect.map(handover.next(lanes), ({ operationId }) => String(operationId))
  const waiting = (lanes: ReadonlyArray<Lane>) => Effect.zipLeft(Effect.fork(next(lanes)), Effect.yieldNow())
  return { told, offer, next, waiting }
}

effect("each message goes to the first worker that waits for its lane", () =>
  Effect.gen(function* () {
    const { offer, told, waiting } = handingOver()
    const short = yield* waiting(["short"])
    const first = yield* waiting(all)
    const second = yield* waiting(all)
    offer("long", "long")
    offer("short", "short")
    offer("other", "short")
    expect([yield* Fiber.join(first), yield* Fiber.join(short), yield* Fiber.join(second)]).toEqual([
      "long",
      "short",
      "other"
    ])
    expect(told).toEqual([])
  })
)

effect("messages without a waiting worker are buffered, and there is room again once all are taken", () =>
  Effect.gen(function* () {
    const { next, offer, told, waiting } = handingOver()
    const short = yield* waiting(["short"])
    offer("long 1", "long")
    offer("long 2", "long")
    expect(told).toEqual(["full", "full"])
    offer("short", "short")
    expect(yield* Fiber.join(short)).toBe("short")
    expect(yield* next(all)).toBe("long 1")
    expect(told).toEqual(["full", "full"])
    expect(yield* next(all)).toBe("long 2")
    expect(told).toEqual(["full", "full", "room"])
  })
)

effect("an interrupted worker gets no message", () =>
  Effect.gen(function* () {
    const { next, offer, waiting } = handingOver()
    yield* Effect.flatMap(waiting(all), Fiber.interrupt)
    offer("kept", "short")
    expect(yield* next(["short"])).toBe("kept")
  })
)

effect("a message handed to a worker that is just interrupted goes to another", () =>
  Effect.gen(function* () {
    const { offer, told, waiting } = handingOver()
    const gone = yield* waiting(all)
    offer("late", "long")
    expect(Exit.isInterrupted(yield* Fiber.interrupt(gone))).toBe(true)
    expect(told).toEqual(["full"])
    const next = yield* waiting(all)
    expect(yield* Fiber.join(next)).toBe("late")
    expect(told).toEqual(["full", "room"])
  })
)
