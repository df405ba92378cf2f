import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { Flow } from "../../application/common/Answers.ts"
import type { Overloaded } from "../../domain/Errors.ts"
import { Holding } from "../../ports/Holding.ts"
import type { Page, Paged } from "../../ports/Stored.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import * as Pull from "../../runtime/Pull.ts"
import { inPieces, type Reply } from "../call/Call.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** Bytes of a piece that is sent, at least: less is not worth a turn of the event loop. */
const pieceBytes = 64 * 1024

/** A JSON answer that is made while it is taken. */
export const streamedJson = (pieces: Pull.Pull<string, WireError>): Effect.Effect<Reply<never>> =>
  Effect.sync(() => inPieces(pieces))

/**
 * A JSON answer that is written while it is read, as fast as the client takes it; a short one is written at once. Fails
 * with what comes before the end of the first piece, and where there is no room for what it keeps; after that the
 * connection breaks off, and so it does where the client takes too little.
 */
export const streamed = <E>(pieces: Pull.Pull<string, E>, flow: Flow): Effect.Effect<Response, E | Overloaded> =>
  Effect.gen(function* () {
    const close = Effect.sync(flow.end)
    const counted = <A>(effect: Effect.Effect<A, E>) =>
      Effect.provideService(
        Effect.onError(effect, () => close),
        Holding,
        flow
      )
    const pull = yield* counted(pieces)
    let isOver = false
    /** The next piece, or what is left. */
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
    let ready: string | null = yield* read
    if (isOver) return new Response(ready, { headers })
    /** Null where the answer was given up: what it kept is gone with it. */
    let next: typeof read | null = read
    let giveUp = (): void => {}
    const reader = yield* Effect.onError(
      flow.begin(() => giveUp()),
      () => close
    )
    const encoder = new TextEncoder()
    const run = Runtime.runPromise(yield* Effect.runtime())
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          giveUp = () => {
            next = null
            controller.error(new Error("the answer was given up"))
            flow.end()
          }
        },
        pull: async (controller) => {
          reader.asks()
          // What waits has its turn before: rows may come without one.
          const text = ready ?? (await run(Effect.zipRight(nextTurn, next!)))
          ready = null
          const bytes = encoder.encode(text)
          reader.given(bytes.length)
          controller.enqueue(bytes)
          if (isOver) controller.close()
        },
        cancel: flow.end
      },
      { highWaterMark: 0 }
    )
    return new Response(body, { headers })
  })

/** The pieces of a JSON array. */
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

/** The pieces of a JSON array of those that are joined by commas already. */
export const inArray = <E>(pieces: Pull.Pull<string, E>): Pull.Pull<string, E> =>
  Pull.concat([Pull.make("["), pieces, Pull.make("]")])

/** How rows that stand group by group are written. */
interface Groups<A> {
  /** What tells one group from the next. */
  readonly of: (row: A) => unknown
  /** The beginning of a group up to its items, and its end. */
  readonly open: (row: A) => string
  readonly close: (row: A) => string
  /** Null for a group that has none. */
  readonly item: (row: A) => string | null
}

/** The pieces of JSON values that hold lists, joined by commas, of rows that stand group by group. */
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

/** The pieces of a JSON object: the members that are written at once, then those that are pieces, by their names. */
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

/** The answer of a list, its items under its name. */
export const listAnswer = <A>(name: string, items: Pull.Pull<A, WireError>) =>
  streamedJson(objectPieces({}, { [name]: arrayPieces(items, inJson) }))

/** What an item of a page keeps until it is taken, about, in bytes. */
const bytesPerItem = 1024

const keptItems = <A>(items: ReadonlyArray<A>): Pull.Pull<A, Overloaded> =>
  Effect.flatMap(Holding, ({ keep }) =>
    Effect.zipRight(
      keep(items.length * bytesPerItem),
      Pull.from(() => items)
    )
  )

/** The answer of one page of a list, its items under its name. */
export const pageAnswer = <A>(name: string, { page, pageSize }: Page, { items, totalCount }: Paged<A>) =>
  streamedJson(objectPieces({ totalCount, page, pageSize }, { [name]: arrayPieces(keptItems(items), inJson) }))
