import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, flow, Layer, Schema } from "effect"
import { UserId } from "../../../src/domain/Principal.ts"
import { UploadRepository } from "../../../src/ports/UploadRepository.ts"
import { now } from "../sql/Clock.ts"
import { flag, integer } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  key: Schema.String,
  userId: UserId,
  state: Schema.Literal("Issued", "Used"),
  expiresAt: integer,
  expired: flag
})

export const layer = Layer.effect(
  UploadRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const shown = () => sql`upload_key AS "key", user_id AS "userId", state, expires_at AS "expiresAt",
      CASE WHEN expires_at <= ${now(sql)} THEN 1 ELSE 0 END AS expired`

    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Row,
      execute: (key) => sql`SELECT ${shown()} FROM uploads WHERE upload_key = ${key}`
    })

    const issue = SqlSchema.single({
      Request: Schema.Struct({ key: Schema.String, userId: UserId, seconds: Schema.Number }),
      Result: Row,
      execute: ({
        key,
        seconds,
        userId
      }) => sql`INSERT INTO uploads (upload_key, user_id, state, expires_at, created_at)
        VALUES (${key}, ${userId}, 'Issued', ${now(sql)} + ${seconds * 1000}, ${now(sql)}) RETURNING ${shown()}`
    })

    return UploadRepository.of({
      find: flow(find, storageErrors, Effect.withSpan("UploadRepository.find")),
      issue: (key, userId, seconds) =>
        issue({ key, userId, seconds }).pipe(storageErrors, Effect.withSpan("UploadRepository.issue"))
    })
  })
)
