import { randomBytes } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { InvalidRole } from "../../domain/Errors.ts"
import { InvitationId, type ProjectId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { expiryOf, type InvitationDraft } from "../../domain/projects/Invitation.ts"
import { parseProjectRole } from "../../domain/projects/Role.ts"
import { Caller } from "../../ports/Caller.ts"
import { InvitationRepository } from "../../ports/projects/InvitationRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"
import { digestOf } from "../common/Opaque.ts"
import { Passwords } from "../signin/Passwords.ts"

/** Returns a secret with 256 random bits. It is longer than any segment of a path that is logged in full. */
const newSecret = (): string => `invitation_${randomBytes(32).toString("hex")}`

/** A person who creates an account of this service in order to accept an invitation. */
interface NewUser {
  readonly secret: string
  readonly userId: UserId
  /** An acceptable password. */
  readonly password: string
  readonly requestId: string
}

/** Invitations to projects: links by which the person who opens one becomes a member. */
export class Invitations extends Effect.Service<Invitations>()("application/Invitations", {
  effect: Effect.gen(function* () {
    const invitations = yield* InvitationRepository
    const { hash } = yield* Passwords
    const { publicUrl } = yield* Settings

    return {
      list: invitations.list,
      remove: invitations.remove,
      /** Creates an invitation and returns it with its link. Fails with `InvalidRole`, like `expiryOf` and `create`. */
      create: fn("Invitations.create")(function* (projectId: ProjectId, maker: UserId, draft: InvitationDraft) {
        const role = parseProjectRole(draft.role)
        if (role === null) return yield* new InvalidRole({ details: "role must be Owner, Contributor or User." })
        const expiresAt = yield* expiryOf(draft.expiresAt, yield* Clock.currentTimeMillis)
        const secret = newSecret()
        const made = yield* invitations.create(projectId, {
          id: InvitationId.make(crypto.randomUUID()),
          role,
          createdBy: maker,
          expiresAt,
          secretHash: digestOf(secret)
        })
        return { ...made, url: `${publicUrl}/app/invitations#${secret}` }
      }),
      /** Makes a user a member, and returns the project. Fails like `InvitationRepository.accept`. */
      accept: (secret: string, userId: UserId) => invitations.accept(digestOf(secret), userId),
      /** Creates an account and makes it a member. Fails like `InvitationRepository.acceptAsNew`. */
      acceptAsNew: fn("Invitations.acceptAsNew")(function* ({ password, requestId, secret, userId }: NewUser) {
        const secretHash = digestOf(secret)
        // Hashing a password is expensive, so only the holder of an invitation gets that far.
        if (!(yield* invitations.isOpen(secretHash))) return yield* missing.invitation()
        const passwordHash = yield* hash(password)
        const accepted = invitations.acceptAsNew(secretHash, { userId, passwordHash })
        return yield* Effect.provideService(accepted, Caller, { userId, requestId })
      })
    }
  })
}) {}
