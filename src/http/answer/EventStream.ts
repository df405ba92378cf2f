import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { EventNews } from "../../application/events/EventNews.ts"
import type { EventPage } from "../../application/events/Events.ts"
import type { EventId, ProjectEvent } from "../../domain/events/Event.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** The time after which clients reconnect, in milliseconds; when the service stops, up to `spread` more, at random. */
const retry = 2000
const spread = 8000

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Otherwise nginx would buffer events that are meant to arrive at once.
  "x-accel-buffering": "no"
}

const textOf = (event: ProjectEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

interface Source {
  readonly projectId: ProjectId
  readonly userId: UserId
  readonly after: EventId
  /**
   * Returns the next events after an id that the caller may see now. Checks token, scope and membership again, and
   * fails if they do not hold any more.
   */
  readonly next: (after: EventId) => Effect.Effect<EventPage, WireError>
}

/**
 * Returns the response with the events after an id as server-sent events (HTML, section 9.2). It reads the storage only
 * when the socket has taken what was written, so a client that does not read costs no memory.
 *
 * Fails with `TooManyRequests` if the user has too many streams.
 */
export const eventStream = (news: EventNews, { after, next, projectId, userId }: Source) =>
  Effect.gen(function* () {
    const { limits } = news
    const release = yield* news.take(userId)
    const run = Runtime.runPromise(yield* Effect.runtime())
    const encoder = new TextEncoder()
    let cursor = after
    let hasNews = true
    let wake = (): void => {}
    let state: "open" | "ending" | "closed" = "open"
    let isPulling = false
    let isBegun = false
    let untaken: ReturnType<typeof setTimeout> | undefined
    let cut = (): void => {}
    let finish = (): void => {}

    const close = (): void => {
      state = "closed"
      clearTimeout(untaken)
      leave()
      release()
      wake()
    }
    const leave = news.follow({
      projectId,
      userId,
      cursor: () => cursor,
      wake: () => {
        hasNews = true
        wake()
      },
      end: () => {
        if (state !== "open") return
        state = "ending"
        if (isPulling) wake()
        else finish()
      }
    })

    /** Waits for news, the end of the stream, or the time of a comment. Returns whether that time came. */
    const waited = () =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), limits.commentMillis)
        wake = () => {
          clearTimeout(timer)
          resolve(false)
        }
        if (hasNews || state !== "open") wake()
      })

    /** Returns the next text to send; null if the caller may not read any more. */
    const text = async (): Promise<string | null> => {
      let isDue = false
      while (state === "open") {
        hasNews = false
        const page = await run(Effect.orElseSucceed(next(cursor), () => null))
        if (page === null) return null
        // A full page may be followed by another one.
        if (page.events.length > 0) hasNews = true
        cursor = page.next
        if (page.events.length > 0) return page.events.map(textOf).join("")
        if (isDue) return ":\n\n"
        isDue = await waited()
      }
      return null
    }

    const last = () => `retry: ${retry + Math.floor(Math.random() * spread)}\n\n`

    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          finish = () => {
            if (state === "ending") controller.enqueue(encoder.encode(last()))
            close()
            controller.close()
          }
          cut = () => {
            close()
            controller.error(new Error("the stream of events was cut"))
          }
        },
        pull: async (controller) => {
          isPulling = true
          clearTimeout(untaken)
          const first = isBegun ? null : `retry: ${retry}\n\n`
          isBegun = true
          const given = first ?? (await text().catch(() => null))
          isPulling = false
          if (state === "closed") return
          if (given === null) return finish()
          controller.enqueue(encoder.encode(given))
          untaken = setTimeout(cut, limits.untakenMillis)
        },
        cancel: close
      },
      { highWaterMark: 0 }
    )
    return new Response(body, { headers })
  })
