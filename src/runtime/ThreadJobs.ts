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

/** Result of a job. Buffers in `transfer` are transferred instead of copied. */
type Outcome<W extends Work> =
  | { readonly answer: W["answer"]; readonly transfer?: ReadonlyArray<ArrayBuffer> }
  | { readonly failure: W["failure"] }

/** Runs a job. */
export type Run<W extends Work> = (request: W["request"], things: W["things"]) => Outcome<W>

/** Messages from the pool to a thread, which has one job at a time. */
export type ToThread<W extends Work> =
  | Telling
  | { readonly kind: "Job"; readonly request: W["request"]; readonly things: Numbers }

export type FromThread<W extends Work> =
  | { readonly answer: W["answer"] }
  | { readonly failure: W["failure"] }
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
  const work = ({ request, things }: Extract<ToThread<W>, { readonly kind: "Job" }>): void => {
    const thingOf = (id: number): object => known.get(id)!
    const named = Object.entries(things).map(
      ([name, ids]) => [name, typeof ids === "number" ? thingOf(ids) : ids.map(thingOf)] as const
    )
    const outcome = run(request, Object.fromEntries(named))
    if ("failure" in outcome) return tell({ failure: membersOf(outcome.failure) })
    tell({ answer: outcome.answer }, outcome.transfer)
  }
  self.addEventListener("message", ({ data }: MessageEvent<ToThread<W>>) => {
    switch (data.kind) {
      case "Thing":
        known.set(data.id, data.thing)
        return
      case "Forget":
        known.delete(data.id)
        return
      case "Job": {
        const began = performance.now()
        try {
          work(data)
        } catch (error) {
          tell({ broken: error instanceof Error ? error.message : String(error) })
        }
        collectLater(performance.now() - began)
      }
    }
  })
}
