import { setImmediate } from "node:timers/promises"
import * as Intake from "./Intake.ts"

/**
 * The pace at which a body must arrive. The client may keep the service waiting for `timeoutMs`; each byte received
 * extends that by 1 / `bytesPerSecond` seconds, up to `mostMs` in total.
 */
export interface Pace {
  readonly timeoutMs: number
  readonly bytesPerSecond: number
  readonly mostMs: number
}

/** The next piece of a body, or how the body ended. */
type Piece = Uint8Array | "end" | "late"

export interface Arrival {
  /** Returns the next piece. Rejects if the client broke off. */
  readonly next: () => Promise<Piece>
  /** Cancels the rest of the body. */
  readonly stop: () => void
}

/**
 * A piece with fewer bytes is a crumb. After two crumbs in a row the reader waits a turn of the event loop, so that
 * more arrives at once.
 */
const crumbBytes = 16 * 1024

/** The intake that all bodies of this process share. */
const intake = Intake.make()

/**
 * Reads a body at the pace that the client must keep. All bodies together read a limited number of bytes per turn of
 * the event loop, so that other requests are served too. Time spent processing a piece does not count against the
 * client.
 */
export const of = (body: ReadableStream<Uint8Array>, { bytesPerSecond, mostMs, timeoutMs }: Pace): Arrival => {
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  let timeout = timeoutMs
  /** The number of crumbs in a row. A single crumb does not cause a wait, because it is often the whole body. */
  let crumbs = 0
  /**
   * Length of the previous piece, which serves as the estimate for the next. The first piece of a body never waits,
   * because most bodies have no more.
   */
  let length = 0
  const next = async (): Promise<Piece> => {
    if (crumbs > 1) await setImmediate()
    const room = intake.room(length)
    if (room !== null) await room
    const since = performance.now()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop()
    }, timeout)
    try {
      const { done, value } = await reader.read()
      if (isLate) return "late"
      if (done) return "end"
      const gained = (value.length / bytesPerSecond) * 1000
      timeout = Math.min(mostMs, timeout - (performance.now() - since) + gained)
      length = value.length
      crumbs = length < crumbBytes ? crumbs + 1 : 0
      return value
    } finally {
      clearTimeout(timer)
    }
  }
  return { next, stop }
}
