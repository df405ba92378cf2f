import * as Effect from "effect/Effect"
import type { CalculateDynamicProperties, Claim } from "../../domain/operations/Operation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import { dynamicFile, DynamicPropertiesJob } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Claims } from "../operations/Claims.ts"
import { ModelGeometries } from "../files/ModelGeometries.ts"
import * as OperationInput from "../operations/OperationInput.ts"

/** Worker side of calculations of dynamic properties, which run in a worker process. */
export class DynamicCalculation extends Effect.Service<DynamicCalculation>()("application/DynamicCalculation", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const geometries = yield* ModelGeometries
    const operations = yield* OperationRepository

    const run = fn("DynamicCalculation.run")(function* (claim: Claim, command: CalculateDynamicProperties) {
      const scratch = yield* computation.scratch
      const { modelId, operationId } = claim
      const { fields, source } = command
      const job = DynamicPropertiesJob.make({
        table: yield* blobs.localCopy(command.table, scratch),
        view: yield* blobs.localCopy(command.view.blob, scratch),
        measures: yield* geometries.measures(command.table, scratch),
        modelId,
        operationId,
        source,
        fields
      })
      yield* claims.compute(claim, job, scratch)
      const result = yield* claims.keep(claim, scratch, dynamicFile)
      if (yield* operations.finish(claim, result, null)) yield* OperationInput.forget(blobs, claim)
    }, Effect.scoped)

    return { run }
  })
}) {}
