import { Effect } from "effect"
import type { Claim, ImportModel } from "../domain/Operation.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { Computation } from "../ports/Computation.ts"
import { importedFiles, ImportModelJob } from "../ports/Jobs.ts"
import { OperationRepository } from "../ports/OperationRepository.ts"
import { fn } from "../runtime/Span.ts"
import { Claims } from "./Claims.ts"
import * as ImportedContent from "./ImportedContent.ts"

/** What the import of any file may take, and more for each MB of it, unpacked: the slowest ones take a tenth of that. */
const secondsAtLeast = 60
const secondsForEachMegabyte = 30

/** From an uploaded file to a model that can be queried. */
export class ModelImport extends Effect.Service<ModelImport>()("application/ModelImport", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const operations = yield* OperationRepository

    /** Reads the file in a process of its own, stores table and report, then makes the model Ready in one step. */
    const run = fn("ModelImport.run")(function* (claim: Claim, command: ImportModel) {
      const scratch = yield* computation.scratch
      const file = yield* blobs.localCopy(command.file, scratch)
      const megabytes = Bun.file(file).size / 1024 ** 2
      const timeoutSeconds = Math.ceil(secondsAtLeast + secondsForEachMegabyte * megabytes)
      const job = ImportModelJob.make({ file, format: command.format, modelGuid: command.modelGuid })
      const { products } = yield* claims.compute(claim, job, scratch, { timeoutSeconds })
      const table = yield* claims.keep(claim, scratch, importedFiles.table)
      const parquet = yield* claims.keep(claim, scratch, importedFiles.parquet)
      const report = yield* claims.keep(claim, scratch, importedFiles.report)
      const shared = ImportedContent.slices(`${scratch}/${importedFiles.shared}`)
      yield* operations.finishImport(claim, { table, parquet, products, shared }, report)
    }, Effect.scoped)

    return { run }
  })
}) {}
