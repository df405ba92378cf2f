import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { StorageTime } from "../../src/ports/StorageTime.ts"
import { now } from "./sql/Clock.ts"
import { repository } from "./sql/Repository.ts"
import { integer, readOne } from "./sql/Rows.ts"
import { storageErrors } from "./sql/Transaction.ts"

const Now = Schema.Struct({ at: integer })

export const layer = repository(StorageTime, (sql) => ({
  read: storageErrors(
    Effect.suspend(() => readOne(Now, sql`SELECT ${now(sql)} AS at`)).pipe(Effect.map(({ at }) => at))
  )
}))
