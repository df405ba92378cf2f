import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { type JobContext, JobRefused } from "../ports/Computation.ts"

/** What a worker process can do. */
export interface Job {
  /** Of its requests. */
  readonly tag: string
  /** Runs an encoded request and gives how it ended, encoded; dies where the job does. */
  readonly run: (request: unknown, context: JobContext) => Effect.Effect<unknown>
}

/** A part of a job that its trace shows. */
export const step =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.withSpan(effect, name, { captureStackTrace: false })

/** A job out of the class of its requests and the work. */
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
