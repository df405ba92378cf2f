import { Effect, Exit } from "effect"
import * as CalculatorNames from "../domain/CalculatorNames.ts"
import type { Filters } from "../domain/Filter.ts"
import type { OperationId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../ports/AccessRepository.ts"
import { OperationQueue } from "../ports/OperationQueue.ts"
import { OperationRepository } from "../ports/OperationRepository.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { CalculatorCatalogue } from "../ports/CalculatorCatalogue.ts"
import { FaultPoints } from "../ports/FaultPoints.ts"
import { fn } from "../runtime/Span.ts"
import { calculationInput } from "./BlobKeys.ts"
import * as CalculationInput from "./CalculationInput.ts"
import { Downloads } from "./Downloads.ts"
import { Operations } from "./Operations.ts"
import { Products } from "./Products.ts"
import { QueryThreads } from "./QueryThreads.ts"

/** Quantity calculations: start (M5), result (M6), and the work between. */
export class Quantities extends Effect.Service<Quantities>()("application/Quantities", {
  effect: Effect.gen(function* () {
    const catalogue = yield* CalculatorCatalogue
    const products = yield* Products
    const threads = yield* QueryThreads
    const operations = yield* OperationRepository
    const reader = yield* Operations
    const downloads = yield* Downloads
    const queue = yield* OperationQueue
    const blobs = yield* BlobStore
    const { reach } = yield* FaultPoints

    /** The calculators of a request, by the catalogue. Fails: `InvalidCalculator`. */
    const calculators = (asked: unknown) => CalculatorNames.parse(catalogue.names, asked)

    /**
     * Gives the commit of an operation that calculates what matches the filters, on the source that is current now.
     *
     * Fails: `InvalidFilter` for a property that cannot be filtered by, `TooManyRequests` where the user may not start
     * one more.
     */
    const prepare = fn("Quantities.prepare")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      calculators: CalculatorNames.CalculatorNames,
      filters: Filters
    ) {
      yield* operations.admit(userId)
      const seen = yield* products.see(userId, project, model)
      yield* threads.query(userId, seen, { kind: "Check", filters })
      const { source, table } = model.latest!
      const operationId = crypto.randomUUID() as OperationId
      const place = { operationId, projectId: project.projectId, modelId: model.modelId }
      let isWanted = false
      yield* Effect.addFinalizer((exit) => {
        if (!isWanted) return CalculationInput.forget(blobs, place)
        return Exit.isSuccess(exit) ? Effect.zipRight(reach("operation.committed"), queue.wake) : Effect.void
      })
      const blob = calculationInput(project.projectId, model.modelId, operationId)
      const inputBytes = yield* CalculationInput.keep(blobs, blob, filters, seen)
      yield* reach("view.kept")
      const started = operations.start({
        ...place,
        startedBy: userId,
        inputBytes,
        command: { _tag: "CalculateQuantities", calculators, source, table, view: { blob } }
      })
      const commit = Effect.suspend(() => {
        isWanted = true
        return started
      }).pipe(Effect.tapError(({ _tag }) => Effect.sync(() => (isWanted = _tag === "OutcomeUnknown"))))
      return { commit }
    })

    /** The URL of a result that is Ready; fails as `Operations.result` does. */
    const result = fn("Quantities.result")(function* (userId: UserId, model: ModelAccess, operationId: OperationId) {
      const blob = yield* reader.result(userId, model, operationId, "CalculateQuantities")
      yield* reach("result.asked")
      return yield* downloads.url(blob, "quantities.json", "application/json")
    })

    return { calculators, prepare, result }
  })
}) {}
