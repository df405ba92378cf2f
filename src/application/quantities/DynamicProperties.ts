import * as Effect from "effect/Effect"
import type { DynamicField } from "../../domain/products/DynamicField.ts"
import type { Filters } from "../../domain/products/Filter.ts"
import type { OperationId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { dynamicFile } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Downloads } from "../files/Downloads.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { Operations } from "../operations/Operations.ts"
import { OperationStart } from "../operations/OperationStart.ts"
import { Products } from "../products/Products.ts"
import { QueryThreads } from "../views/QueryThreads.ts"

/** Calculations of dynamic properties: start (M8) and result (M9). */
export class DynamicProperties extends Effect.Service<DynamicProperties>()("application/DynamicProperties", {
  effect: Effect.gen(function* () {
    const products = yield* Products
    const threads = yield* QueryThreads
    const operations = yield* OperationRepository
    const start = yield* OperationStart
    const reader = yield* Operations
    const downloads = yield* Downloads
    const blobs = yield* BlobStore
    const { reach } = yield* FaultPoints

    /**
     * Returns the commit of an operation that calculates the fields of the products matching the filters, on the
     * current source. Fails with `InvalidFilter`; `TooManyRequests` if the user may not start another operation.
     */
    const prepare = fn("DynamicProperties.prepare")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      fields: ReadonlyArray<DynamicField>,
      filters: Filters
    ) {
      yield* operations.admit(userId)
      const seen = yield* products.see(userId, project, model)
      yield* threads.query(userId, seen, { kind: "Check", filters })
      const { source, table } = model.latest!
      return yield* start.prepare(project, model, userId, {
        keep: (blob) => OperationInput.keep(blobs, blob, filters, seen),
        command: (blob) => ({ _tag: "CalculateDynamicProperties", fields, source, table, view: { blob } })
      })
    })

    /** Returns the URL of a Ready result. Fails like `Operations.result`. */
    const result = fn("DynamicProperties.result")(function* (
      userId: UserId,
      model: ModelAccess,
      operationId: OperationId
    ) {
      const { result } = yield* reader.result(userId, model, operationId, "CalculateDerivedProperties")
      yield* reach("result.asked")
      return yield* downloads.url(result, dynamicFile, "application/json")
    })

    return { prepare, result }
  })
}) {}
