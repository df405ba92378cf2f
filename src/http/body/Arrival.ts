import { setImmediate } from "node:timers/promises"
import * as Intake from "./Intake.ts"

/**
 * How fast a body has to come. Whoever sends may keep us waiting for `patienceMs`; each byte gives back its share of a
 * second, up to `mostMs` of patience.
 */
export interface Pace {
  readonly patienceMs: number
  readonly bytesPerSecond: number
  readonly mostMs: number
}

/** What comes next of a body: bytes, or how it ended. */
type Piece = Uint8Array | "end" | "late"

export interface Arrival {
  /** Rejects where the client broke off. */
  readonly next: () => Promise<Piece>
  /** No more of it is wanted. */
  readonly stop: () => void
}

/** Less than this at a time is a crumb: more of them may come before the next is taken, so that they come together. */
const crumbBytes = 16 * 1024

/** Of all bodies of this process. */
const intake = Intake.make()

/**
 * Takes a body as it comes, within its time, and with all others no more in a turn of the event loop than leaves room for
 * who sends none. What we do with a piece before we ask for the next takes nobody's time.
 */
export const of = (body: ReadableStream<Uint8Array>, { bytesPerSecond, mostMs, patienceMs }: Pace): Arrival => {
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  let patience = patienceMs
  /** Pieces in a row that were crumbs: one that is the whole body need not wait. */
  let crumbs = 0
  /** Of the piece before: the next one will be as long. The first of a body is not waited with: most bodies have no more. */
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
    }, patience)
    try {
      const { done, value } = await reader.read()
      if (isLate) return "late"
      if (done) return "end"
      const gained = (value.length / bytesPerSecond) * 1000
      patience = Math.min(mostMs, patience - (performance.now() - since) + gained)
      length = value.length
      crumbs = length < crumbBytes ? crumbs + 1 : 0
      return value
    } finally {
      clearTimeout(timer)
    }
  }
  return { next, stop }
}
