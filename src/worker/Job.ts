import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { type JobContext, JobRefused } from "../ports/Computation.ts"

/** A kind of work that a worker process can do. */
export interface Job {
  /** Tag of its requests. */
  readonly tag: string
  /** Runs an encoded request and returns its encoded exit. Dies if the job dies. */
  readonly run: (request: unknown, context: JobContext) => Effect.Effect<unknown>
}

/** Wraps a part of a job in a span. */
export const step =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.withSpan(effect, name, { captureStackTrace: false })

/** Makes a job from the class of its requests and the function that does the work. */
export const make = <A, I, S, SI>(
  requests: Schema.Schema<A, I> & { readonly _tag: string; readonly success: Schema.Schema<S, SI> },
  work: (request: A, context: JobContext) => Effect.Effect<S, JobRefused>
): Job => {
  const exits = Schema.Exit({ success: requests.success, failure: JobRefused, defect: Schema.Defect })
  return {
    tag: requests._tag,
    run: (request, context) =>
      Schema.decodeUnknown(requests)(request).pipe(
        Effect.orDie,
        Effect.flatMap((decoded) => work(decoded, context)),
        Effect.match({ onFailure: Exit.fail, onSuccess: Exit.succeed }),
        Effect.flatMap(Schema.encode(exits)),
        Effect.orDie
      )
  }
}
