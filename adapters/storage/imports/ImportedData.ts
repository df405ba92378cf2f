import type { SqlClient } from "@effect/sql/SqlClient"
import type { SharedContent } from "../../../src/ports/Computation.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { insertCodifications } from "./ImportedCodifications.ts"
import { insertLocations } from "./ImportedLocations.ts"
import { insertMaterials } from "./ImportedMaterials.ts"
import type { ImportedModel } from "./ImportedModel.ts"

/** All that a file brings to its project. Runs within the caller's transaction, alone in the project. */
export const insertShared = fn("insertShared")(function* (sql: SqlClient, model: ImportedModel, shared: SharedContent) {
  yield* insertLocations(sql, model, shared.locations)
  yield* insertMaterials(sql, model, shared.materials)
  yield* insertCodifications(sql, model, shared)
})
