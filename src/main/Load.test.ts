import { describe, expect, test } from "bun:test"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { effect } from "../testing/EffectTest.ts"
import * as Load from "./Load.ts"

const second = (delay: number, memory = 0.3) => Array.from({ length: 5 }, () => ({ memory, delay }))

describe("levels of load", () => {
  for (const [samples, level] of [
    [[], "Usual"],
    [second(0, 0.8), "Usual"],
    [second(0, 0.85), "High"],
    [[...second(0, 0.99).slice(1), { memory: 0.5, delay: 0 }], "Usual"],
    [second(0, 0.95), "Critical"],
    [second(150), "Usual"],
    [[{ memory: 0, delay: 5000 }], "Usual"],
    [[...second(5000).slice(1), { memory: 0, delay: 10 }], "Usual"],
    [second(300), "High"],
    [second(1500), "Critical"]
  ] as const) {
    test(`${JSON.stringify(samples.at(-1) ?? null)} after ${samples.length}: ${level}`, () => {
      expect(Load.judge(samples)).toBe(level)
    })
  }
})

effect(
  "memory is sampled five times a second; a failed sample changes nothing; each rise of the level requests one collection",
  () =>
    Effect.gen(function* () {
      const shares = [0.5, 0.9, Number.NaN, 0.9, 0.96, 0.1]
      let collections = 0
      const { level } = yield* Load.watch(
        () => {
          const share = shares.shift()!
          return Number.isNaN(share) ? Promise.reject(new Error("away")) : Promise.resolve(share)
        },
        () => collections++
      )
      const seen: Array<string> = []
      for (let i = 0; i < 6; i++) {
        yield* TestClock.adjust(Duration.millis(200))
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
        seen.push(level())
      }
      expect(seen).toEqual(["Usual", "High", "High", "High", "Critical", "Usual"])
      expect(collections).toBe(2)
    }).pipe(Effect.provide([TestContext.TestContext, Logger.remove(Logger.defaultLogger)]))
)
