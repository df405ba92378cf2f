import * as Context from "effect/Context"
import type { AuditEntry, Via } from "../../domain/audit/AuditEntry.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Page, Paged, Read, Written } from "../Stored.ts"

/** A refused request, or several refused requests of the same kind. */
export interface Refusal {
  readonly projectId: ProjectId
  readonly userId: UserId
  readonly requestId: string
  readonly action: string
  readonly object: string
  /** Error code of the response. */
  readonly outcome: string
  readonly client?: string
  readonly via?: Via
}

/** The audit log of each project. Operations that change something write their own entry, in the same transaction. */
export class AuditRepository extends Context.Tag("ports/AuditRepository")<
  AuditRepository,
  {
    /** Returns entries of the project, newest first. Every page costs the same, however far back. */
    readonly list: (projectId: ProjectId, page: Page) => Read<Paged<AuditEntry>>
    /** Writes the refusals in their order, in one transaction. Refusals of unknown projects are dropped. */
    readonly refuse: (refusals: ReadonlyArray<Refusal>) => Written<void>
  }
>() {}
