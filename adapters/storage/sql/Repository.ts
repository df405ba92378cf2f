import { SqlClient } from "@effect/sql"
import { type Context, Effect, Layer } from "effect"

/** The layer of a port that is made of statements alone. */
export const repository = <I, S>(port: Context.Tag<I, S>, make: (sql: SqlClient.SqlClient) => NoInfer<S>) =>
  Layer.effect(port, Effect.map(SqlClient.SqlClient, make))
