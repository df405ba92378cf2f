import * as Effect from "effect/Effect"
import { Audit } from "../../../application/audit/Audit.ts"
import { AuditApi } from "../../api/audit/AuditApi.ts"
import { pageAnswer } from "../../answer/StreamedJson.ts"
import { bind } from "../../call/Call.ts"

export const bindings = Effect.map(Audit, (audit) =>
  bind(AuditApi, {
    readAudit: ({ path, query }) => pageAnswer("entries", query, audit.list(path.projectId, query))
  })
)
