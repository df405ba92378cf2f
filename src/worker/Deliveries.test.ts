import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as PubSub from "effect/PubSub"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { Claims } from "../application/operations/Claims.ts"
import { ModelImport } from "../application/imports/ModelImport.ts"
import { CheckRun } from "../application/checks/CheckRun.ts"
import { CalculationRun } from "../application/quantities/CalculationRun.ts"
import { FileDerivation } from "../application/files/FileDerivation.ts"
import { ModelExport } from "../application/files/ModelExport.ts"
import type { OperationId } from "../domain/Identifier.ts"
import type { Claim, Lane, Operation } from "../domain/operations/Operation.ts"
import { withLayer } from "../testing/EffectTest.ts"
import { type Named, OperationQueue } from "../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../ports/operations/OperationRepository.ts"
import { Settings } from "../ports/Settings.ts"
import * as Deliveries from "./Deliveries.ts"

const it = withLayer(Logger.remove(Logger.defaultLogger))

const commands = { long: "ImportModel", short: "CalculateQuantities" } as const

/** Workers over operations that wait, in the order in which they are to be claimed; their work ends on request. */
const working = Effect.fn(function* (workers: number) {
  const waiting: Array<{ readonly id: string; readonly lane: Lane }> = []
  const running = new Map<string, () => void>()
  const wakes = yield* PubSub.unbounded<void>()
  const messages = yield* Queue.unbounded<Named>()
  const asked: Array<OperationId | null> = []
  const claim = (lanes: ReadonlyArray<Lane>) => {
    const index = waiting.findIndex(({ lane }) => lanes.includes(lane))
    const [found] = index < 0 ? [] : waiting.splice(index, 1)
    const claim = (one: typeof found) =>
      ({ operationId: one!.id, startedBy: "ada", command: { _tag: commands[one!.lane] } }) as Claim
    return found === undefined ? Option.none() : Option.some(claim(found))
  }
  const work = ({ operationId }: Claim) =>
    Effect.async<void>((resume) => {
      running.set(operationId, () => {
        running.delete(operationId)
        resume(Effect.void)
      })
      return Effect.sync(() => running.delete(operationId))
    })
  yield* Layer.build(
    Deliveries.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.mock(OperationRepository, {
            claim: (_, lanes, __, ___, named = null) =>
              Effect.sync(() => {
                asked.push(named)
                return claim(lanes)
              }),
            find: (id) =>
              Effect.sync(() => {
                const isThere = waiting.some((one) => one.id === id) || running.has(id)
                const status = running.has(id) ? "InProgress" : "Queued"
                return isThere ? Option.some({ status } as Operation) : Option.none()
              }),
            releaseAllOf: () => Effect.succeed(0)
          }),
          Layer.mock(OperationQueue, {
            wakes: Stream.fromPubSub(wakes),
            calls: Stream.never,
            wake: Effect.void,
            next: () => Queue.take(messages)
          }),
          Layer.succeed(Claims, { settle: (_: Claim, work: Effect.Effect<void>) => work } as Claims),
          Layer.succeed(ModelImport, { run: work } as unknown as ModelImport),
          Layer.succeed(CalculationRun, { run: work } as unknown as CalculationRun),
          Layer.succeed(CheckRun, { run: work } as unknown as CheckRun),
          Layer.succeed(ModelExport, { run: work } as unknown as ModelExport),
          Layer.succeed(FileDerivation, { measure: work, derive: work } as unknown as FileDerivation),
          Layer.succeed(Settings, { workers } as Settings["Type"])
        )
      )
    )
  )
  // All loops listen.
  yield* Effect.sleep("50 millis")
  /** Operations come; gives those that run a moment later. */
  const come = (...ids: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      for (const id of ids) waiting.push({ id, lane: id.startsWith("long") ? "long" : "short" })
      yield* PubSub.publish(wakes, undefined)
      yield* Effect.sleep("50 millis")
      return [...running.keys()].toSorted()
    })
  const end = (id: string) => Effect.zipRight(Effect.sync(running.get(id)!), come())
  /** A message names an operation, and a moment goes by; nobody is woken. */
  const tell = (id: string, isUnknown: Effect.Effect<void> = Effect.void) =>
    Queue.offer(messages, { operationId: id as OperationId, isUnknown, traceparent: null }).pipe(
      Effect.zipRight(Effect.sleep("50 millis")),
      Effect.map(() => [...running.keys()].toSorted())
    )
  return { come, end, tell, waiting, messages, asked }
})

it("long operations never use the place for short ones, however many wait", () =>
  Effect.gen(function* () {
    const { come, end } = yield* working(2)
    expect(yield* come("long 1", "long 2", "long 3", "long 4")).toEqual(["long 1", "long 2"])
    expect(yield* come("short 1", "short 2")).toEqual(["long 1", "long 2", "short 1"])
    expect(yield* end("short 1")).toEqual(["long 1", "long 2", "short 2"])
    expect(yield* end("short 2")).toEqual(["long 1", "long 2"])
    expect(yield* end("long 1")).toEqual(["long 2", "long 3"])
  }))

it("short operations use every free place, and further ones wait", () =>
  Effect.gen(function* () {
    const { come, end } = yield* working(2)
    expect(yield* come("short 1", "short 2", "short 3", "short 4", "long 1")).toEqual(["short 1", "short 2", "short 3"])
    yield* end("short 1")
    yield* end("short 2")
    expect(yield* end("short 3")).toEqual(["long 1", "short 4"])
  }))

it("an operation named by a message is claimed by one worker, together with other waiting operations", () =>
  Effect.gen(function* () {
    const { asked, tell, waiting } = yield* working(2)
    waiting.push({ id: "short 1", lane: "short" }, { id: "short 2", lane: "short" })
    expect(yield* tell("short 2")).toEqual(["short 1"])
    expect(asked).toEqual(["short 2" as OperationId])
    // Another message of what is in hand makes nobody look.
    yield* tell("short 1")
    expect(asked).toHaveLength(1)
  }))

it("a busy worker takes no messages, and a message without an operation is set aside", () =>
  Effect.gen(function* () {
    const { asked, come, messages, tell } = yield* working(1)
    let aside = 0
    yield* tell(
      "nothing",
      Effect.sync(() => void aside++)
    )
    expect(aside).toBe(1)
    expect(asked).toEqual([])
    yield* come("long 1", "short 1")
    yield* tell(
      "nothing",
      Effect.sync(() => void aside++)
    )
    expect(yield* Queue.size(messages)).toBe(1)
    expect(aside).toBe(1)
  }))
