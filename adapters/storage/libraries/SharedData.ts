import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { type SharedName, sharedDataChanged, type SharedThing } from "../../../src/domain/events/NewEvents.ts"
import type { NewEvent } from "../../../src/domain/events/Event.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { missing } from "../../../src/domain/Missing.ts"
import type { AuditedAction } from "../history/Audit.ts"
import { locked } from "../sql/Lock.ts"
import { newVersionsOf } from "../history/ProjectVersions.ts"
import { transaction } from "../sql/Transaction.ts"

/** The result of a change, the action to record in the audit, null if nothing was changed, and its events. */
interface Outcome<A> {
  readonly result: A
  readonly audited: Pick<AuditedAction, "action" | "object"> | null
  readonly events: ReadonlyArray<NewEvent>
}

/**
 * Returns a function that runs a change of a project's shared data (properties, materials, locations, codes) in one
 * transaction. It locks the project, so that the data that the change reads stays valid. Unless nothing was changed, it
 * adds new versions of the project, an audit entry and an event.
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
      const { audited, events, result } = yield* work
      if (audited === null) return result
      yield* newVersionsOf(sql, { projectId, ...audited, outcome: "Done" }, events)
      return result
    }).pipe(inTransaction)
}

const changes = { create: "Created", change: "Changed", remove: "Deleted" } as const

/** A change of a thing in the shared data of a project. */
interface Changed {
  readonly thing: SharedThing
  readonly verb: keyof typeof changes
  readonly name: SharedName
  /** The guid or id of the library or set that the thing belongs to. */
  readonly within?: string | number
}

/** Returns the outcome of a change of a thing. */
export const done = <A>({ name, thing, verb, within }: Changed, result: A): Outcome<A> => ({
  result,
  audited: { action: `${thing}.${verb}`, object: String(name.guid ?? name.id) },
  events: [sharedDataChanged(thing, name, changes[verb], within)]
})

/** Returns the outcome of a change that changed nothing. */
export const unchanged = <A>(result: A): Outcome<A> => ({ result, audited: null, events: [] })
