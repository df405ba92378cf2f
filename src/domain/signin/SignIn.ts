import type { ClientId } from "./Client.ts"
import type { Scope, UserId } from "../Principal.ts"

/** How long a code can be exchanged, in seconds. */
export const codeSeconds = 60
/** How long an access token is good, in seconds. */
export const accessTokenSeconds = 3600
/** How long a refresh token is good, in milliseconds: 30 days. */
export const refreshMillis = 30 * 24 * 3_600_000

/** What a user has let a client do: begun with a code, kept up by refresh tokens, each of which replaces the one before. */
export interface SignIn {
  readonly id: string
  readonly clientId: ClientId
  readonly userId: UserId
  readonly scopes: ReadonlyArray<Scope>
  /** Access tokens of the user issued earlier are refused, in milliseconds since 1970; 0: none are. */
  readonly notBefore: number
}
