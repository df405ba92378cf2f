import { Schema } from "effect"
import { UserId } from "../../../src/domain/Principal.ts"
import { UploadRepository } from "../../../src/ports/UploadRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  key: Schema.String,
  userId: UserId,
  state: Schema.Literal("Issued", "Used"),
  expiresAt: integer,
  expired: flag
})

export const layer = repository(UploadRepository, (sql) => {
  const shown = () => sql`upload_key AS "key", user_id AS "userId", state, expires_at AS "expiresAt",
      CASE WHEN expires_at <= ${now(sql)} THEN 1 ELSE 0 END AS expired`

  return {
    find: fn("UploadRepository.find")(
      (key) => readFirst(Row, sql`SELECT ${shown()} FROM uploads WHERE upload_key = ${key}`),
      storageErrors
    ),
    issue: fn("UploadRepository.issue")(
      (key, userId, seconds) =>
        readOne(
          Row,
          sql`INSERT INTO uploads (upload_key, user_id, state, expires_at, created_at)
            VALUES (${key}, ${userId}, 'Issued', ${now(sql)} + ${seconds * 1000}, ${now(sql)}) RETURNING ${shown()}`
        ),
      storageErrors
    )
  }
})
