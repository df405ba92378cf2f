import * as Context from "effect/Context"
import type { AuditEntry } from "../../domain/audit/AuditEntry.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Page, Paged, Read, Written } from "../Stored.ts"

/** A request that was refused, or several of a kind. */
export interface Refusal {
  readonly projectId: ProjectId
  readonly userId: UserId
  readonly requestId: string
  readonly action: string
  readonly object: string
  /** Code of the answer. */
  readonly outcome: string
}

/** What was done in each project. What changes something writes it down itself, in its own transaction. */
export class AuditRepository extends Context.Tag("ports/AuditRepository")<
  AuditRepository,
  {
    /** Entries of the project, newest first. A page costs the same wherever it lies. */
    readonly list: (projectId: ProjectId, page: Page) => Read<Paged<AuditEntry>>
    /** Writes the refusals down in their order, in one transaction; those of projects that there are not are left out. */
    readonly refuse: (refusals: ReadonlyArray<Refusal>) => Written<void>
  }
>() {}
