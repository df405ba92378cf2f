import { Effect } from "effect"
import { Overloaded } from "../domain/Errors.ts"
import * as Holdings from "../runtime/Holdings.ts"

const megabyte = 1024 * 1024

/** Smaller answers are left to the sockets. */
export const largeBytes = 64 * 1024

/**
 * Answers that are being made or wait for their readers (contract section 12): they are whole in memory, and a reader
 * may stop reading. The last of it is for who has little: a page of some megabytes does not wait for others' readers.
 */
const limits: Holdings.Limits = {
  ofUser: 256 * megabyte,
  inAll: 512 * megabyte,
  forFew: 32 * megabyte,
  fewBytes: 4 * megabyte
}

/** A reader takes so much of an answer in each stretch of time, or all that is left: 64 KB a second. */
const stretchSeconds = 60
const leastOfStretch = 64 * 1024 * stretchSeconds

const sliceBytes = 256 * 1024
const nothing = new Uint8Array()

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
  /** The answer is made: a large one is held until it is taken, from now on within its time. */
  readonly made: (bytes: Uint8Array<ArrayBuffer>) => Body
  readonly release: () => void
}

const overloaded = () =>
  new Overloaded({ details: "Too many large answers wait to be read. Read them, or try again later." })

export const make = (most: Holdings.Limits = limits, stretchMs = stretchSeconds * 1000) => {
  const holdings = Holdings.make(most)

  const made = (hold: Holdings.Hold, bytes: Uint8Array<ArrayBuffer>): Body => {
    if (bytes.length <= largeBytes) {
      hold.release()
      return bytes
    }
    hold.resize(bytes.buffer.byteLength)
    let rest: Uint8Array<ArrayBuffer> | null = bytes
    let takenInStretch = 0
    const end = (left: typeof rest): void => {
      clearInterval(timer)
      rest = left
      hold.release()
    }
    const drop = (): void => end(null)
    const timer = setInterval(() => {
      if (takenInStretch < leastOfStretch) drop()
      takenInStretch = 0
    }, stretchMs)
    return {
      length: bytes.length,
      next: () => {
        if (rest === null) throw new Error("the answer was given up")
        if (rest.length === 0) return null
        // A copy: what waits in a socket must not keep the whole.
        const slice = rest.slice(0, sliceBytes)
        rest = rest.subarray(slice.length)
        takenInStretch += slice.length
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

  return { room, keep, bytesHeld: Effect.sync(holdings.bytesHeld) }
}

/** Large answers between their making and their readers. */
export class Answers extends Effect.Service<Answers>()("application/Answers", { sync: () => make() }) {}
