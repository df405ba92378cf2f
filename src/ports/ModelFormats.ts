import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { JobContext, JobRefused } from "./Computation.ts"

/**
 * Number of leading bytes that suffice to recognise a file's format; a byte order mark, comments and white space may
 * come first.
 */
export const headBytes = 64 * 1024

/**
 * Programs that convert other files to IFC, by input file extension. Each is the list of words of a command, in which
 * `{in}` and `{out}` stand for the paths.
 */
export type Converters = Readonly<Record<string, ReadonlyArray<string>>>

/** The context in which a format reads a file. */
export interface ReadingContext extends JobContext {
  /** Converters configured by the operator. */
  readonly converters: Converters
}

/** One kind of model file. */
export interface ModelFormat {
  /** File name extensions, in lower case without the dot. */
  readonly extensions: ReadonlyArray<string>
  /** Returns whether a file may have this format, given its first `headBytes` bytes or the whole file. */
  readonly beginsLike: (head: Uint8Array) => boolean
  /** True: the time needed to make the IFC file does not depend on the size of the file. */
  readonly takesAnyTime?: boolean
  /**
   * Returns the IFC file for the file at an absolute path: the file itself, or one written into the scratch folder.
   * Reports progress and observes the limits of contract section 9 while it reads.
   *
   * Fails with `JobRefused` and an error code if the file is at fault. `null`: files of this format cannot be read yet.
   */
  readonly toIfc: ((file: string, context: ReadingContext) => Effect.Effect<IfcFile, JobRefused>) | null
}

/** The IFC file that a model file was converted to, or is. */
export interface IfcFile {
  /** Absolute path of the uncompressed file. */
  readonly path: string
  /** True: exports are based on this file, not on the uploaded one. */
  readonly isMade: boolean
  /** Sentences for the import report. */
  readonly warnings: ReadonlyArray<string>
  /**
   * Absolute path of a PNG in the scratch folder: the preview that the authoring program stored in the file. For models
   * without geometry.
   */
  readonly picture?: string
}

/** The formats that can be uploaded as models, in the order in which they are listed to users. */
export class ModelFormats extends Context.Tag("ports/ModelFormats")<ModelFormats, ReadonlyArray<ModelFormat>>() {}

/** Returns the format with this file name extension. */
export const formatOf = (formats: ReadonlyArray<ModelFormat>, extension: string): ModelFormat | undefined =>
  formats.find(({ extensions }) => extensions.includes(extension))
