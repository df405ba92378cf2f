import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { missing } from "../../../src/domain/Missing.ts"
import type { AuditedAction } from "../history/Audit.ts"
import { locked } from "../sql/Lock.ts"
import { newVersionsOf } from "../history/ProjectVersions.ts"
import { transaction } from "../sql/Transaction.ts"

/** The result of a change, and the action to record in the audit; null if nothing was changed. */
interface Outcome<A> {
  readonly result: A
  readonly audited: Pick<AuditedAction, "action" | "object"> | null
}

/**
 * Returns a function that runs a change of a project's shared data (properties, materials, locations, codes) in one
 * transaction. It locks the project, so that the data that the change reads stays valid. Unless nothing was changed, it
 * adds new versions of the project and an audit entry.
 *
 * Fails with the errors of the work, and with `ProjectNotFound` if the project has been deleted meanwhile.
 *
 * @param inTransaction `longTransaction(sql)` for changes that may concern many rows
 */
export const sharedDataChange = (sql: SqlClient.SqlClient, inTransaction = transaction(sql)) => {
  return <A, E, R>(work: Effect.Effect<Outcome<A>, E, R>, projectId: ProjectId) =>
    Effect.gen(function* () {
      const found = yield* sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`
      if (found.length === 0) return yield* missing.deletedProject()
      const { audited, result } = yield* work
      if (audited === null) return result
      yield* newVersionsOf(sql, { projectId, ...audited, outcome: "Done" })
      return result
    }).pipe(inTransaction)
}

/** Returns the outcome of an action on an object: a noun and a verb, and an identifier. */
export const done = <A>(action: string, object: string | number, result: A): Outcome<A> => ({
  result,
  audited: { action, object: String(object) }
})

/** Returns the outcome of a change that changed nothing. */
export const unchanged = <A>(result: A): Outcome<A> => ({ result, audited: null })
