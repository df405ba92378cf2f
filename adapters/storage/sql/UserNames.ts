import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"

/**
 * Returns an expression for the name of a user: the one of their tokens, else that of their account, which is the id
 * itself; null if the service knows none.
 *
 * @param userId an expression for the id, such as a column
 */
export const nameOf = (sql: SqlClient, userId: Statement.Fragment): Statement.Fragment =>
  sql`coalesce((SELECT named.name FROM users named WHERE named.user_id = ${userId}),
    (SELECT held.user_id FROM accounts held WHERE held.user_id = ${userId}))`
