import * as Effect from "effect/Effect"
import type { CalculateQuantities, Claim } from "../../domain/operations/Operation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import { calculatedFile, CalculateQuantitiesJob } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { Claims } from "../operations/Claims.ts"
import { ModelGeometries } from "../files/ModelGeometries.ts"

/** Worker side of quantity calculations, which run in a worker process. */
export class QuantityCalculation extends Effect.Service<QuantityCalculation>()("application/QuantityCalculation", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const geometries = yield* ModelGeometries
    const operations = yield* OperationRepository

    const run = fn("QuantityCalculation.run")(function* (claim: Claim, command: CalculateQuantities) {
      const scratch = yield* computation.scratch
      const table = yield* blobs.localCopy(command.table, scratch)
      const { calculators, filters, source } = command
      const view = typeof command.view === "string" ? command.view : yield* blobs.localCopy(command.view.blob, scratch)
      const { modelId, operationId } = claim
      const measures = yield* geometries.measures(command.table, scratch)
      const job = { table, view, modelId, operationId, source, calculators, filters, measures }
      yield* claims.compute(claim, CalculateQuantitiesJob.make(job), scratch)
      const result = yield* claims.keep(claim, scratch, calculatedFile)
      const hasFinished = yield* operations.finish(claim, result, null)
      if (hasFinished) yield* OperationInput.forget(blobs, claim)
    }, Effect.scoped)

    return { run }
  })
}) {}
