import type { Via } from "../../domain/audit/AuditEntry.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Admitted } from "../guard/Admission.ts"
import type { ErrorContext } from "../errors/ErrorResponse.ts"
import type { BodyOwner } from "../body/RequestBody.ts"

/** The facts about a request that its response, its log line and its clean-up need; filled in while it is handled. */
export interface RequestContext extends ErrorContext, BodyOwner {
  userId: string | null
  /** The client of the caller's token, if it names one. */
  client: string | undefined
  readonly via: Via
  /** The size of the response body; null if unknown. */
  bytes: number | null
  admitted: Admitted | null
}

/** Returns the members of an entry of the audit that tell who made a request, and how. */
export const callerOf = (
  { client, requestId, via }: Pick<RequestContext, "client" | "requestId" | "via">,
  userId: UserId
) => ({
  userId,
  requestId,
  via,
  ...(client === undefined ? {} : { client })
})
