import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { JobRefused } from "../../../src/ports/Computation.ts"
import type { Converters, IfcFile, ModelFormat } from "../../../src/ports/ModelFormats.ts"

/** The result of reading a file with a format. */
export interface Read {
  readonly result: Either.Either<IfcFile, JobRefused>
  readonly scratch: string
  /** The names in the scratch folder after the read, sorted. */
  readonly files: ReadonlyArray<string>
  /** The fractions that the format reported as progress. */
  readonly told: ReadonlyArray<number>
}

/** Lets a format read bytes from a file outside of its scratch folder. Returns the result of `look`. */
export const readFile = async <A>(
  format: ModelFormat,
  bytes: Uint8Array,
  look: (read: Read) => A | Promise<A>,
  converters: Converters = {}
): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "plinth-format-"))
  const scratch = join(folder, "scratch")
  mkdirSync(scratch)
  const file = join(folder, "uploaded")
  writeFileSync(file, bytes)
  const told: Array<number> = []
  const progress = (fraction: number) => void told.push(fraction)
  try {
    const result = await Effect.runPromise(Effect.either(format.toIfc!(file, { scratch, converters, progress })))
    return await look({ result, scratch, files: readdirSync(scratch).toSorted(), told })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the code and the reason with which a format refuses a file. */
export const refusal = (format: ModelFormat, bytes: Uint8Array, converters: Converters = {}) =>
  readFile(
    format,
    bytes,
    ({ result }) => (result._tag === "Left" ? `${result.left.code}: ${result.left.reason}` : "It was read."),
    converters
  )
