import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { ByteRange } from "../../../src/ports/BlobStore.ts"
import { codeOf } from "../Disk.ts"
import type { Connection } from "./Connection.ts"
import { Crc32c } from "./Crc32c.ts"
import { GcsFailure, orUnavailable, unanswered, within } from "./Failure.ts"
import { pathOf, type StoredObject } from "./Objects.ts"

/** Closes downloads whose streams were garbage-collected without being read to the end or cancelled. */
const forgotten = new FinalizationRegistry((download: Download) => download.close())

const pieceBytes = 256 * 1024

const damaged = unanswered("the bytes do not have the sum of the object")

/** Returns whether the bytes that arrived do not match the checksum of the object. */
export const isDamage = (failure: GcsFailure): boolean => failure.reason === damaged.reason

/** A running download of one generation of an object. */
export interface Download {
  /** Returns the next bytes, at most 256 KiB; null after the last. Calls must not overlap. */
  readonly next: Effect.Effect<Uint8Array | null, GcsFailure>
  /** Ends the download. `next` fails afterwards. */
  readonly close: () => void
}

/** An answer that is being read. */
interface Answer {
  readonly reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">
  readonly abort: () => void
}

const answerAt = (connection: Connection, object: StoredObject, position: number, end: number) =>
  Effect.suspend(() => {
    const controller = new AbortController()
    return connection
      .send(
        {
          method: "GET",
          url: connection.url(pathOf(object.name), { alt: "media", generation: object.generation }),
          headers: { range: `bytes=${position}-${end - 1}` },
          isMedia: true,
          signal: controller.signal
        },
        connection.timeouts.answer,
        async (response): Promise<Answer> => {
          const isWhole = response.status === 200 && position === 0 && end === object.size
          const begins = response.headers.get("content-range")?.startsWith(`bytes ${position}-`) === true
          if (response.body === null || (!isWhole && !begins)) {
            controller.abort()
            throw unanswered("other bytes than were asked for")
          }
          return { reader: response.body.getReader(), abort: () => controller.abort() }
        }
      )
      .pipe(Effect.onInterrupt(() => Effect.sync(() => controller.abort())))
  })

/**
 * Opens the bytes of the range. The answer has begun when this succeeds, so the object may then be replaced or removed,
 * unless the connection is lost: then the rest is requested again from where it ended. The checksum is compared at the
 * end of a whole object.
 */
export const open = (
  connection: Connection,
  object: StoredObject,
  { start, end }: ByteRange
): Effect.Effect<Download, GcsFailure> =>
  Effect.gen(function* () {
    const sum = start === 0 && end === object.size && object.crc32c !== undefined ? new Crc32c() : null
    let position = start
    let closed = false
    let rest: Uint8Array = new Uint8Array(0)
    let answer: Answer | null = null

    const drop = () => {
      answer?.abort()
      answer = null
    }
    const opened = Effect.map(
      Effect.suspend(() => answerAt(connection, object, position, end)),
      (made) => {
        answer = made
        if (closed) drop()
      }
    )
    const received = Effect.suspend(() => {
      const { reader } = answer!
      return Effect.tryPromise({ try: () => reader.read(), catch: (cause) => unanswered(codeOf(cause)) })
    }).pipe(
      within(connection.timeouts.stall, "no bytes in time"),
      Effect.flatMap(({ value }) => (value === undefined ? unanswered("cut short") : Effect.succeed(value)))
    )
    const piece = Effect.suspend(() => {
      if (closed) return new GcsFailure({ status: 499, reason: "closed" })
      return answer === null ? Effect.zipRight(opened, received) : received
    }).pipe(Effect.onError(() => Effect.sync(drop)))

    const take = (): Uint8Array => {
      const bytes = rest.subarray(0, Math.min(pieceBytes, end - position))
      rest = rest.subarray(bytes.length)
      position += bytes.length
      sum?.add(bytes)
      return bytes
    }
    const next: Download["next"] = Effect.suspend(() => {
      if (position === end) {
        drop()
        return sum === null || sum.base64 === object.crc32c ? Effect.succeed(null) : damaged
      }
      if (rest.length > 0) return Effect.succeed(take())
      return Effect.map(connection.again(piece), (bytes) => {
        rest = bytes
        return take()
      })
    })

    if (start < end) yield* connection.again(opened)
    return {
      next,
      close: () => {
        closed = true
        drop()
      }
    }
  })

/** Passes all bytes of the download to `take`. */
export const drain = <E>(
  { next }: Download,
  take: (bytes: Uint8Array) => Effect.Effect<void, E>
): Effect.Effect<void, E | GcsFailure> =>
  Effect.flatMap(next, (bytes) => (bytes === null ? Effect.succeed(true) : Effect.as(take(bytes), false))).pipe(
    Effect.repeat({ until: (isEnd) => isEnd }),
    Effect.asVoid
  )

/**
 * Returns the bytes as a web stream that reads a piece only when one is requested. The download ends with the stream,
 * or when the stream is garbage-collected.
 */
export const webStream = (download: Download, runtime: Runtime.Runtime<never>): ReadableStream<Uint8Array> => {
  const interruption = new AbortController()
  const end = () => {
    forgotten.unregister(download)
    interruption.abort()
    download.close()
  }
  const run = Runtime.runPromise(runtime)
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await run(orUnavailable(download.next), { signal: interruption.signal }).catch((cause) => {
          end()
          throw cause
        })
        if (bytes !== null) return controller.enqueue(bytes)
        controller.close()
        end()
      },
      cancel: end
    },
    { highWaterMark: 0 }
  )
  forgotten.register(stream, download, download)
  return stream
}
