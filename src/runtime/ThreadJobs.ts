import * as Garbage from "./Garbage.ts"
import * as Mailbox from "./Mailbox.ts"
import type { Telling } from "./ThreadMemory.ts"

/** What a pool and its threads say to each other, as one type for both sides. All of it survives a structured clone. */
export interface Work {
  /** Told to a thread once and then named by number: what many jobs share. */
  readonly things: Readonly<Record<string, object>>
  readonly request: unknown
  readonly answer: unknown
  /** Its members arrive: no class survives the way. */
  readonly failure: unknown
}

/** What a job gives. What the answer consists of may change hands instead of being copied. */
type Outcome<W extends Work> =
  | { readonly answer: W["answer"]; readonly transfer?: ReadonlyArray<ArrayBuffer> }
  | { readonly failure: W["failure"] }

/** Does a job. */
export type Run<W extends Work> = (request: W["request"], things: W["things"]) => Outcome<W>

/** What the pool tells a thread, which has one job at a time. */
export type ToThread<W extends Work> =
  | Telling
  /** Where answers go from now on. */
  | { readonly kind: "Mailbox"; readonly mailbox: Mailbox.Sender }
  | { readonly kind: "Job"; readonly request: W["request"]; readonly things: Readonly<Record<string, number>> }

export type FromThread<W extends Work> =
  | { readonly answer: W["answer"] }
  | { readonly failure: W["failure"] }
  /** The job threw. */
  | { readonly broken: string }

declare const self: Worker

const membersOf = (failure: unknown): unknown =>
  typeof failure === "object" && failure !== null ? Object.fromEntries(Object.entries(failure)) : failure

/** Does the jobs that the pool sends to the calling thread; one that throws fails alone. */
export const serve = <W extends Work>(run: Run<W>): void => {
  const known = new Map<number, object>()
  const collectLater = Garbage.afterJobs()
  let tell = (message: FromThread<W>, transfer: ReadonlyArray<ArrayBuffer> = []): void =>
    self.postMessage(message, [...transfer])
  const work = ({ request, things }: Extract<ToThread<W>, { readonly kind: "Job" }>): void => {
    const named = Object.entries(things).map(([name, id]) => [name, known.get(id)!] as const)
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
        return
      }
      case "Mailbox":
        tell = Mailbox.sending(data.mailbox)
    }
  })
}
