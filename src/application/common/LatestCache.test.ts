import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as LatestCache from "./LatestCache.ts"

test("a value is reused for its version, and for the next version if that is equal", async () => {
  const cache = LatestCache.make<string, never>({ mostBytes: 100, bytesOf: ({ length }) => length })
  let made = 0
  const get = (version: string, text: string) =>
    Effect.runPromise(
      cache.get(
        "key",
        version,
        Effect.sync(() => `${text}${made++}`),
        (before, value) => value.startsWith("none") && before[0] === version[0]
      )
    )
  expect(await get("a1", "none")).toBe("none0")
  expect(await get("a2", "none")).toBe("none0")
  expect(await get("a2", "some")).toBe("none0")
  expect(await get("b1", "some")).toBe("some1")
  expect(await get("b2", "some")).toBe("some2")
  expect(cache.bytesHeld()).toBe(5)
})

test("a value of the previous version is never returned while the new one is being made", async () => {
  const cache = LatestCache.make<string, never>({ mostBytes: 100, bytesOf: ({ length }) => length })
  const still = () => true
  const slow = Effect.delay(Effect.succeed("slow"), "20 millis")
  const [first, second] = await Effect.runPromise(
    Effect.all([cache.get("key", "1", slow, still), cache.get("key", "2", Effect.succeed("new"), still)], {
      concurrency: "unbounded"
    })
  )
  expect([first, second]).toEqual(["slow", "new"])
})
