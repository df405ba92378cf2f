import { Schema } from "effect"
import { OperationKind, OperationStatus } from "../../../src/domain/Operation.ts"
import { OperationStatistics } from "../../../src/ports/OperationStatistics.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readAll } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"

const Row = Schema.Struct({ kind: OperationKind, status: OperationStatus, count: integer })

export const layer = repository(OperationStatistics, (sql) => ({
  counts: storageErrors(
    readAll(Row, sql`SELECT kind, status, count(*) AS "count" FROM operations GROUP BY kind, status`)
  )
}))
