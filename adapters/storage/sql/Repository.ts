import { SqlClient } from "@effect/sql"
import { type Context, Effect, Layer } from "effect"
import { type RunScript, Scripts } from "./Script.ts"

/** The layer of a port that is made of statements alone. */
export const repository = <I, S>(
  port: Context.Tag<I, S>,
  make: (sql: SqlClient.SqlClient, runScript: RunScript | null) => NoInfer<S>
) =>
  Layer.effect(
    port,
    Effect.map(Effect.all([SqlClient.SqlClient, Scripts]), ([sql, runScript]) => make(sql, runScript))
  )
