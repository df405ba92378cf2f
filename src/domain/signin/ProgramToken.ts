import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { crc32 } from "node:zlib"
import { type BodyFault, Forbidden, InvalidBody } from "../Errors.ts"
import { ProjectId, TokenId } from "../Identifier.ts"
import { maybe, optional } from "../Optional.ts"
import { type Principal, Scope, scopes } from "../Principal.ts"
import { isSelfRegistered } from "./Client.ts"
import { list, Name } from "../Text.ts"
import { SentTime } from "../Time.ts"

/** The prefix that distinguishes program tokens from tokens of issuers, and by which scanners for secrets find them. */
const prefix = "plinth_"
export const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
/** Random characters of a token: 202 bits, so that its hash needs no salt. */
export const randomLength = 34
const form = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{6})$`)

/** Returns the CRC-32 of a text in base 62, six digits. */
const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  for (let i = 0; i < 6; i++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Returns the token that consists of these random characters and their checksum. */
export const tokenOf = (random: string): string => `${prefix}${random}${checksumOf(random)}`

/** Returns whether a bearer token is one for programs, well-formed or not. No issuer ever sees such a token. */
export const isForProgram = (token: string): boolean => token.startsWith(prefix)

/** Returns whether a token has the right form and checksum. This finds typing errors without asking the storage. */
export const isWellFormed = (token: string): boolean => {
  const [, random, checksum] = form.exec(token) ?? []
  return random !== undefined && checksumOf(random) === checksum
}

const shared = {
  id: Schema.typeSchema(TokenId),
  name: Schema.String,
  scopes: Schema.Array(Scope),
  expiresAt: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  lastUsedAt: optional(
    Schema.String.annotations({ description: "The day of its last use, RFC 3339, in UTC; absent if it was never used" })
  )
}

/** A token for programs as its user sees it. */
export const ProgramToken = Schema.Struct({
  ...shared,
  projects: optional(
    Schema.Array(ProjectId).annotations({ description: "Absent if it reaches all projects of its user" })
  ),
  createdAt: Schema.String.annotations({ description: "RFC 3339, in UTC" })
}).annotations({ identifier: "ProgramToken" })
export type ProgramToken = typeof ProgramToken.Type

/** A new token for programs with the secret, which is shown once. */
export const ShownProgramToken = Schema.Struct({
  ...ProgramToken.fields,
  token: Schema.String.annotations({ description: "The bearer token; it is shown here and never again" })
}).annotations({ identifier: "ShownProgramToken" })

/** A program token as it is shown to the Owners of a project that it reaches. */
export const ProjectToken = Schema.Struct({
  ...shared,
  userId: Schema.String.annotations({ description: "The user as whom it acts" })
}).annotations({ identifier: "ProjectToken" })
export type ProjectToken = typeof ProjectToken.Type

/** A scope as clients send it. Unlike enumerations, scopes match with regard to case. */
const SentScope = Schema.String.pipe(
  Schema.filter((text): text is Scope => scopes.some((scope) => scope === text), {
    message: () => `must be one of ${scopes.join(", ")}`,
    jsonSchema: { type: "string", enum: scopes }
  })
)

export const ProgramTokenDraft = Schema.Struct({
  name: Name,
  scopes: list(SentScope)
    .pipe(Schema.minItems(1))
    .annotations({ description: "At least one, and none that the caller's own token lacks" }),
  expiresAt: SentTime.annotations({ description: "RFC 3339; within a year" }),
  projects: maybe(list(ProjectId).pipe(Schema.minItems(1))).annotations({
    description: "Projects of the caller; absent: all of them, those to come included"
  })
}).annotations({ identifier: "ProgramTokenDraft" })
export type ProgramTokenDraft = typeof ProgramTokenDraft.Type

/** Longest lifetime of a token, in milliseconds: a year with its leap day. */
const longestMillis = 366 * 24 * 3_600_000

/**
 * Fails with `InvalidBody` if a draft has scopes that its sender lacks, or expires in the past or in more than a year.
 */
export const checkDraft = (
  { expiresAt, scopes }: Pick<ProgramTokenDraft, "expiresAt" | "scopes">,
  held: Principal["scopes"],
  nowMillis: number
): Either.Either<void, InvalidBody> => {
  const faults: Array<BodyFault> = scopes.flatMap((scope, i) =>
    held.has(scope) ? [] : [{ pointer: `/scopes/${i}`, detail: `the caller's own token lacks the scope ${scope}` }]
  )
  if (expiresAt <= nowMillis) faults.push({ pointer: "/expiresAt", detail: "must be in the future" })
  if (expiresAt > nowMillis + longestMillis) faults.push({ pointer: "/expiresAt", detail: "must be within a year" })
  const [first] = faults
  return first === undefined
    ? Either.void
    : Either.left(new InvalidBody({ details: `${first.pointer.slice(1)}: ${first.detail}`, faults }))
}

/** The tokens for programs that an endpoint serves: all, those that are not limited to projects, or none. */
export type ServedPrograms = "all" | "unlimited" | "none"

/**
 * Fails with `Forbidden` if the token is one for programs that the endpoint does not serve. An endpoint that serves
 * none refuses programs that registered themselves as well, because the results of such requests would outlast the
 * user's agreement.
 */
export const checkProgram = (
  { client, program }: Pick<Principal, "client" | "program">,
  served: ServedPrograms
): Either.Either<void, Forbidden> => {
  if (served === "none" && client !== undefined && isSelfRegistered(client)) {
    return Either.left(new Forbidden({ details: "A program that registered itself may not do this." }))
  }
  if (program === undefined || served === "all" || (served === "unlimited" && !program.reach.isLimited)) {
    return Either.void
  }
  const details =
    served === "none"
      ? "A token for programs may not do this. Sign in for it."
      : "A token that is limited to projects may not do this."
  return Either.left(new Forbidden({ details }))
}
