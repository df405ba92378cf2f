import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { ProjectNotFound } from "../../src/domain/Errors.ts"
import type { ProjectId } from "../../src/domain/Identifier.ts"
import { newVersions } from "./ProjectRepository.ts"
import { transaction } from "./Transaction.ts"

/** What a change gives, and whether it has changed anything. */
export interface Outcome<A> {
  readonly result: A
  readonly changed: boolean
}

/**
 * A change of what a project shares (properties, materials, locations, codes), in one transaction: alone in its
 * project, so that what it has read stays true until it is written, and with new versions of the project unless
 * nothing changed.
 *
 * Fails with what the work fails with, and with `ProjectNotFound` where the project has been deleted meanwhile.
 */
export const sharedDataChange = (sql: SqlClient.SqlClient) => {
  const inTransaction = transaction(sql)
  // SQLite has one writer, so nothing needs to be locked there.
  const locked = sql.onDialectOrElse({ pg: () => sql`FOR NO KEY UPDATE`, orElse: () => sql`` })
  return <A, E, R>(projectId: ProjectId, work: Effect.Effect<Outcome<A>, E, R>) =>
    Effect.gen(function* () {
      const found = yield* sql`SELECT id FROM projects WHERE id = ${Number(projectId)} ${locked}`
      if (found.length === 0) return yield* new ProjectNotFound({ details: "The project has been deleted." })
      const { changed, result } = yield* work
      if (changed) yield* newVersions(sql, projectId)
      return result
    }).pipe(inTransaction)
}

/** The outcome of a change that has been made. */
export const changed = <A>(result: A): Outcome<A> => ({ result, changed: true })

/** The outcome of a change that was none. */
export const unchanged = <A>(result: A): Outcome<A> => ({ result, changed: false })
