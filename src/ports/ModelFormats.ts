import { Context, type Effect } from "effect"
import type { ReadModel } from "../domain/ModelContent.ts"
import type { JobContext, JobRefused } from "./Computation.ts"

/** One kind of model file. */
export interface ModelFormat {
  /** Ends of its file names, in lower case without the dot. */
  readonly extensions: ReadonlyArray<string>
  /** Whether a file that begins with these bytes, 64 KiB or the whole of it, can be of this kind. */
  readonly beginsLike: (head: Uint8Array) => boolean
  /**
   * Reads the file at an absolute path, and tells how much of that is done.
   *
   * Fails: `JobRefused` with the code where the file is at fault; `null`: files of this kind are not read yet.
   */
  readonly read: ((file: string, context: JobContext) => Effect.Effect<ReadModel, JobRefused>) | null
}

/** The kinds of files that can be uploaded as models, in the order in which people are told of them. */
export class ModelFormats extends Context.Tag("ports/ModelFormats")<ModelFormats, ReadonlyArray<ModelFormat>>() {}

/** The kind whose file names end so. */
export const formatOf = (formats: ReadonlyArray<ModelFormat>, extension: string): ModelFormat | undefined =>
  formats.find(({ extensions }) => extensions.includes(extension))
