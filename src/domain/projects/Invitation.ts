import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidBody } from "../Errors.ts"
import { InvitationId } from "../Identifier.ts"
import { maybe } from "../Optional.ts"
import { SentTime } from "../Time.ts"
import { ProjectRole } from "./Role.ts"

/** An open invitation to a project, as its Owners see it. */
export const Invitation = Schema.Struct({
  id: Schema.typeSchema(InvitationId),
  role: ProjectRole,
  createdBy: Schema.String,
  createdAt: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  expiresAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

/** A new invitation with its link, which is shown once. */
export const ShownInvitation = Schema.Struct({
  ...Invitation.fields,
  url: Schema.String.annotations({
    description:
      "The page where the invitation is accepted. Its fragment is the secret; it is shown here and never again"
  })
}).annotations({ identifier: "ShownInvitation" })

export const InvitationDraft = Schema.Struct({
  role: Schema.String.annotations({ description: "The role of the new member: Owner, Contributor or User" }),
  expiresAt: maybe(SentTime).annotations({ description: "RFC 3339; within 30 days, by default in 7 days" })
}).annotations({ identifier: "InvitationDraft" })
export type InvitationDraft = typeof InvitationDraft.Type

const dayMillis = 24 * 3_600_000
/** Longest and usual time for which an invitation is open, in milliseconds. */
const longestMillis = 30 * dayMillis
const usualMillis = 7 * dayMillis

/**
 * Returns the time at which a new invitation expires, in milliseconds since 1970. Fails with `InvalidBody` if the wanted
 * time is past or more than 30 days away.
 */
export const expiryOf = (wanted: number | undefined, nowMillis: number): Either.Either<number, InvalidBody> => {
  const at = wanted ?? nowMillis + usualMillis
  const detail =
    at <= nowMillis ? "must be in the future" : at > nowMillis + longestMillis ? "must be within 30 days" : null
  return detail === null
    ? Either.right(at)
    : Either.left(new InvalidBody({ details: `expiresAt: ${detail}`, faults: [{ pointer: "/expiresAt", detail }] }))
}
