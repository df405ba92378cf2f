import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { LimitExceeded } from "./Errors.ts"

/** A JSON value as the text that is kept and shown of it: nobody parses it in between. */
export const JsonText = Schema.String.pipe(Schema.brand("JsonText"))
export type JsonText = typeof JsonText.Type

/** Bytes of one value: what is read, compared and written at once takes a millisecond. */
export const mostJsonBytes = 256 * 1024

/**
 * The text of a value that a caller sent. Fails with `LimitExceeded` over 256 KB of UTF-8.
 *
 * @param name what it is called in the body
 */
export const jsonText = (name: string, value: unknown): Either.Either<JsonText, LimitExceeded> => {
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > mostJsonBytes
    ? Either.left(new LimitExceeded({ details: `${name} may take at most 256 KB as JSON.` }))
    : Either.right(JsonText.make(text))
}
