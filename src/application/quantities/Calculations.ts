import * as Effect from "effect/Effect"
import type { OperationId } from "../../domain/Identifier.ts"
import {
  type CalculateDynamicProperties,
  type CalculateQuantities,
  kinds,
  type OperationCommand
} from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import * as CalculatorNames from "../../domain/products/CalculatorNames.ts"
import type { Question } from "../../domain/products/Question.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { calculatedFile, dynamicFile } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { CalculatorCatalogue } from "../../ports/products/CalculatorCatalogue.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Downloads } from "../files/Downloads.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { Operations } from "../operations/Operations.ts"
import { OperationStart } from "../operations/OperationStart.ts"
import { Products } from "../products/Products.ts"
import { QueryThreads } from "../views/QueryThreads.ts"

/** The calculators or the dynamic properties to be calculated. */
type Asked = Pick<CalculateQuantities, "_tag" | "calculators"> | Pick<CalculateDynamicProperties, "_tag" | "fields">

const files = { CalculateQuantities: calculatedFile, CalculateDynamicProperties: dynamicFile } as const

/** Calculations of quantities and of dynamic properties: start (M5, M8) and result (M6, M9). */
export class Calculations extends Effect.Service<Calculations>()("application/Calculations", {
  effect: Effect.gen(function* () {
    const catalogue = yield* CalculatorCatalogue
    const products = yield* Products
    const threads = yield* QueryThreads
    const operations = yield* OperationRepository
    const start = yield* OperationStart
    const reader = yield* Operations
    const downloads = yield* Downloads
    const blobs = yield* BlobStore
    const { reach } = yield* FaultPoints

    /** Returns the calculators of a request, checked against the catalogue. Fails with `InvalidCalculator`. */
    const calculators = (asked: unknown) => CalculatorNames.parse(catalogue.names, asked)

    /**
     * Returns the commit of an operation that calculates the products of a question, on the current source.
     *
     * Fails with `InvalidFilter` if a property cannot be used in a filter, `TooManyRequests` if the user may not start
     * another operation.
     */
    const prepare = fn("Calculations.prepare")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      asked: Asked,
      question: Question
    ) {
      // Before the filters are checked, which takes longer.
      yield* operations.admit(userId)
      const seen = yield* products.see(userId, project, model)
      yield* threads.query(userId, seen, { kind: "Check", ...question })
      const { source, table } = model.latest!
      return yield* start.prepare(project, model, userId, {
        keep: (blob) => OperationInput.keep(blobs, blob, question, seen),
        command: (blob): OperationCommand => ({ ...asked, source, table, view: { blob } })
      })
    })

    /** Returns the URL of a Ready result. Fails like `Operations.result`. */
    const result = fn("Calculations.result")(function* (
      userId: UserId,
      model: ModelAccess,
      operationId: OperationId,
      command: Asked["_tag"]
    ) {
      const { result } = yield* reader.result(userId, model, operationId, kinds[command])
      yield* reach("result.asked")
      return yield* downloads.url(result, files[command], "application/json")
    })

    return { calculators, prepare, result }
  })
}) {}
