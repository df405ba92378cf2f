import * as Effect from "effect/Effect"
import type { Flow } from "../../application/common/Answers.ts"
import type { Overloaded } from "../../domain/Errors.ts"
import { ListMemory } from "../../ports/ListMemory.ts"
import type { Page, Paged } from "../../ports/Stored.ts"
import * as Pull from "../../runtime/Pull.ts"
import { inPieces, type Reply } from "../call/Call.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import { flowBody, type Piece } from "./FlowBody.ts"

/** The smallest piece that is sent, in bytes, except for the last: less is not worth a turn of the event loop. */
const pieceBytes = 64 * 1024

/** Returns a reply with JSON that is produced while the client reads it. */
export const streamedJson = (pieces: Pull.Pull<string, WireError>): Effect.Effect<Reply<never>> =>
  Effect.sync(() => inPieces(pieces))

/**
 * Returns a JSON response that is produced as fast as the client reads it; a short one is produced at once. Fails with
 * the error of `pieces` if it occurs before the end of the first piece, and with `Overloaded` if there is no memory for
 * what the response keeps. After the first piece an error breaks the connection off, as does a client that reads too
 * slowly.
 */
export const streamed = <E>(pieces: Pull.Pull<string, E>, flow: Flow): Effect.Effect<Response, E | Overloaded> =>
  Effect.gen(function* () {
    const close = Effect.sync(flow.end)
    const counted = <A>(effect: Effect.Effect<A, E>) =>
      Effect.provideService(
        Effect.onError(effect, () => close),
        ListMemory,
        flow
      )
    const pull = yield* counted(pieces)
    let isOver = false
    /** Reads at least `pieceBytes` bytes, or the rest. */
    const read = counted(
      Effect.suspend(() => {
        let [text, bytes] = ["", 0]
        const more: Effect.Effect<string, E> = Effect.flatMap(pull, (some) => {
          if (some === null) {
            isOver = true
            flow.end()
            return Effect.succeed(text)
          }
          for (const next of some) {
            text += next
            bytes += Buffer.byteLength(next)
          }
          return bytes < pieceBytes ? more : Effect.succeed(text)
        })
        return more
      })
    )
    const headers = { "content-type": "application/json" }
    const ready = yield* read
    if (isOver) return new Response(ready, { headers })
    const encoder = new TextEncoder()
    const pieceOf = (text: string): Piece => ({ bytes: encoder.encode(text), isLast: isOver })
    const body = yield* flowBody(pieceOf(ready), Effect.map(read, pieceOf), flow, close)
    return new Response(body, { headers })
  })

/** Returns the pieces of a JSON array of items, each serialized by `write`. */
export const arrayPieces = <A, E>(items: Pull.Pull<A, E>, write: (item: A) => string): Pull.Pull<string, E> =>
  Effect.suspend(() => {
    let before = "["
    const texts = Pull.mapSome(items, (some) => {
      let text = ""
      for (const item of some) {
        text += before + write(item)
        before = ","
      }
      return [text]
    })
    return Pull.concat([texts, Pull.sync(() => [before === "[" ? "[]" : "]"])])
  })

/** Returns the pieces of a JSON array whose items are given as pieces already separated by commas. */
export const inArray = <E>(pieces: Pull.Pull<string, E>): Pull.Pull<string, E> =>
  Pull.concat([Pull.make("["), pieces, Pull.make("]")])

/** The serialization of rows that are sorted by group. */
interface Groups<A> {
  /** Returns the key of a row's group. Consecutive rows with the same key form a group. */
  readonly of: (row: A) => unknown
  /** Returns the text of a group before its items; `close` returns the text after them. */
  readonly open: (row: A) => string
  readonly close: (row: A) => string
  /** Returns the text of a row's item, or null if the group has no items. */
  readonly item: (row: A) => string | null
}

/** Returns the pieces of JSON values, separated by commas, one for each group of rows with a list of its items. */
export const groupPieces = <A, E>(rows: Pull.Pull<A, E>, { close, item, of, open }: Groups<A>): Pull.Pull<string, E> =>
  Effect.suspend(() => {
    let last: A | null = null
    let before = ""
    const texts = Pull.mapSome(rows, (some) => {
      let text = ""
      for (const row of some) {
        if (last === null || of(last) !== of(row)) {
          text += (last === null ? "" : `${close(last)},`) + open(row)
          before = ""
        }
        last = row
        const written = item(row)
        if (written === null) continue
        text += before + written
        before = ","
      }
      return [text]
    })
    return Pull.concat([texts, Pull.sync(() => [last === null ? "" : close(last)])])
  })

/** Returns the pieces of a JSON object: first the members of `atOnce`, then `members`, whose values are pieces. */
export const objectPieces = <E>(
  atOnce: object,
  members: Readonly<Record<string, Pull.Pull<string, E>>>
): Pull.Pull<string, E> => {
  let text = JSON.stringify(atOnce).slice(0, -1)
  const all: Array<Pull.Pull<string, E>> = []
  for (const [name, pieces] of Object.entries(members)) {
    all.push(Pull.make(`${text}${text === "{" ? "" : ","}${JSON.stringify(name)}:`), pieces)
    text = ""
  }
  return Pull.concat([...all, Pull.make("}")])
}

const inJson = (item: unknown): string => JSON.stringify(item)

/** Returns the response for a list: an object with the items as the member `name`. */
export const listAnswer = <A>(name: string, items: Pull.Pull<A, WireError>) =>
  streamedJson(objectPieces({}, { [name]: arrayPieces(items, inJson) }))

/** The approximate memory that an item of a page holds until the client has read it, in bytes. */
const bytesPerItem = 1024

const reservedItems = <A>(items: ReadonlyArray<A>): Pull.Pull<A, Overloaded> =>
  Effect.flatMap(ListMemory, ({ reserve }) =>
    Effect.zipRight(
      reserve(items.length * bytesPerItem),
      Pull.from(() => items)
    )
  )

/**
 * Returns the response for one page of a list: `totalCount`, `page`, `pageSize`, and the items as the member `name`, each
 * in the form that `view` gives it.
 */
export const pageAnswer = <A>(
  name: string,
  { page, pageSize }: Page,
  found: Effect.Effect<Paged<A>, WireError>,
  view: (item: A) => unknown = (item) => item
) =>
  streamedJson(
    Effect.flatMap(found, ({ items, totalCount }) =>
      objectPieces<WireError>(
        { totalCount, page, pageSize },
        { [name]: arrayPieces(reservedItems(items), (item) => JSON.stringify(view(item))) }
      )
    )
  )
