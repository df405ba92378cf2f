import { constants } from "node:fs"
import { copyFile, lstat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { looksLikeIfc } from "../../src/ifc/step/StepHeader.ts"
import { JobRefused } from "../../src/ports/Computation.ts"
import { headBytes, type ModelFormat, type ReadingContext } from "../../src/ports/ModelFormats.ts"
import * as Ranges from "./zip/Ranges.ts"

/** What a file that others have to convert says of itself. */
export interface SourceFile {
  /** Which program wrote it, as a person calls it: `Revit 2024 (build 20230308_1635(x64))`. */
  readonly program: string
  /** A PNG; null: it has none. */
  readonly picture: Uint8Array | null
}

/** The whole environment of a converter. */
const environment = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin" }

/** Characters of what a converter said last that a person is shown. */
const mostSaid = 200

/** How long the last words of a converter that has ended are waited for, in milliseconds: what it started may go on. */
const lastWordsWait = 1000

const failed = (reason: string) => new JobRefused({ code: "ConverterFailed", reason })

/** Gathers the end of what a stream says; gives what there is of it. */
const lastOf = (stream: ReadableStream<Uint8Array>) => {
  const most = 8 * mostSaid
  let text = ""
  const gather = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) text = (text + decoder.decode(bytes, { stream: true })).slice(-most)
  }
  const gathered = gather().catch(() => {})
  return async () => {
    await Promise.race([gathered, Bun.sleep(lastWordsWait)])
    return text
  }
}

/** The last lines on one line, without what does not print and without paths of the scratch folder. */
const shown = (text: string, scratch: string): string => {
  const plain = Bun.stripANSI(text).replaceAll(`${scratch}/`, "").replaceAll(scratch, "")
  const printable = plain.replaceAll(/[^\P{C}\n]/gu, "").trim()
  return printable.replaceAll(/\s+/g, " ").slice(-mostSaid)
}

/**
 * Runs the command in the scratch folder, without a shell, and waits for its end. It is of the group of this process,
 * which is killed as a whole, and has the limits of this process.
 *
 * Fails: ConverterFailed where it cannot be started or does not end with 0.
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
    const said = shown(yield* Effect.promise(last), scratch)
    const how = child.signalCode === null ? `with exit code ${code}` : `by ${child.signalCode}`
    return yield* failed(`The converter ended ${how}${said === "" ? "." : `: ${said}`}`)
  })

/** Whether a converter has left an IFC file there. */
const isIfc = (path: string): Effect.Effect<boolean | null> =>
  Effect.gen(function* () {
    const found = yield* Effect.promise(() => lstat(path).catch(() => null))
    if (found === null || !found.isFile()) return null
    return looksLikeIfc((yield* Ranges.open(path)).read(0, headBytes))
  }).pipe(Effect.scoped)

/**
 * Files that the operator's converter makes IFC of. `read` finds out what the file says of itself, before anything else.
 *
 * Fails as `read` does, and: ConverterNotConfigured; ConverterFailed where the converter fails or leaves no IFC file.
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
      // A copy with its extension: converters go by it, and what was uploaded must stay as it is.
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
