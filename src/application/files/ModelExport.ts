import * as Effect from "effect/Effect"
import type { Claim, ExportModel } from "../../domain/operations/Operation.ts"
import { limits, secondsOf } from "../../domain/Limits.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import { exportedFiles, ExportModelJob } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Claims } from "../operations/Claims.ts"
import * as OperationInput from "../operations/OperationInput.ts"

/** Worker side of exports: writes a public version as an IFC file. */
export class ModelExport extends Effect.Service<ModelExport>()("application/ModelExport", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const operations = yield* OperationRepository

    /** Writes the published edits into the uploaded file, in a worker process. */
    const run = fn("ModelExport.run")(function* (claim: Claim, command: ExportModel) {
      const scratch = yield* computation.scratch
      const file = yield* blobs.localCopy(command.file, scratch)
      const workSeconds = Math.ceil(
        secondsOf(limits.exportSeconds, limits.exportSecondsOfMegabyte, Bun.file(file).size)
      )
      const job = ExportModelJob.make({
        file,
        table: yield* blobs.localCopy(command.table, scratch),
        published: yield* blobs.localCopy(command.published, scratch),
        version: command.source.modelVersionId,
        publishedAt: command.publishedAt
      })
      yield* claims.compute(claim, job, scratch, { workSeconds })
      const result = yield* claims.keep(claim, scratch, exportedFiles.model)
      const hasFinished = yield* operations.finish(
        claim,
        result,
        yield* claims.keep(claim, scratch, exportedFiles.report)
      )
      if (hasFinished) yield* OperationInput.forget(blobs, claim)
    }, Effect.scoped)

    return { run }
  })
}) {}
