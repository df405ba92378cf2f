import { Effect } from "effect"
import type { Page, Paged } from "../../ports/Stored.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"

const charactersPerChunk = 32 * 1024

/**
 * A JSON answer that is written piece by piece, as fast as the client takes it. Pieces are asked for in slices between
 * which the event loop turns, so that a long answer keeps nobody waiting.
 */
export const jsonStream = (pieces: Iterable<string>): Response => {
  const encoder = new TextEncoder()
  const source = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await Effect.runPromise(nextTurn)
      let text = ""
      while (text.length < charactersPerChunk) {
        const next = source.next()
        if (next.done === true) {
          if (text !== "") controller.enqueue(encoder.encode(text))
          controller.close()
          return
        }
        text += next.value
      }
      controller.enqueue(encoder.encode(text))
    },
    cancel: () => void source.return?.()
  })
  return new Response(body, { headers: { "content-type": "application/json" } })
}

/** The pieces of a JSON array: each item as a text, or as pieces of its own. */
export function* arrayPieces<A>(items: Iterable<A>, write: (item: A) => string | Generator<string>): Generator<string> {
  let before = "["
  for (const item of items) {
    const written = write(item)
    if (typeof written === "string") yield before + written
    else {
      yield before
      yield* written
    }
    before = ","
  }
  yield before === "[" ? "[]" : "]"
}

/** The pieces of a JSON object: the members that are written at once, then those that are pieces, by their names. */
export function* objectPieces(atOnce: object, members: Readonly<Record<string, Iterable<string>>>): Generator<string> {
  const text = JSON.stringify(atOnce).slice(0, -1)
  yield text
  let before = text === "{" ? "" : ","
  for (const [name, pieces] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:`
    yield* pieces
    before = ","
  }
  yield "}"
}

/** The answer of one page of a list, its items under their name. */
export const pageStream = <A>(name: string, { page, pageSize }: Page, { items, totalCount }: Paged<A>): Response =>
  jsonStream(
    objectPieces({ totalCount, page, pageSize }, { [name]: arrayPieces(items, (item) => JSON.stringify(item)) })
  )
