import { Effect, Schema } from "effect"
import type { FileFormat } from "../domain/Model.ts"
import type { Claim, ImportModel } from "../domain/Operation.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { Computation, importIfcFiles, JobRefused } from "../ports/Computation.ts"
import { OperationRepository } from "../ports/OperationRepository.ts"
import { Claims } from "./Claims.ts"
import * as ImportedContent from "./ImportedContent.ts"

const Answer = Schema.Struct({ products: Schema.Int })

/** Revit and SketchUp files are read through the operator's converter; archives and Rhino files are not read yet. */
const notRead = (format: FileFormat) =>
  format === "rvt" || format === "skp"
    ? new JobRefused({ code: "ConverterNotConfigured", reason: `There is no converter for .${format} files here.` })
    : new JobRefused({ code: "UnsupportedFileType", reason: `This release does not read .${format} files.` })

/** From an uploaded file to a model that can be queried. */
export class ModelImport extends Effect.Service<ModelImport>()("application/ModelImport", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const operations = yield* OperationRepository

    /** Reads the file in a process of its own, stores table and report, then makes the model Ready in one step. */
    const run = Effect.fn("ModelImport.run")(function* (claim: Claim, command: ImportModel) {
      if (command.format !== "ifc") return yield* notRead(command.format)
      const scratch = yield* computation.scratch
      const input = yield* blobs.localCopy(command.file, scratch)
      const job = {
        name: "importIfc",
        input: { file: input, modelGuid: command.modelGuid },
        lane: "long" as const
      }
      const answer = yield* Effect.flatMap(claims.compute(claim, job, scratch), Schema.decodeUnknown(Answer)).pipe(
        Effect.catchTag("ParseError", Effect.die)
      )
      const table = yield* claims.keep(claim, scratch, "table.bin")
      const parquet = yield* claims.keep(claim, scratch, importIfcFiles.parquet)
      const report = yield* claims.keep(claim, scratch, "report.json")
      const shared = yield* ImportedContent.read(`${scratch}/${importIfcFiles.shared}`)
      yield* operations.finishImport(claim, { table, parquet, products: answer.products, shared }, report)
    }, Effect.scoped)

    return { run }
  })
}) {
  static readonly layer = this.Default
}
