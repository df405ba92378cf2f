import * as Context from "effect/Context"
import type { UserId } from "../../domain/Principal.ts"
import type { AdminAuditEntry, AdminOperation, AdminUser } from "../../domain/signin/Admin.ts"
import type { Client } from "../../domain/signin/Client.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { Page, Paged, Read, Written } from "../Stored.ts"

/** Lists the whole service for operators, and keeps the audit of their calls. */
export class AdminRepository extends Context.Tag("ports/AdminRepository")<
  AdminRepository,
  {
    /**
     * Returns all users who have an account or have called the service, in the order of their creation. A user whose
     * account was deleted is left out until the user calls again.
     */
    readonly users: (page: Page) => Read<Paged<AdminUser>>
    /** Returns whether the service has anything of the user that can be revoked: an account, a call or a sign-in. */
    readonly isUser: (userId: UserId) => Read<boolean>
    /** Returns all clients except the page, in the order of their creation. */
    readonly clients: (page: Page) => Read<Paged<Client>>
    /** Returns the operations of all projects, newest first. */
    readonly operations: (page: Page) => Read<Paged<AdminOperation>>
    /** Returns the audit entries of all projects and of the service, newest first. */
    readonly audit: (page: Page) => Read<Paged<AdminAuditEntry>>
    /** Returns projects that are not removed, by id. */
    readonly projects: (page: Page) => Read<Paged<{ readonly projectId: ProjectId; readonly name: string }>>
    /** The size of the database, in bytes. */
    readonly bytes: Read<number>
    /**
     * Records what an operator did, or the code of its failure, in the audit of the service, and in the audits of at
     * most 1,000 projects of the user concerned.
     */
    readonly note: (action: string, object: string, concerned?: UserId, outcome?: string) => Written<void>
  }
>() {}
