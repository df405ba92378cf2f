import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { madeOnce } from "./MadeOnce.ts"

test("an interruption of the first caller does not affect the others", async () => {
  let runs = 0
  const answer = Promise.withResolvers<number>()
  const made = madeOnce(
    Effect.promise(() => {
      runs += 1
      return answer.promise
    })
  )
  const first = Effect.runFork(made)
  await Bun.sleep(0)
  expect(runs).toBe(1)
  await Effect.runPromise(Fiber.interrupt(first))
  answer.resolve(7)
  expect(await Effect.runPromise(made)).toBe(7)
  expect(await Effect.runPromise(made)).toBe(7)
  expect(runs).toBe(1)
})

test("a failure is not kept", async () => {
  let runs = 0
  const made = madeOnce(
    Effect.suspend(() => {
      runs += 1
      return runs === 1 ? Effect.die("no memory") : Effect.succeed(runs)
    })
  )
  expect((await Effect.runPromiseExit(made))._tag).toBe("Failure")
  expect(await Effect.runPromise(made)).toBe(2)
  expect(await Effect.runPromise(made)).toBe(2)
})
