import { Effect } from "effect"
import { Audit } from "../../application/Audit.ts"
import { AuditApi } from "../api/AuditApi.ts"
import { pageStream } from "../body/JsonStream.ts"
import { bind, raw } from "../dispatch/Call.ts"

export const bindings = Effect.map(Audit, (audit) =>
  bind(AuditApi, {
    readAudit: ({ path, query }) =>
      Effect.map(audit.list(path.projectId, query), (found) => raw(pageStream("entries", query, found)))
  })
)
