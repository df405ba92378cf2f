import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/** The job itself says that its input is at fault: trying again gives the same. */
export class JobRefused extends Schema.TaggedError<JobRefused>()("JobRefused", {
  /** An error code of contract section 10, such as `InvalidModelFile`. */
  code: Schema.String,
  reason: Schema.String,
  /** Of the model file, from 1; 0 = the whole file. Always set: errors of the engine have a `line` of their own. */
  line: Schema.optionalWith(Schema.Number, { default: () => 0 })
}) {}

/**
 * The process died, ran out of memory or time, or fell silent. Another try may succeed.
 * `reason` is one sentence without paths or stack: those are in the log only.
 */
export class JobCrashed extends Schema.TaggedError<JobCrashed>()("JobCrashed", {
  cause: Schema.Literal("memory", "time", "silence", "exit"),
  reason: Schema.String
}) {}

/**
 * A piece of work for a worker process: its tag names the job. Big things travel as files of the scratch folder.
 * `A` is the request itself, `S` what the job gives; `I` and `SI` are how both travel.
 */
export type JobRequest<A, I, S, SI> = Schema.TaggedRequest<string, A, I, never, S, SI, JobRefused, Refused, never>
type Refused = typeof JobRefused.Encoded

/** What a job has beside its request. */
export interface JobContext {
  /** The job's folder, absolute; in a worker process the working directory too. */
  readonly scratch: string
  /** Tells how much is done, from 0 to 1. Cheap enough for an inner loop; what does not rise is dropped. */
  readonly progress: (fraction: number) => void
}

export interface RunOptions {
  /** An existing folder, which the job has as its own. */
  readonly scratch: string
  /** True: a process that has run nothing before. For another try at what has failed. */
  readonly fresh?: boolean
  /** Of the work, by the clock, where that is less than what any job may take. */
  readonly timeoutSeconds?: number
  /** Gets fractions from 0 to 1 that rise; of those that come too fast only the last. */
  readonly onProgress?: (fraction: number) => Effect.Effect<void>
  /**
   * Runs each time the process shows that it lives, at most once at a time, and never while waiting for one; with the
   * milliseconds that it has worked since it began, perhaps for other jobs.
   */
  readonly onAlive?: (workedMillis: number) => Effect.Effect<void>
}

/**
 * Runs jobs in processes of their own, which have a scratch folder, a limit of memory and time, and nothing else:
 * no environment, no secrets. Interruption kills the process.
 */
export class Computation extends Context.Tag("ports/Computation")<
  Computation,
  {
    /**
     * Has the job of the request done and gives what it answered. Waits for a process where all are busy; the time
     * limit runs from the start of the work. When it returns or was interrupted, no process writes to the scratch
     * folder any more, the one of a success excepted, which has nothing left to do.
     */
    readonly run: <A, I, S, SI>(
      request: JobRequest<A, I, S, SI>,
      options: RunOptions
    ) => Effect.Effect<S, JobRefused | JobCrashed>
    /** A fresh folder that is removed, with all in it, when the scope closes. */
    readonly scratch: Effect.Effect<string, JobCrashed, Scope.Scope>
    /** Processes alive, busy, and wanted at the least, for the metrics. */
    readonly state: Effect.Effect<{ readonly alive: number; readonly busy: number; readonly wanted: number }>
  }
>() {}
