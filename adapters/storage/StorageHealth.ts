import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StorageHealth } from "../../src/ports/StorageHealth.ts"
import { storageErrors } from "./sql/Transaction.ts"

export const layer = Layer.effect(
  StorageHealth,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StorageHealth.of({ check: storageErrors(Effect.asVoid(sql`SELECT count(*) FROM migrations`)) })
  )
)
