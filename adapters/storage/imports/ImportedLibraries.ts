import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ImportedLibraries } from "../../../src/domain/events/NewEvents.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { givenRows } from "../sql/ManyRows.ts"
import { flag, readAll } from "../sql/Rows.ts"
import type { ImportedModel } from "./ImportedModel.ts"

const Library = Schema.Struct({ guid: Schema.String, isNew: flag })

/** Existing rows that the transaction which shows an import updates from its file. */
export interface Renewed {
  readonly materials: boolean
  /** The ids of the codification libraries with such codes. */
  readonly codifications: ReadonlySet<number>
}

const kinds = [
  { thing: "material.library", libraries: "material_libraries", items: "materials" },
  { thing: "codification", libraries: "codification_libraries", items: "codes" }
] as const

/**
 * Returns what an import made or changed in the shared data of its project: its libraries, existing ones with new or
 * updated rows, and whether there are new locations. Runs while the staging exists.
 */
export const importedBy = fn("importedBy")(function* (
  sql: SqlClient,
  { modelId, projectId }: ImportedModel,
  stagedBy: number,
  renewed: Renewed
) {
  const project = Number(projectId)
  const codifications = givenRows(sql, [...renewed.codifications], [], { id: ["BIGINT", (id: number) => id] })
  const isRenewed = {
    "material.library": renewed.materials ? sql`TRUE` : sql`FALSE`,
    codification: sql`l.id IN (${codifications})`
  }
  const libraries = yield* Effect.forEach(kinds, ({ items, libraries, thing }) =>
    Effect.map(
      readAll(
        Library,
        sql`SELECT l.guid, CASE WHEN l.staged_by = ${stagedBy} THEN 1 ELSE 0 END AS "isNew" FROM ${sql(libraries)} l
          WHERE l.model_id = ${Number(modelId)} AND l.project_id = ${project}
            AND (l.staged_by = ${stagedBy} OR ${isRenewed[thing]} OR EXISTS (SELECT 1 FROM ${sql(items)} i
              WHERE i.library_id = l.id AND i.staged_by = ${stagedBy}))
          ORDER BY l.id`
      ),
      (found) => found.map((library) => ({ thing, ...library }))
    )
  )
  const locations = yield* sql`SELECT 1 FROM locations WHERE project_id = ${project} AND staged_by = ${stagedBy}
    AND id > coalesce((SELECT locations_after FROM stagings WHERE id = ${stagedBy}), 0) LIMIT 1`
  return { libraries: libraries.flat(), hasLocations: locations.length > 0 } satisfies ImportedLibraries
})
