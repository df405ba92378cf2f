import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Adapters from "../../../adapters/Adapters.ts"
import { BrokenAudit, checkAudit, type Head } from "../../../adapters/storage/history/AuditChain.ts"
import { BadUsage, parsed } from "../CommandLine.ts"

const usage = `Recomputes the chains of hashes of the audit, whether the service runs or not: exit 0 where every entry is as it was
written and none is missing or added, 1 with the first that is not.

usage: npm run --silent audit -- verify [--head HEAD]

  --head HEAD   what an earlier run printed, kept elsewhere: what it had seen must be there unchanged
  --help        this text`

const readHead = (text: string | undefined): Effect.Effect<Head | null, BadUsage> => {
  if (text === undefined) return Effect.succeed(null)
  const [, id, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return id === undefined || digest === undefined
    ? new BadUsage({ message: "--head must be what an earlier run printed, ID:DIGEST" })
    : Effect.succeed({ id: Number(id), digest })
}

export const audit = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* parsed(args, { head: { type: "string" }, help: { type: "boolean" } })
    if (values.help === true) return usage
    if (positionals.join(" ") !== "verify") return yield* new BadUsage({ message: "say verify; --help says more" })
    const known = yield* readHead(values.head)
    const { entries, head, projects } = yield* Effect.flatMap(SqlClient.SqlClient, (sql) =>
      checkAudit(sql, known)
    ).pipe(Effect.provide(Adapters.rows))
    return `as they were written: entries ${entries}, projects ${projects}; head ${head.id}:${head.digest}`
  }).pipe(
    Effect.catchTags({
      StorageUnavailable: ({ reason }) => new BrokenAudit({ message: `the audit cannot be read: ${reason}` }),
      OutcomeUnknown: () => new BrokenAudit({ message: "the storage was lost" }),
      SqlError: (error) => new BrokenAudit({ message: `the storage cannot be opened: ${error.message}` })
    }),
    Effect.provide(Logger.remove(Logger.defaultLogger))
  )
