import * as Either from "effect/Either"
import { AnswerTooLarge } from "../../domain/Errors.ts"
import { OverBudget } from "./JsonWriter.ts"

/**
 * The largest JSON of an answer, in bytes before compression. A thread builds it as a whole and keeps it until it is
 * sent.
 */
export const answerBudget = 128 * 1024 * 1024

export const tooLarge = (): AnswerTooLarge =>
  new AnswerTooLarge({
    details: `The answer is larger than ${answerBudget / 1024 ** 2} MiB. Ask for fewer rows or fewer fields.`
  })

/** Returns the result of `write`. Fails with `AnswerTooLarge` if its writer exceeded its budget. */
export const within = <A>(write: () => A): Either.Either<A, AnswerTooLarge> =>
  Either.try({
    try: write,
    catch: (error) => {
      if (error instanceof OverBudget) return tooLarge()
      throw error
    }
  })
