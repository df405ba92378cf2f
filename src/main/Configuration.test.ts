import { expect, test } from "bun:test"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { configuration, defaultWorkerMemory, variableFault } from "./Configuration.ts"

const mebibyte = 1024 ** 2

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(Effect.withConfigProvider(configuration, ConfigProvider.fromMap(new Map(Object.entries(variables)))))
  )

test("a worker that could not start is refused by name", () => {
  const least = 512 * mebibyte
  expect(Either.getOrThrow(read({ WORKER_MEMORY_BYTES: String(least) })).workerMemoryBytes).toEqual(Option.some(least))
  for (const value of [least - 1, 0, -1]) {
    const fault = variableFault(Either.getOrThrow(Either.flip(read({ WORKER_MEMORY_BYTES: String(value) }))))
    expect(fault).toBe("WORKER_MEMORY_BYTES: must be at least 536870912 (512 MiB)")
  }
})

// Memory, workers, the limit of each: in MiB.
test.each([
  [64 * 1024, 4, 4096],
  [8 * 1024, 3, 2048],
  [4 * 1024, 7, 1024],
  [1024, 2, 1024],
  [700, 2, 700],
  [512, 1, 512],
  [256, 1, 512]
])("of %d MiB with %d workers each has %d", (memory, workers, each) => {
  expect(defaultWorkerMemory(workers, memory * mebibyte)).toBe(each * mebibyte)
})
