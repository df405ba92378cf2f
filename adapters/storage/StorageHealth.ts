import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { StorageHealth } from "../../src/ports/StorageHealth.ts"
import { storageErrors } from "./sql/Transaction.ts"

export const layer = Layer.effect(
  StorageHealth,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StorageHealth.of({ check: storageErrors(Effect.asVoid(sql`SELECT count(*) FROM migrations`)) })
  )
)
