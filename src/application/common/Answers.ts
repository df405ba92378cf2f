import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Overloaded } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { forUsersWithLittle, limits } from "../../domain/Limits.ts"
import { free } from "../../runtime/Freed.ts"
import * as Reservations from "../../runtime/Reservations.ts"

/** Responses up to this size are not counted: the sockets buffer them. */
export const largeBytes = 64 * 1024

/**
 * Limits for large responses that are being made or read (contract section 12): they are held in memory, and a reader
 * may stop reading. The last part of the budget is reserved for users with small reservations, so that a response of
 * some megabytes does not wait for other users' readers.
 */
export class AnswerLimits extends Context.Reference<AnswerLimits>()("application/AnswerLimits", {
  defaultValue: (): Reservations.Limits => ({
    ofUser: limits.answerMemoryOfUser.most,
    inAll: limits.answerMemory.most,
    ...forUsersWithLittle
  })
}) {}

/** A reader must take at least `leastOfStretch` bytes per stretch, or all that is left. */
const stretchSeconds = limits.readSeconds.most
const leastOfStretch = limits.readBytesInSecond.most * stretchSeconds

const sliceBytes = 256 * 1024
const nothing = new Uint8Array()

/** Memory of a streamed response besides what it counts itself: one piece in the socket and the next one. */
const flowBytes = 384 * 1024

/** Measures how fast a response is read. */
export interface Reader {
  /** The reader asks for more: from now on it waits for the service. */
  readonly asks: () => void
  /** Bytes were handed over: from now on we are waiting for the reader. */
  readonly given: (bytes: number) => void
  readonly end: () => void
}

const readerOf = (stretchMs: number, giveUp: () => void): Reader => {
  let [given, waitedMs] = [0, 0]
  /**
   * The time since which the service has been waiting for the reader; null if the reader is waiting for the service.
   */
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

/** A large response that has not been read completely. */
interface Untaken {
  readonly length: number
  /** Returns the next bytes, or null at the end. Throws if the response was dropped because its reader was too slow. */
  readonly next: () => Uint8Array<ArrayBuffer> | null
  /** Drops the rest. */
  readonly drop: () => void
}

/** A response body. */
export type Body = Uint8Array<ArrayBuffer> | Untaken

/** Memory reserved for a response that is being made. */
export interface AnswerReservation {
  /** Resizes the reservation to `bytes`. Fails with `Overloaded` if there is no memory left. */
  readonly resize: (bytes: number) => Effect.Effect<void, Overloaded>
  /** Completes the response. A large one stays reserved until it has been read or dropped for slow reading. */
  readonly made: (bytes: Uint8Array<ArrayBuffer>) => Body
  readonly release: () => void
}

/** A response of any length that is generated while it is read. */
export interface Flow {
  /** The user. */
  readonly owner: string
  /**
   * Reserves bytes in addition, until the end; a small response reserves nothing. Fails with `Overloaded` if there is no
   * memory left.
   */
  readonly reserve: (bytes: number) => Effect.Effect<void, Overloaded>
  /**
   * Starts to send a large response; `giveUp` is called if its reader is too slow. Fails with `Overloaded` if there is
   * no memory left.
   */
  readonly begin: (giveUp: () => void) => Effect.Effect<Reader, Overloaded>
  readonly end: () => void
}

const overloaded = () => new Overloaded({ details: sentenceOf(limits.answerMemory) })

export const make = (most: Reservations.Limits, stretchMs = stretchSeconds * 1000) => {
  const reservations = Reservations.make(most)

  const made = (reservation: Reservations.Reservation, bytes: Uint8Array<ArrayBuffer>): Body => {
    if (bytes.length <= largeBytes) {
      reservation.release()
      return bytes
    }
    reservation.resize(bytes.buffer.byteLength)
    // `slice` of a Buffer would not copy.
    let rest: Uint8Array<ArrayBuffer> | null = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    const end = (left: typeof rest): void => {
      reader.end()
      rest = left
      free(bytes)
      reservation.release()
    }
    const drop = (): void => end(null)
    const reader = readerOf(stretchMs, drop)
    return {
      length: bytes.length,
      next: () => {
        if (rest === null) throw new Error("the answer was given up")
        if (rest.length === 0) return null
        // A copy, so that a slice waiting in a socket does not keep the whole response in memory.
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

  /** Reserves memory for a response before it is made. Fails with `Overloaded` if there is no memory left. */
  const reserve = (user: string, bytes: number): Effect.Effect<AnswerReservation, Overloaded> =>
    Effect.suspend(() => {
      const reservation = reservations.reserve(user, bytes)
      if (reservation === null) return overloaded()
      return Effect.succeed({
        resize: (more) => Effect.suspend(() => (reservation.resize(more) ? Effect.void : overloaded())),
        made: (answer) => made(reservation, answer),
        release: reservation.release
      })
    })

  /**
   * Registers a response that has already been made because it is small. Fails with `Overloaded` if there is no memory left.
   */
  const register = (user: string, bytes: Uint8Array<ArrayBuffer>): Effect.Effect<Body, Overloaded> =>
    bytes.length <= largeBytes
      ? Effect.succeed(bytes)
      : Effect.map(reserve(user, bytes.length), ({ made }) => made(bytes))

  /** Registers a response that is generated while it is read. */
  const flow = (user: string): Flow => {
    let bytes = 0
    let reservation: Reservations.Reservation | null = null
    let reader: Reader | null = null
    const reserve: Flow["reserve"] = (more) =>
      Effect.suspend(() => {
        bytes += more
        if (bytes <= largeBytes) return Effect.void
        if (reservation !== null) return reservation.resize(bytes) ? Effect.void : overloaded()
        reservation = reservations.reserve(user, bytes)
        return reservation === null ? overloaded() : Effect.void
      })
    return {
      owner: user,
      reserve,
      begin: (giveUp) => Effect.map(reserve(flowBytes), () => (reader = readerOf(stretchMs, giveUp))),
      end: () => {
        reader?.end()
        reservation?.release()
      }
    }
  }

  return { reserve, register, flow, bytesReserved: Effect.sync(reservations.bytesReserved) }
}

/** Large responses that have not been read completely. */
export class Answers extends Effect.Service<Answers>()("application/Answers", {
  effect: Effect.map(AnswerLimits, (limits) => make(limits))
}) {}
