import type { ClientId } from "./Client.ts"
import type { Scope, UserId } from "../Principal.ts"

/** Lifetime of a code, in seconds. */
export const codeSeconds = 60
/** Lifetime of an access token, in seconds. */
export const accessTokenSeconds = 3600
/** Lifetime of a refresh token, in milliseconds: 30 days. */
export const refreshMillis = 30 * 24 * 3_600_000
/**
 * Time for which a browser may still present a refresh token that was replaced, in milliseconds: its windows renew at
 * once, and one that is reloaded never sees the answer.
 */
export const repeatMillis = 60_000

/**
 * A permission of a user for a client. It begins with a code and is continued by refresh tokens, each of which replaces
 * the previous one.
 */
export interface SignIn {
  readonly id: string
  readonly clientId: ClientId
  readonly userId: UserId
  readonly scopes: ReadonlyArray<Scope>
  /**
   * Access tokens of the user that were issued before this time are refused, in milliseconds since 1970; 0 refuses
   * none.
   */
  readonly notBefore: number
}
