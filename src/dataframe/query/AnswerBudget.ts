import * as Either from "effect/Either"
import { AnswerTooLarge } from "../../domain/Errors.ts"
import { OverBudget } from "./JsonWriter.ts"

/** Largest JSON of an answer, in bytes before it is compressed: a thread makes it whole, and it waits to be taken. */
export const answerBudget = 128 * 1024 * 1024

export const tooLarge = (): AnswerTooLarge =>
  new AnswerTooLarge({
    details: `The answer is larger than ${answerBudget / 1024 ** 2} MiB. Ask for fewer rows or fewer fields.`
  })

/** What `write` gives. Fails: `AnswerTooLarge` where the writer that it writes with was stopped by its budget. */
export const within = <A>(write: () => A): Either.Either<A, AnswerTooLarge> =>
  Either.try({
    try: write,
    catch: (error) => {
      if (error instanceof OverBudget) return tooLarge()
      throw error
    }
  })
