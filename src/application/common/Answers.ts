import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Overloaded } from "../../domain/Errors.ts"
import { free } from "../../runtime/Freed.ts"
import * as Holdings from "../../runtime/Holdings.ts"

const megabyte = 1024 * 1024

/** Smaller answers are left to the sockets. */
export const largeBytes = 64 * 1024

/**
 * Answers that are being made or wait for their readers (contract section 12): they are whole in memory, and a reader
 * may stop reading. The last of it is for who has little: a page of some megabytes does not wait for others' readers.
 */
export class AnswerLimits extends Context.Reference<AnswerLimits>()("application/AnswerLimits", {
  defaultValue: (): Holdings.Limits => ({
    ofUser: 256 * megabyte,
    inAll: 512 * megabyte,
    forFew: 32 * megabyte,
    fewBytes: 4 * megabyte
  })
}) {}

/** A reader takes so much of an answer in each stretch of time, or all that is left: 64 KB a second. */
const stretchSeconds = 60
const leastOfStretch = 64 * 1024 * stretchSeconds

const sliceBytes = 256 * 1024
const nothing = new Uint8Array()

/** What an answer that is made while it is taken holds beside what it keeps: a piece in the socket, and the next one. */
const flowBytes = 384 * 1024

/** Sees how fast an answer is taken. */
export interface Reader {
  /** More is asked for: from now on the reader is who waits. */
  readonly asks: () => void
  /** So many bytes are given: from now on it is the reader who is waited for. */
  readonly given: (bytes: number) => void
  readonly end: () => void
}

const readerOf = (stretchMs: number, giveUp: () => void): Reader => {
  let [given, waitedMs] = [0, 0]
  /** Since when it is waited for. */
  let since: number | null = performance.now()
  const timer = setInterval(() => {
    if (since === null) return
    const now = performance.now()
    const part = Math.min(1, (waitedMs + now - since) / stretchMs)
    const isTaken = given >= leastOfStretch * part
    ;[given, waitedMs, since] = [0, 0, now]
    if (!isTaken) giveUp()
  }, stretchMs)
  return {
    asks: () => {
      if (since !== null) waitedMs += performance.now() - since
      since = null
    },
    given: (bytes) => {
      given += bytes
      since = performance.now()
    },
    end: () => clearInterval(timer)
  }
}

/** A large answer of which something has still to be taken. */
interface Untaken {
  readonly length: number
  /** The next bytes; null where none are left. Throws where they were given up: nobody came for them in time. */
  readonly next: () => Uint8Array<ArrayBuffer> | null
  /** Gives up what is left. */
  readonly drop: () => void
}

/** An answer as it goes out. */
export type Body = Uint8Array<ArrayBuffer> | Untaken

/** Room for an answer that is being made. */
export interface Room {
  /** Fails: `Overloaded`. */
  readonly grow: (bytes: number) => Effect.Effect<void, Overloaded>
  /** The answer is made: a large one is held until it is taken, from now on within its time; then it is freed. */
  readonly made: (bytes: Uint8Array<ArrayBuffer>) => Body
  readonly release: () => void
}

/** An answer of any length that is made while it is taken. */
export interface Flow {
  /** The user. */
  readonly owner: string
  /** So many bytes more are kept to its end; a small answer holds nothing. Fails: `Overloaded`. */
  readonly keep: (bytes: number) => Effect.Effect<void, Overloaded>
  /** A large one begins: `giveUp` is called where its reader takes too little. Fails: `Overloaded`. */
  readonly begin: (giveUp: () => void) => Effect.Effect<Reader, Overloaded>
  readonly end: () => void
}

const overloaded = () =>
  new Overloaded({ details: "Too many large answers wait to be read. Read them, or try again later." })

export const make = (most: Holdings.Limits, stretchMs = stretchSeconds * 1000) => {
  const holdings = Holdings.make(most)

  const made = (hold: Holdings.Hold, bytes: Uint8Array<ArrayBuffer>): Body => {
    if (bytes.length <= largeBytes) {
      hold.release()
      return bytes
    }
    hold.resize(bytes.buffer.byteLength)
    // Slices of a Buffer would be no copies.
    let rest: Uint8Array<ArrayBuffer> | null = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    const end = (left: typeof rest): void => {
      reader.end()
      rest = left
      free(bytes)
      hold.release()
    }
    const drop = (): void => end(null)
    const reader = readerOf(stretchMs, drop)
    return {
      length: bytes.length,
      next: () => {
        if (rest === null) throw new Error("the answer was given up")
        if (rest.length === 0) return null
        // A copy: what waits in a socket must not keep the whole.
        const slice = rest.slice(0, sliceBytes)
        rest = rest.subarray(slice.length)
        reader.asks()
        reader.given(slice.length)
        if (rest.length === 0) end(nothing)
        return slice
      },
      drop
    }
  }

  /** Room for an answer of so many bytes, before it is made. Fails: `Overloaded`. */
  const room = (user: string, bytes: number): Effect.Effect<Room, Overloaded> =>
    Effect.suspend(() => {
      const hold = holdings.hold(user, bytes)
      if (hold === null) return overloaded()
      return Effect.succeed({
        grow: (more) => Effect.suspend(() => (hold.resize(more) ? Effect.void : overloaded())),
        made: (answer) => made(hold, answer),
        release: hold.release
      })
    })

  /** An answer that is made already, because little was asked. Fails: `Overloaded`. */
  const keep = (user: string, bytes: Uint8Array<ArrayBuffer>): Effect.Effect<Body, Overloaded> =>
    bytes.length <= largeBytes
      ? Effect.succeed(bytes)
      : Effect.map(room(user, bytes.length), (room) => room.made(bytes))

  /** Room for an answer that is made while it is taken. */
  const flow = (user: string): Flow => {
    let bytes = 0
    let hold: Holdings.Hold | null = null
    let reader: Reader | null = null
    const keep: Flow["keep"] = (more) =>
      Effect.suspend(() => {
        bytes += more
        if (bytes <= largeBytes) return Effect.void
        if (hold !== null) return hold.resize(bytes) ? Effect.void : overloaded()
        hold = holdings.hold(user, bytes)
        return hold === null ? overloaded() : Effect.void
      })
    return {
      owner: user,
      keep,
      begin: (giveUp) => Effect.map(keep(flowBytes), () => (reader = readerOf(stretchMs, giveUp))),
      end: () => {
        reader?.end()
        hold?.release()
      }
    }
  }

  return { room, keep, flow, bytesHeld: Effect.sync(holdings.bytesHeld) }
}

/** Large answers between their making and their readers. */
export class Answers extends Effect.Service<Answers>()("application/Answers", {
  effect: Effect.map(AnswerLimits, (limits) => make(limits))
}) {}
