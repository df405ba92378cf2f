import * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type RunScript, Scripts } from "./Script.ts"

/** Returns the layer of a port that is implemented by SQL statements alone. */
export const repository = <I, S>(
  port: Context.Tag<I, S>,
  make: (sql: SqlClient.SqlClient, runScript: RunScript | null) => NoInfer<S>
) =>
  Layer.effect(
    port,
    Effect.map(Effect.all([SqlClient.SqlClient, Scripts]), ([sql, runScript]) => make(sql, runScript))
  )
