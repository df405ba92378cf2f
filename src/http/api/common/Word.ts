import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"

/** A query parameter that is one of some words, in any case of letters. */
export const word = (words: ReadonlyArray<string>, description: string) =>
  optional(
    Schema.String.pipe(
      Schema.filter((text) => words.includes(text.toLowerCase()), {
        message: () => `must be ${words.join(" or ")}`
      })
    ).annotations({ jsonSchema: { type: "string", enum: [...words], description } })
  )
