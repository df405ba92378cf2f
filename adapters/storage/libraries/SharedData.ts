import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { ProjectNotFound } from "../../../src/domain/Errors.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { AuditedAction } from "../history/Audit.ts"
import { locked } from "../sql/Lock.ts"
import { newVersionsOf } from "../history/ProjectVersions.ts"
import { transaction } from "../sql/Transaction.ts"

/** What a change gives, and what was done; null where that was nothing. */
interface Outcome<A> {
  readonly result: A
  readonly audited: Pick<AuditedAction, "action" | "object"> | null
}

/**
 * A change of what a project shares (properties, materials, locations, codes), in one transaction: alone in its
 * project, so that what it has read stays true until it is written. With new versions of the project and an entry of
 * its audit, unless nothing was done.
 *
 * Fails with what the work fails with, and with `ProjectNotFound` where the project has been deleted meanwhile.
 */
export const sharedDataChange = (sql: SqlClient.SqlClient) => {
  const inTransaction = transaction(sql)
  return <A, E, R>(work: Effect.Effect<Outcome<A>, E, R>, projectId: ProjectId) =>
    Effect.gen(function* () {
      const found = yield* sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`
      if (found.length === 0) return yield* new ProjectNotFound({ details: "The project has been deleted." })
      const { audited, result } = yield* work
      if (audited === null) return result
      yield* newVersionsOf(sql, { projectId, ...audited, outcome: "Done" })
      return result
    }).pipe(inTransaction)
}

/** The outcome of something that has been done to an object: a noun and a verb, and an identifier. */
export const done = <A>(action: string, object: string | number, result: A): Outcome<A> => ({
  result,
  audited: { action, object: String(object) }
})

/** The outcome of a change that was none. */
export const unchanged = <A>(result: A): Outcome<A> => ({ result, audited: null })
