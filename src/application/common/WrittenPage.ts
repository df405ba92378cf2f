import * as Effect from "effect/Effect"
import { answerBudget, tooLarge } from "../../dataframe/query/AnswerBudget.ts"
import { JsonWriter } from "../../dataframe/query/JsonWriter.ts"
import type { AnswerTooLarge, Overloaded } from "../../domain/Errors.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { fn } from "../../runtime/Span.ts"
import { type Answers, largeBytes } from "./Answers.ts"

/** Bytes written before yielding to the event loop. */
const bytesOfTurn = 128 * 1024

/** Reserves memory for rows; `bytes` is the total read so far. */
export type Held = (bytes: number) => Effect.Effect<void, AnswerTooLarge | Overloaded>

/**
 * Writes a page of a list as JSON: first reads it, then writes it in slices. The memory counts as part of the user's
 * unread responses.
 *
 * @param read returns the pieces of the JSON, and reports how much it has read so far
 *
 * Fails like `read`, and with `AnswerTooLarge` or `Overloaded`.
 */
export const writtenPage = fn("writtenPage")(function* <E>(
  answers: Answers,
  user: string,
  read: (held: Held) => Effect.Effect<Iterable<string>, E>
) {
  const room = yield* answers.room(user, largeBytes)
  let taken = largeBytes
  const held: Held = (bytes) =>
    Effect.suspend((): ReturnType<Held> => {
      if (bytes > answerBudget) return tooLarge()
      if (bytes <= taken) return Effect.void
      taken = Math.min(bytes * 2, answerBudget)
      return room.grow(taken)
    })
  const write = Effect.gen(function* () {
    const pieces = yield* read(held)
    const out = new JsonWriter(largeBytes)
    let turn = bytesOfTurn
    for (const piece of pieces) {
      out.raw(piece)
      if (out.length < turn) continue
      turn = out.length + bytesOfTurn
      yield* held(out.length)
      yield* nextTurn
    }
    yield* held(out.length)
    return room.made(out.finish())
  })
  return yield* Effect.onExit(write, (exit) => (exit._tag === "Failure" ? Effect.sync(room.release) : Effect.void))
})
