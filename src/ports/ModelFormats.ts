import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { JobContext, JobRefused } from "./Computation.ts"

/** Bytes of a file that are enough to tell its kind: a byte order mark, comments and white space may go before. */
export const headBytes = 64 * 1024

/**
 * Programs that make an IFC file of another, by the extension of what they read: the words of a command, `{in}` and
 * `{out}` in them stand for the paths.
 */
export type Converters = Readonly<Record<string, ReadonlyArray<string>>>

/** What a format has to read a file with. */
export interface ReadingContext extends JobContext {
  /** Those of the operator. */
  readonly converters: Converters
}

/** One kind of model file. */
export interface ModelFormat {
  /** Ends of its file names, in lower case without the dot. */
  readonly extensions: ReadonlyArray<string>
  /** Whether a file that begins with these bytes, `headBytes` or the whole of it, can be of this kind. */
  readonly beginsLike: (head: Uint8Array) => boolean
  /** True: how long it takes to make the IFC file does not go by the size of the file. */
  readonly takesAnyTime?: boolean
  /**
   * Gives the IFC file that stands for the file at an absolute path: itself, or one written into the scratch folder.
   * Tells how much of that is done, and keeps to the limits of contract section 9 while it reads.
   *
   * Fails: `JobRefused` with the code where the file is at fault; `null`: files of this kind are not read yet.
   */
  readonly toIfc: ((file: string, context: ReadingContext) => Effect.Effect<IfcFile, JobRefused>) | null
}

/** What a file of any kind comes to. */
export interface IfcFile {
  /** Absolute; in clear text. */
  readonly path: string
  /** True: exports are of this file, not of the one that was uploaded. */
  readonly isMade: boolean
  /** Sentences for the import report. */
  readonly warnings: ReadonlyArray<string>
  /** A PNG in the scratch folder, absolute: how the program that wrote the file shows it. For models without geometry. */
  readonly picture?: string
}

/** The kinds of files that can be uploaded as models, in the order in which people are told of them. */
export class ModelFormats extends Context.Tag("ports/ModelFormats")<ModelFormats, ReadonlyArray<ModelFormat>>() {}

/** The kind whose file names end so. */
export const formatOf = (formats: ReadonlyArray<ModelFormat>, extension: string): ModelFormat | undefined =>
  formats.find(({ extensions }) => extensions.includes(extension))
