import * as Either from "effect/Either"
import { AnswerTooLarge } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { OverBudget } from "../../runtime/JsonWriter.ts"

/** The largest JSON of an answer, in bytes before compression. */
export const answerBudget = limits.answerBytes.most

export const tooLarge = (): AnswerTooLarge => new AnswerTooLarge({ details: sentenceOf(limits.answerBytes) })

/** Returns the result of `write`. Fails with `AnswerTooLarge` if its writer exceeded its budget. */
export const within = <A>(write: () => A): Either.Either<A, AnswerTooLarge> =>
  Either.try({
    try: write,
    catch: (error) => {
      if (error instanceof OverBudget) return tooLarge()
      throw error
    }
  })
