import * as Effect from "effect/Effect"
import { nextTurn } from "../../runtime/EventLoop.ts"

const newline = 10
const utf8 = new TextDecoder()

/** Parses lines of JSON and maps each value by `of`, yielding to the event loop after each line. */
export const read = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  of: (value: unknown) => unknown = (value) => value
) {
  const values: Array<unknown> = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, from)
    const to = end === -1 ? bytes.length : end
    values.push(of(JSON.parse(utf8.decode(bytes.subarray(from, to)))))
    from = to + 1
    yield* nextTurn
  }
  return values
})

/** Parses a text of a single line. */
export const onlyLine = (bytes: Uint8Array): unknown => JSON.parse(utf8.decode(bytes))
