import * as Context from "effect/Context"
import type { DuplicateName, LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { InvitationId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Invitation } from "../../domain/projects/Invitation.ts"
import type { ProjectRole } from "../../domain/projects/Role.ts"
import type { Read, Written } from "../Stored.ts"

export interface NewInvitation {
  readonly id: InvitationId
  readonly role: ProjectRole
  readonly createdBy: UserId
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** SHA-256 of the secret in base64url. */
  readonly secretHash: string
}

/** A user of this service who is created in order to accept an invitation. */
export interface NewAccount {
  readonly userId: UserId
  readonly passwordHash: string
}

/**
 * Invitations to projects. An invitation is open until it is used, withdrawn or expired, and while its author is an
 * Owner of the project. The secrets are stored as hashes.
 */
export class InvitationRepository extends Context.Tag("ports/InvitationRepository")<
  InvitationRepository,
  {
    /** Fails with `LimitExceeded` if the project has 100 open invitations. */
    readonly create: (
      projectId: ProjectId,
      invitation: NewInvitation
    ) => Written<Invitation, LimitExceeded | ProjectNotFound>
    /** Returns the open invitations of a project in the order of their creation. */
    readonly list: (projectId: ProjectId) => Read<ReadonlyArray<Invitation>>
    /** Withdraws an open invitation. Fails with `NotFound` if there is none with this id. */
    readonly remove: (projectId: ProjectId, id: InvitationId) => Written<void, NotFound>
    /** Returns whether there is an open invitation with this secret. */
    readonly isOpen: (secretHash: string) => Read<boolean>
    /**
     * Makes the user a member with the role of the invitation and closes the invitation; returns the project. A user
     * who is a member already keeps the role, and the invitation stays open. Fails with `NotFound` if there is no open
     * invitation with this secret, and with `LimitExceeded` like `MemberRepository.put`.
     */
    readonly accept: (secretHash: string, userId: UserId) => Written<ProjectId, LimitExceeded | NotFound>
    /**
     * Creates an account and accepts the invitation for it. Fails like `accept`, and with `DuplicateName` if the name is
     * or was that of a user or a member.
     */
    readonly acceptAsNew: (
      secretHash: string,
      account: NewAccount
    ) => Written<ProjectId, DuplicateName | LimitExceeded | NotFound>
  }
>() {}
