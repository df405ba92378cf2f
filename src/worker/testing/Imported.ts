/* oxlint-disable no-restricted-imports -- the formats of the real worker */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { formats } from "../../../adapters/formats/Formats.ts"
import * as FileReading from "../../application/imports/FileReading.ts"
import { Computation } from "../../ports/Computation.ts"
import type { Converters } from "../../ports/ModelFormats.ts"
import * as ProcessPool from "../ProcessPool.ts"

/** The GlobalId in the model that every file becomes. */
export const importedGuid = "0000000000000000000001"

/** Runs the real worker on the file `input` that `prepare` writes, and returns what `look` finds in its folder. */
export const imported = async <A>(
  prepare: (folder: string) => void,
  look: (folder: string, seen: Array<number>) => A,
  format = "ifc",
  converters: Converters = {},
  timeoutSeconds = 50
) => {
  const directory = mkdtempSync(join(tmpdir(), "plinth-import-"))
  const pool = ProcessPool.layer({
    processes: 1,
    warm: 2,
    memoryBytes: 1024 ** 3,
    timeoutSeconds,
    directory,
    entry: join(import.meta.dir, "../../main/Worker.ts")
  })
  try {
    return await Effect.gen(function* () {
      const computation = yield* Computation
      const folder = yield* computation.scratch
      prepare(folder)
      const seen: Array<number> = []
      const given = { file: "input", format, modelGuid: importedGuid, converters }
      const answer = yield* FileReading.read(formats, folder, given, (job, { part: [from, to] }) =>
        computation.run(job, {
          scratch: folder,
          onProgress: (fraction) => Effect.sync(() => seen.push(from + fraction * (to - from)))
        })
      )
      return { answer, found: look(folder, seen) }
    }).pipe(Effect.scoped, Effect.provide(pool), Effect.runPromiseExit)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
