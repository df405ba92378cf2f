import * as Effect from "effect/Effect"
import type { Message } from "../../../../src/ports/OutboxRepository.ts"

/** A message of an operation of a model. */
export const messageOf = (operationId: string, model = "1", kind = "CalculateQuantities"): Message => ({
  topic: "operations",
  key: model,
  message: JSON.stringify({ v: 1, operationId, kind })
})

export const operationIds = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, () => crypto.randomUUID())

/** Waits until something holds; dies where it has not after so many milliseconds. */
export const until = (holds: () => boolean | Promise<boolean>, millis = 20_000): Effect.Effect<void> =>
  Effect.promise(async () => {
    const end = performance.now() + millis
    while (!(await holds())) {
      if (performance.now() > end) throw new Error(`it did not come to that: ${holds.toString()}`)
      await Bun.sleep(50)
    }
  })
