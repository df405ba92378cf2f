import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Flow } from "../../application/Answers.ts"
import type { Overloaded } from "../../domain/Errors.ts"
import { Holding } from "../../ports/Holding.ts"
import type { Page, Paged } from "../../ports/Stored.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { inPieces, type Reply } from "../dispatch/Call.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** Bytes of a piece that is sent, at least: less is not worth a turn of the event loop. */
const pieceBytes = 64 * 1024

/** A JSON answer that is made while it is taken. */
export const streamedJson = (pieces: Stream.Stream<string, WireError>): Effect.Effect<Reply<never>> =>
  Effect.sync(() => inPieces(pieces))

/**
 * A JSON answer that is written while it is read, as fast as the client takes it; a short one is written at once. Fails
 * with what comes before the end of the first piece, and where there is no room for what it keeps; after that the
 * connection breaks off, and so it does where the client takes too little.
 */
export const streamed = <E>(pieces: Stream.Stream<string, E>, flow: Flow): Effect.Effect<Response, E | Overloaded> =>
  Effect.gen(function* () {
    const run = Runtime.runPromise(yield* Effect.runtime())
    const scope = yield* Scope.make()
    const close = Effect.zipRight(Effect.sync(flow.end), Scope.close(scope, Exit.void))
    const pull = yield* Scope.extend(Stream.toPull(Stream.provideService(pieces, Holding, flow)), scope)
    let isOver = false
    /** The next piece, or what is left. */
    const read = Effect.suspend(() => {
      let [text, bytes] = ["", 0]
      const more: Effect.Effect<string, Option.Option<E>> = Effect.flatMap(pull, (some) => {
        const next = Chunk.join(some, "")
        text += next
        bytes += Buffer.byteLength(next)
        return bytes < pieceBytes ? more : Effect.succeed(text)
      })
      const rest = Effect.map(close, () => {
        isOver = true
        return text
      })
      return Effect.catchAll(more, Option.match({ onNone: () => rest, onSome: Effect.fail }))
    }).pipe(Effect.onError(() => close))
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
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          giveUp = () => {
            next = null
            controller.error(new Error("the answer was given up"))
            void run(close)
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
        cancel: () => run(close)
      },
      { highWaterMark: 0 }
    )
    return new Response(body, { headers })
  })

/** The pieces of a JSON array. */
export const arrayStream = <A, E>(items: Stream.Stream<A, E>, write: (item: A) => string): Stream.Stream<string, E> =>
  Stream.suspend(() => {
    let before = "["
    const texts = Stream.mapChunks(items, (some) => {
      let text = ""
      for (const item of some) {
        text += before + write(item)
        before = ","
      }
      return Chunk.of(text)
    })
    return Stream.concat(
      texts,
      Stream.sync(() => (before === "[" ? "[]" : "]"))
    )
  })

/** The pieces of a JSON array of those that are joined by commas already. */
export const inArray = <E>(pieces: Stream.Stream<string, E>): Stream.Stream<string, E> =>
  Stream.make("[").pipe(Stream.concat(pieces), Stream.concat(Stream.make("]")))

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
export const groupStream = <A, E>(rows: Stream.Stream<A, E>, { close, item, of, open }: Groups<A>) =>
  Stream.suspend(() => {
    let last: A | null = null
    let before = ""
    const texts = Stream.mapChunks(rows, (some) => {
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
      return Chunk.of(text)
    })
    return Stream.concat(
      texts,
      Stream.sync(() => (last === null ? "" : close(last)))
    )
  })

/** The pieces of a JSON object: the members that are written at once, then those that are pieces, by their names. */
export const objectStream = <E>(
  atOnce: object,
  members: Readonly<Record<string, Stream.Stream<string, E>>>
): Stream.Stream<string, E> => {
  let text = JSON.stringify(atOnce).slice(0, -1)
  let all: Stream.Stream<string, E> = Stream.empty
  for (const [name, pieces] of Object.entries(members)) {
    const opening = `${text}${text === "{" ? "" : ","}${JSON.stringify(name)}:`
    all = all.pipe(Stream.concat(Stream.make(opening)), Stream.concat(pieces))
    text = ""
  }
  return Stream.concat(all, Stream.make("}"))
}

const inJson = (item: unknown): string => JSON.stringify(item)

/** The answer of a list, its items under its name. */
export const listStream = <A>(name: string, items: Stream.Stream<A, WireError>) =>
  streamedJson(objectStream({}, { [name]: arrayStream(items, inJson) }))

/** What an item of a page keeps until it is taken, about, in bytes. */
const bytesPerItem = 1024

const keptItems = <A>(items: ReadonlyArray<A>): Stream.Stream<A, Overloaded> =>
  Stream.unwrap(
    Effect.flatMap(Holding, ({ keep }) => Effect.as(keep(items.length * bytesPerItem), Stream.fromIterable(items)))
  )

/** The answer of one page of a list, its items under its name. */
export const pageStream = <A>(name: string, { page, pageSize }: Page, { items, totalCount }: Paged<A>) =>
  streamedJson(objectStream({ totalCount, page, pageSize }, { [name]: arrayStream(keptItems(items), inJson) }))
