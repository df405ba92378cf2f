import * as Context from "effect/Context"
import type * as Tracer from "effect/Tracer"

/** What is known of a request when its answer is about to go out. */
export interface Observation {
  /** Name of the endpoint; null where there is none of that path and method. */
  readonly endpoint: string | null
  readonly method: string
  /** As it came, without the query. */
  readonly path: string
  /** 499 where the client went away before there was an answer. */
  readonly status: number
  /** Until the head of the answer is ready; what a stream takes is not in it. */
  readonly milliseconds: number
  /** Of the body, where it is known before it is sent. */
  readonly bytes: number | null
  readonly userId: string | null
  /** Of the client; null where it is not known. */
  readonly address: string | null
  readonly requestId: string
  /** Its span; null where nobody takes spans. */
  readonly span: Tracer.AnySpan | null
}

/** Told of every request. It must not throw, wait, or keep the observation. */
export type Observe = (seen: Observation) => void

export class Observer extends Context.Reference<Observer>()("http/Observer", {
  defaultValue: (): Observe => () => undefined
}) {}

/** Tells several. */
export const allOf =
  (...observers: ReadonlyArray<Observe>): Observe =>
  (seen) => {
    for (const observe of observers) observe(seen)
  }
