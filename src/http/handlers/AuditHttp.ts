import { Effect } from "effect"
import { Audit } from "../../application/Audit.ts"
import { AuditApi } from "../api/AuditApi.ts"
import { pageStream } from "../answer/StreamedJson.ts"
import { bind, raw } from "../dispatch/Call.ts"

export const bindings = Effect.map(Audit, (audit) =>
  bind(AuditApi, {
    readAudit: ({ path, query }) =>
      audit.list(path.projectId, query).pipe(
        Effect.flatMap((found) => pageStream("entries", query, found)),
        Effect.map(raw)
      )
  })
)
