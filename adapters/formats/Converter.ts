import { constants } from "node:fs"
import { copyFile, lstat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { looksLikeIfc } from "../../src/ifc/step/StepHeader.ts"
import { JobRefused } from "../../src/ports/Computation.ts"
import { headBytes, type ModelFormat, type ReadingContext } from "../../src/ports/ModelFormats.ts"
import * as Ranges from "./zip/Ranges.ts"

/** Metadata of a file that an external converter must convert. */
export interface SourceFile {
  /** The name and release of the program that wrote the file: `Revit 2024 (build 20230308_1635(x64))`. */
  readonly program: string
  /** The preview as a PNG; null if it has none. */
  readonly picture: Uint8Array | null
}

/** The whole environment of a converter. */
const environment = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin" }

/** The maximum length of a converter's last output that a user sees, in characters. */
const mostOutput = 200

/**
 * The time for which the output of a converter that has ended is awaited, in milliseconds. Processes that it started
 * may keep the pipe open.
 */
const outputWait = 1000

const failed = (reason: string) => new JobRefused({ code: "ConverterFailed", reason })

/**
 * Collects the end of a stream's text. Returns a function that waits for the stream to end, at most `outputWait`,
 * and returns the text so far.
 */
const lastOf = (stream: ReadableStream<Uint8Array>) => {
  const most = 8 * mostOutput
  let text = ""
  const gather = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) text = (text + decoder.decode(bytes, { stream: true })).slice(-most)
  }
  const gathered = gather().catch(() => {})
  return async () => {
    await Promise.race([gathered, Bun.sleep(outputWait)])
    return text
  }
}

/** Returns the end of the text on one line, without non-printing characters and paths of the scratch folder. */
const shown = (text: string, scratch: string): string => {
  const plain = Bun.stripANSI(text).replaceAll(`${scratch}/`, "").replaceAll(scratch, "")
  const printable = plain.replaceAll(/[^\P{C}\n]/gu, "").trim()
  return printable.replaceAll(/\s+/g, " ").slice(-mostOutput)
}

/**
 * Runs the command in the scratch folder, without a shell, and waits until it ends. It belongs to the process group of
 * this process, which is killed as a whole, and inherits its limits.
 *
 * Fails with ConverterFailed if the command cannot be started or its exit code is not 0.
 */
const run = (command: ReadonlyArray<string>, scratch: string): Effect.Effect<void, JobRefused> =>
  Effect.gen(function* () {
    const child = yield* Effect.try({
      try: () =>
        Bun.spawn([...command], {
          cwd: scratch,
          env: environment,
          stdio: ["ignore", "ignore", "pipe"]
        }),
      catch: () => failed("The converter could not be started.")
    })
    const last = lastOf(child.stderr)
    const code = yield* Effect.promise(() => child.exited)
    if (code === 0) return
    const output = shown(yield* Effect.promise(last), scratch)
    const how = child.signalCode === null ? `with exit code ${code}` : `by ${child.signalCode}`
    return yield* failed(`The converter ended ${how}${output === "" ? "." : `: ${output}`}`)
  })

/** Returns whether the file that a converter left looks like IFC; null if there is no file. */
const isIfc = (path: string): Effect.Effect<boolean | null> =>
  Effect.gen(function* () {
    const found = yield* Effect.promise(() => lstat(path).catch(() => null))
    if (found === null || !found.isFile()) return null
    return looksLikeIfc((yield* Ranges.open(path)).read(0, headBytes))
  }).pipe(Effect.scoped)

/**
 * The format of files that the operator's converter turns into IFC. `read` extracts the metadata before anything else.
 *
 * Fails as `read` does; with ConverterNotConfigured if there is no converter; with ConverterFailed if the converter
 * fails or leaves no IFC file.
 */
export const converted = (
  extension: string,
  beginsLike: ModelFormat["beginsLike"],
  read: (file: string) => Effect.Effect<SourceFile, JobRefused>
): ModelFormat => ({
  extensions: [extension],
  beginsLike,
  takesAnyTime: true,
  toIfc: (file, { converters, scratch }: ReadingContext) =>
    Effect.gen(function* () {
      const { picture, program } = yield* read(file)
      const command = converters[extension]
      if (command === undefined) {
        const reason = `A file of ${program} needs a converter to IFC, and there is none for .${extension} files here.`
        return yield* new JobRefused({ code: "ConverterNotConfigured", reason })
      }
      const input = join(scratch, `source.${extension}`)
      const path = join(scratch, "converted.ifc")
      // The converter gets a copy with the right extension, because converters depend on it, and the upload must not
      // change.
      yield* Effect.promise(() => copyFile(file, input, constants.COPYFILE_FICLONE))
      const inserted = (word: string) => word.replaceAll("{in}", () => input).replaceAll("{out}", () => path)
      yield* run(command.map(inserted), scratch)
      const isMade = yield* isIfc(path)
      if (isMade === null) return yield* failed("The converter wrote no file.")
      if (!isMade) return yield* failed("What the converter wrote is no IFC file.")
      const warnings = [`Converted from ${program} by the operator's converter.`]
      if (picture === null) return { path, isMade, warnings }
      const picturePath = join(scratch, "preview.png")
      yield* Effect.promise(() => writeFile(picturePath, picture))
      return { path, isMade, warnings, picture: picturePath }
    })
})
