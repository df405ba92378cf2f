import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { LimitExceeded } from "./Errors.ts"

/** A JSON value as the text that is stored and shown. It is not parsed in between. */
export const JsonText = Schema.String.pipe(Schema.brand("JsonText"))
export type JsonText = typeof JsonText.Type

/** Largest size of one value, in bytes: reading, comparing and writing that much at once takes a millisecond. */
export const mostJsonBytes = 256 * 1024

/**
 * Returns the text of a value that a caller sent. Fails with `LimitExceeded` over 256 KB of UTF-8.
 *
 * @param name its name in the body
 */
export const jsonText = (name: string, value: unknown): Either.Either<JsonText, LimitExceeded> => {
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > mostJsonBytes
    ? Either.left(new LimitExceeded({ details: `${name} may take at most 256 KB as JSON.` }))
    : Either.right(JsonText.make(text))
}
