import { Context, type Effect, Schema, type Scope } from "effect"
import type { ModelContent } from "../domain/ModelContent.ts"

/** A piece of work for a worker process: which one, its input, and how long it may be expected to take. */
export interface Job {
  /** Name of an entry in the table of jobs of `main/Worker.ts`. */
  readonly name: string
  /** Plain data. Big things travel as files of the scratch folder. */
  readonly input: unknown
  /** Short ones (calculations) have a process that takes no long ones. */
  readonly lane: "long" | "short"
  /** True: a process that has run nothing before. For another try at what has failed. */
  readonly fresh?: boolean
}

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
 * Runs jobs in processes of their own, which have a scratch folder, a limit of memory and time, and nothing else:
 * no environment, no secrets. Interruption kills the process.
 */
export class Computation extends Context.Tag("ports/Computation")<
  Computation,
  {
    /**
     * Runs the job with `scratch` (an existing folder) as its folder and gives what it answered, plain data.
     * Waits for a free process, first come first served; the time limit runs from the start of the work.
     * `onProgress` gets fractions from 0 to 1 that rise; of those that come too fast only the last.
     * `onAlive` runs each time the process shows that it lives, at most once at a time, and never while waiting.
     * When it returns or was interrupted, no process writes to `scratch` any more, the one of a success excepted,
     * which has nothing left to do.
     */
    readonly run: (
      job: Job,
      scratch: string,
      onProgress: (fraction: number) => Effect.Effect<void>,
      onAlive?: Effect.Effect<void>
    ) => Effect.Effect<unknown, JobRefused | JobCrashed>
    /** A fresh folder that is removed, with all in it, when the scope closes. */
    readonly scratch: Effect.Effect<string, JobCrashed, Scope.Scope>
    /** Processes alive, busy and wanted, for the metrics. */
    readonly state: Effect.Effect<{ readonly alive: number; readonly busy: number; readonly wanted: number }>
  }
>() {}

/** The job `importIfc`: its input, its answer, and the files of the scratch folder that it reads and writes. */
export const importIfcFiles = {
  input: "input.ifc",
  /** The product table, as `dataframe` opens it. */
  table: "table.bin",
  /** The values of the table in long form, as `dataframe/Parquet.ts` writes them. */
  parquet: "table.parquet",
  /** An `ImportReport`. */
  report: "report.json",
  /** A `SharedContent`, as `application/ImportedContent.ts` writes it. */
  shared: "shared.jsonl"
} as const

export const ImportIfcInput = Schema.Struct({
  /** Of the model that the file becomes. */
  modelGuid: Schema.String,
  /** The file to read: absolute, or in the scratch folder. It must not change meanwhile. */
  file: Schema.optionalWith(Schema.String, { default: () => importIfcFiles.input })
})

export const ImportIfcAnswer = Schema.Struct({
  products: Schema.Number,
  schema: Schema.NullOr(Schema.Literal("IFC2X3", "IFC4", "IFC4X3"))
})

/** What an import brings to the project: arrays of the content, unchanged. */
export type SharedContent = Pick<ModelContent, "locations" | "materials" | "codifications" | "codes">
