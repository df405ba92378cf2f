import * as Effect from "effect/Effect"
import type { CalculateDynamicProperties, CalculateQuantities, Claim } from "../../domain/operations/Operation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import {
  calculatedFile,
  CalculateQuantitiesJob,
  dynamicFile,
  DynamicPropertiesJob
} from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { ModelGeometries } from "../files/ModelGeometries.ts"
import { Claims } from "../operations/Claims.ts"
import * as OperationInput from "../operations/OperationInput.ts"

/** Worker side of calculations, which run in a worker process. */
export class CalculationRun extends Effect.Service<CalculationRun>()("application/CalculationRun", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const geometries = yield* ModelGeometries
    const operations = yield* OperationRepository

    const run = fn("CalculationRun.run")(function* (
      claim: Claim,
      command: CalculateQuantities | CalculateDynamicProperties
    ) {
      const scratch = yield* computation.scratch
      const { modelId, operationId } = claim
      const { source, view } = command
      const input = {
        table: yield* blobs.localCopy(command.table, scratch),
        view: typeof view === "string" ? view : yield* blobs.localCopy(view.blob, scratch),
        measures: yield* geometries.measures(command.table, scratch),
        modelId,
        operationId,
        source
      }
      const isDynamic = command._tag === "CalculateDynamicProperties"
      yield* isDynamic
        ? claims.compute(claim, DynamicPropertiesJob.make({ ...input, fields: command.fields }), scratch)
        : claims.compute(
            claim,
            CalculateQuantitiesJob.make({ ...input, calculators: command.calculators, filters: command.filters }),
            scratch
          )
      const result = yield* claims.keep(claim, scratch, isDynamic ? dynamicFile : calculatedFile)
      if (yield* operations.finish(claim, result, null)) yield* OperationInput.forget(blobs, claim)
    }, Effect.scoped)

    return { run }
  })
}) {}
