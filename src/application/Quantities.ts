import { Effect, Exit, Stream } from "effect"
import * as ViewText from "../dataframe/ViewText.ts"
import { InvalidCalculator } from "../domain/Errors.ts"
import type { OperationId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../ports/AccessRepository.ts"
import { OperationQueue } from "../ports/OperationQueue.ts"
import { OperationRepository } from "../ports/OperationRepository.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { CalculatorCatalogue } from "../ports/CalculatorCatalogue.ts"
import { FaultPoints } from "../ports/FaultPoints.ts"
import { viewOf } from "./BlobKeys.ts"
import { Downloads } from "./Downloads.ts"
import { Operations } from "./Operations.ts"
import { Products } from "./Products.ts"

/** The names in the catalogue's spelling, duplicates once, in the order asked for. */
const parseCalculators = Effect.fn("parseCalculators")(function* (known: ReadonlyArray<string>, asked: unknown) {
  if (!Array.isArray(asked) || asked.length === 0) {
    return yield* new InvalidCalculator({ details: `calculators must name at least one of ${known.join(", ")}.` })
  }
  const names = new Set<string>()
  for (const [i, one] of asked.entries()) {
    const name = typeof one === "string" ? known.find((each) => each.toLowerCase() === one.toLowerCase()) : undefined
    if (name === undefined) {
      return yield* new InvalidCalculator({ details: `calculators[${i}] is none of ${known.join(", ")}.` })
    }
    names.add(name)
  }
  return [...names]
})

/** Quantity calculations: start (M5), result (M6), and the work between. */
export class Quantities extends Effect.Service<Quantities>()("application/Quantities", {
  effect: Effect.gen(function* () {
    const catalogue = yield* CalculatorCatalogue
    const products = yield* Products
    const operations = yield* OperationRepository
    const reader = yield* Operations
    const downloads = yield* Downloads
    const queue = yield* OperationQueue
    const blobs = yield* BlobStore
    const { reach } = yield* FaultPoints

    /**
     * Gives the commit of an operation that calculates what matches the filters, on the source that is current now.
     *
     * Fails: `InvalidCalculator`, `InvalidFilter`.
     */
    const prepare = Effect.fn("Quantities.prepare")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      calculators: unknown,
      filters: unknown
    ) {
      const names = yield* parseCalculators(catalogue.names, calculators)
      const { latest, view } = yield* products.checkFilters(userId, project, model, filters)
      yield* Effect.addFinalizer((exit) =>
        Exit.isSuccess(exit) ? Effect.zipRight(reach("operation.committed"), queue.wake) : Effect.void
      )
      const operationId = crypto.randomUUID() as OperationId
      const blob = viewOf(project.projectId, model.modelId, operationId)
      // One piece at a time: while one is written, others are served.
      yield* blobs.put(blob, Stream.encodeText(Stream.fromIteratorSucceed(ViewText.pieces(view), 1)))
      yield* reach("view.kept")
      const commit = operations.start({
        operationId,
        projectId: project.projectId,
        modelId: model.modelId,
        startedBy: userId,
        command: { _tag: "CalculateQuantities", calculators: names, filters, ...latest, view: { blob } }
      })
      return { commit }
    })

    /** The URL of a result that is Ready; fails as `Operations.result` does. */
    const result = Effect.fn("Quantities.result")(function* (
      userId: UserId,
      model: ModelAccess,
      operationId: OperationId
    ) {
      const blob = yield* reader.result(userId, model, operationId, "CalculateQuantities")
      yield* reach("result.asked")
      return yield* downloads.url(blob, "quantities.json", "application/json")
    })

    return { prepare, result }
  })
}) {
  static readonly layer = this.Default
}
