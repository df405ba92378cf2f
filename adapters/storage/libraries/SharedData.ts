import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { ProjectNotFound } from "../../../src/domain/Errors.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { AuditedAction } from "../history/Audit.ts"
import { locked } from "../sql/Lock.ts"
import { newVersionsOf } from "../history/ProjectVersions.ts"
import { transaction } from "../sql/Transaction.ts"

/** The result of a change, and its entry of the audit; null if nothing was changed. */
interface Outcome<A> {
  readonly result: A
  readonly audited: Pick<AuditedAction, "action" | "object"> | null
}

/**
 * Runs a change of the shared data of a project (properties, materials, locations, codes) in one transaction that holds
 * the lock of the project, so that what it reads stays true until it writes. Creates new versions of the project and an
 * entry of its audit, unless nothing was changed.
 *
 * Fails with the error of the work, and with `ProjectNotFound` if the project was deleted meanwhile.
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
