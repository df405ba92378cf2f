import * as Schema from "effect/Schema"
import type { TokenId } from "./Identifier.ts"
import type { Reach } from "./Reach.ts"

/** Permissions of a token. `write` does not include `read`. */
export const Scope = Schema.Literal(
  "projects:read",
  "projects:write",
  "models:read",
  "models:write",
  "libraries:read",
  "libraries:write",
  "admin"
)
export type Scope = typeof Scope.Type

/** The scopes that a token has if none are named: all but `admin`, which only operators get. */
export const scopes: ReadonlyArray<Scope> = Scope.literals.filter((scope) => scope !== "admin")

/** The subject of a token: 1 to 255 characters, without control characters. */
export const UserId = Schema.String.pipe(
  // oxlint-disable-next-line no-control-regex
  Schema.filter((text) => text.length >= 1 && text.length <= 255 && !/[\u0000-\u001f\u007f]/.test(text), {
    message: () => "must have 1 to 255 characters, none of them a control character"
  }),
  Schema.brand("UserId")
)
export type UserId = typeof UserId.Type

/** Returns why a text cannot be the name with which a user signs in, or null if it can. */
export const userNameFault = (text: string): string | null =>
  Schema.is(UserId)(text) && text.trim() === text && text.isWellFormed()
    ? null
    : "The name must have 1 to 255 characters, no control characters, and no blanks at its ends."

/** The caller, according to a verified token. */
export interface Principal {
  readonly userId: UserId
  readonly name: string | null
  readonly scopes: ReadonlySet<Scope>
  /** Time when the token was issued, in seconds since 1970; absent if its issuer does not say. */
  readonly issuedAt?: number
  /** Time when the token ends, in seconds since 1970; absent if nobody looked. */
  readonly expiresAt?: number
  /** The sign-in that the token was issued for, if it was one of ours. */
  readonly signInId?: string
  /** The OAuth client that the token was issued to, or the id of a token for programs; absent if it names none. */
  readonly client?: string
  /** The token itself if it is one for programs; absent for tokens of people. */
  readonly program?: { readonly tokenId: TokenId; readonly reach: Reach }
}
