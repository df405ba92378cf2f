import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { AnyOperationKind, OperationStatus } from "../../../src/domain/operations/Operation.ts"
import { OperationStatistics } from "../../../src/ports/operations/OperationStatistics.ts"
import { repository } from "../sql/Repository.ts"
import { integer } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"

const Row = Schema.Struct({ kind: AnyOperationKind, status: OperationStatus, count: integer })

export const layer = repository(OperationStatistics, (sql) => ({
  counts: Stream.runCollect(
    rowStream(sql`SELECT kind, status, count(*) AS "count" FROM operations GROUP BY kind, status`, Row)
  ).pipe(Effect.map(Chunk.toReadonlyArray))
}))
