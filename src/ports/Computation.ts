import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/** The job rejects its input; a retry would give the same result. */
export class JobRefused extends Schema.TaggedError<JobRefused>()("JobRefused", {
  /** An error code of contract section 10, such as `InvalidModelFile`. */
  code: Schema.String,
  reason: Schema.String,
  /**
   * Line of the model file, from 1; 0 = the whole file. Always set, because errors of the JavaScript engine have a
   * `line` of their own.
   */
  line: Schema.optionalWith(Schema.Number, { default: () => 0 })
}) {}

/**
 * The process died, exceeded its memory or time limit, or stopped responding. A retry may succeed. `reason` is one
 * sentence without paths or stack traces, which are only in the log.
 */
export class JobCrashed extends Schema.TaggedError<JobCrashed>()("JobCrashed", {
  cause: Schema.Literal("memory", "time", "stall", "silence", "exit"),
  reason: Schema.String
}) {}

/**
 * A piece of work for a worker process; its tag names the job. Large data is passed as files in the scratch folder. `A`
 * is the request and `S` the result; `I` and `SI` are their encoded forms.
 */
export type JobRequest<A, I, S, SI> = Schema.TaggedRequest<string, A, I, never, S, SI, JobRefused, Refused, never>
type Refused = typeof JobRefused.Encoded

/** The services available to a job besides its request. */
export interface JobContext {
  /** Absolute path of the job's folder, which is also the working directory in a worker process. */
  readonly scratch: string
  /** Reports progress from 0 to 1. Cheap enough for an inner loop; values that do not rise are dropped. */
  readonly progress: (fraction: number) => void
}

export interface RunOptions {
  /** An existing folder that only this job uses. */
  readonly scratch: string
  /** True: use a process that has run nothing before. For a retry after a failure. */
  readonly fresh?: boolean
  /** Wall-clock timeout of the work in seconds, if shorter than the limit for all jobs. */
  readonly timeoutSeconds?: number
  /** Receives rising fractions from 0 to 1. If they arrive too fast, only the last one is passed on. */
  readonly onProgress?: (fraction: number) => Effect.Effect<void>
  /**
   * Runs each time the process shows that it is alive, at most once at a time, and never while waiting for a process.
   * It receives the milliseconds for which the process has worked since it started, possibly for other jobs.
   */
  readonly onAlive?: (workedMillis: number) => Effect.Effect<void>
}

/**
 * Runs jobs in worker processes, which have a scratch folder, limits of memory and time, and nothing else: no
 * environment and no secrets. Interruption kills the process.
 */
export class Computation extends Context.Tag("ports/Computation")<
  Computation,
  {
    /**
     * Runs the job and returns its result. Waits for a process if all are busy; the timeout starts with the work. After
     * it returns or is interrupted, no process writes to the scratch folder any more, except the process of a
     * successful job, which has nothing left to do.
     */
    readonly run: <A, I, S, SI>(
      request: JobRequest<A, I, S, SI>,
      options: RunOptions
    ) => Effect.Effect<S, JobRefused | JobCrashed>
    /** A new folder that is removed with its content when the scope closes. */
    readonly scratch: Effect.Effect<string, JobCrashed, Scope.Scope>
    /** Numbers of live and busy processes, and the least number wanted, for the metrics. */
    readonly state: Effect.Effect<{ readonly alive: number; readonly busy: number; readonly wanted: number }>
  }
>() {}
