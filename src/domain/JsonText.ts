import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { sentenceOf } from "./Limit.ts"
import { limits } from "./Limits.ts"
import { LimitExceeded } from "./Errors.ts"

/** A JSON value as the text that is stored and shown. It is not parsed in between. */
export const JsonText = Schema.String.pipe(Schema.brand("JsonText"))
export type JsonText = typeof JsonText.Type

/** Returns the error of a member of a body that is too large as JSON. */
export const tooMuchJson = (name: string): LimitExceeded =>
  new LimitExceeded({ details: `${name} ${sentenceOf(limits.jsonValue)}` })

/**
 * Returns the text of a value that a caller sent. Fails with `LimitExceeded` over 256 KB of UTF-8.
 *
 * @param name its name in the body
 */
export const jsonText = (name: string, value: unknown): Either.Either<JsonText, LimitExceeded> => {
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > limits.jsonValue.most
    ? Either.left(tooMuchJson(name))
    : Either.right(JsonText.make(text))
}
