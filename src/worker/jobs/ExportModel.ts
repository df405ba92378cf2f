import { join } from "node:path"
import * as Effect from "effect/Effect"
import { exportedFiles, ExportModelJob } from "../../ports/operations/Jobs.ts"
import { collect } from "../Collected.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"
import { patchedFile } from "./PatchedFile.ts"

const PATCHED = 0.75

/** Writes the published edits into the file. Fails like `patchedFile`. */
export const exportModel: Job.Job = Job.make(ExportModelJob, (request, { progress, scratch }) =>
  Effect.gen(function* () {
    const { bytes, pieces, report } = yield* patchedFile(request, scratch, (part) => progress(part * PATCHED))
    const written = function* () {
      let at = 0
      for (const piece of pieces) {
        yield piece
        at += piece.length
        progress(PATCHED + Math.min(1, at / bytes.length) * (1 - PATCHED))
      }
    }
    yield* Effect.promise(() => write(join(scratch, exportedFiles.model), written()))
    yield* Effect.promise(() => write(join(scratch, exportedFiles.report), [JSON.stringify(report)]))
  }).pipe(Effect.ensuring(Effect.sync(collect)))
)
