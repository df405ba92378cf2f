import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { OperationKind, OperationStatus } from "../../../src/domain/Operation.ts"
import { OperationStatistics } from "../../../src/ports/OperationStatistics.ts"
import { integer } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"

const Row = Schema.Struct({ kind: OperationKind, status: OperationStatus, count: integer })

export const layer = Layer.effect(
  OperationStatistics,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const counts = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Row,
      execute: () => sql`SELECT kind, status, count(*) AS "count" FROM operations GROUP BY kind, status`
    })
    return OperationStatistics.of({ counts: storageErrors(counts()) })
  })
)
