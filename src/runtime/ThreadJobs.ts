import * as Garbage from "./Garbage.ts"
import type { Numbers, Telling, Things } from "./ThreadMemory.ts"

/**
 * Types of the messages between a pool and its threads, in one type for both sides. All values must survive a
 * structured clone.
 */
export interface Work {
  /** Objects that many jobs share, or lists of them. Each is sent to a thread once and then referred to by number. */
  readonly things: Things
  readonly request: unknown
  readonly answer: unknown
  /** Arrives as a plain object with the same members, because classes do not survive the clone. */
  readonly failure: unknown
}

/** The pieces of a stream. Each is transferred to the pool, so it must have a buffer of its own. */
export type Pieces = Generator<Uint8Array<ArrayBuffer>, void, undefined>

/**
 * Result of a job. Buffers in `transfer` are transferred instead of copied. The thread keeps `pieces` after the job and
 * generates them one at a time, whenever the pool asks for the next one.
 */
type Outcome<W extends Work> =
  | { readonly answer: W["answer"]; readonly transfer?: ReadonlyArray<ArrayBuffer>; readonly pieces?: Pieces }
  | { readonly failure: W["failure"] }

/** Runs a job. */
export type Run<W extends Work> = (request: W["request"], things: W["things"]) => Outcome<W>

/** A job. If its outcome has pieces, they are kept as the stream of this number. */
interface JobMessage<W extends Work> {
  readonly kind: "Job"
  readonly stream: number
  readonly request: W["request"]
  readonly things: Numbers
}

/** Messages from the pool to a thread, which has one job, or makes one piece, at a time. */
export type ToThread<W extends Work> =
  | Telling
  | JobMessage<W>
  /** Asks for the next piece of a stream. */
  | { readonly kind: "Next"; readonly stream: number }
  /** Ends a stream that nobody reads any more. */
  | { readonly kind: "Drop"; readonly stream: number }

export type FromThread<W extends Work> =
  | { readonly answer: W["answer"] }
  | { readonly failure: W["failure"] }
  /** The next piece of a stream, or null after its end. */
  | { readonly piece: Uint8Array<ArrayBuffer> | null }
  /** The job threw. */
  | { readonly broken: string }

declare const self: Worker

const membersOf = (failure: unknown): unknown =>
  typeof failure === "object" && failure !== null ? Object.fromEntries(Object.entries(failure)) : failure

/** Runs the jobs that the pool sends to the calling thread. If a job throws, only that job fails. */
export const serve = <W extends Work>(run: Run<W>): void => {
  const known = new Map<number, object>()
  const collectLater = Garbage.afterJobs()
  const tell = (message: FromThread<W>, transfer: ReadonlyArray<ArrayBuffer> = []): void =>
    self.postMessage(message, [...transfer])
  const streams = new Map<number, Pieces>()
  const work = ({ request, stream, things }: JobMessage<W>): void => {
    const thingOf = (id: number): object => known.get(id)!
    const named = Object.entries(things).map(
      ([name, ids]) => [name, typeof ids === "number" ? thingOf(ids) : ids.map(thingOf)] as const
    )
    const outcome = run(request, Object.fromEntries(named))
    if ("failure" in outcome) return tell({ failure: membersOf(outcome.failure) })
    if (outcome.pieces !== undefined) streams.set(stream, outcome.pieces)
    tell({ answer: outcome.answer }, outcome.transfer)
  }
  const next = (stream: number): void => {
    const { done, value } = streams.get(stream)!.next()
    if (done !== true) return tell({ piece: value }, [value.buffer])
    streams.delete(stream)
    tell({ piece: null })
  }
  const measured = (run: () => void): void => {
    const began = performance.now()
    try {
      run()
    } catch (error) {
      tell({ broken: error instanceof Error ? error.message : String(error) })
    }
    collectLater(performance.now() - began)
  }
  self.addEventListener("message", ({ data }: MessageEvent<ToThread<W>>) => {
    switch (data.kind) {
      case "Thing":
        known.set(data.id, data.thing)
        return
      case "Forget":
        known.delete(data.id)
        return
      case "Drop":
        streams.get(data.stream)?.return()
        streams.delete(data.stream)
        return
      case "Next":
        return measured(() => next(data.stream))
      case "Job":
        return measured(() => work(data))
    }
  })
}
