import * as Effect from "effect/Effect"
import type { Message } from "../../../../src/ports/operations/OutboxRepository.ts"

/** A message of an operation of a model. */
export const messageOf = (operationId: string, model = "1", kind = "CalculateQuantities"): Message => ({
  topic: "operations",
  key: model,
  message: JSON.stringify({ v: 1, operationId, kind })
})

export const operationIds = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, () => crypto.randomUUID())

/** Waits until the condition holds. */
export const until = (holds: () => boolean | Promise<boolean>): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!(await holds())) await Bun.sleep(50)
  })
