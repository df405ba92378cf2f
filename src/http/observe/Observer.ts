import * as Context from "effect/Context"
import type * as Tracer from "effect/Tracer"

/** The facts about a request when its response is about to be sent. */
export interface Observation {
  /** Name of the endpoint; null if none has that path and method. */
  readonly endpoint: string | null
  readonly method: string
  /** Path as received, without the query. */
  readonly path: string
  /** Status of the response; 499 if the client went away before it was ready. */
  readonly status: number
  /** Time until the head of the response is ready; streaming its body is not included. */
  readonly milliseconds: number
  /** Size of the response body; null if it is not known before it is sent. */
  readonly bytes: number | null
  readonly userId: string | null
  /** Address of the client; null if unknown. */
  readonly address: string | null
  readonly requestId: string
  /** Span of the request; null if it is not traced. */
  readonly span: Tracer.AnySpan | null
}

/** Receives an observation of every request. It must not throw, block, or keep the observation. */
export type Observe = (seen: Observation) => void

export class Observer extends Context.Reference<Observer>()("http/Observer", {
  defaultValue: (): Observe => () => undefined
}) {}

/** Returns an observer that calls all of the given ones. */
export const allOf =
  (...observers: ReadonlyArray<Observe>): Observe =>
  (seen) => {
    for (const observe of observers) observe(seen)
  }
