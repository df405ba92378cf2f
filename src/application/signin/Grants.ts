import type * as Effect from "effect/Effect"
import type { Client } from "../../domain/signin/Client.ts"
import type { SignInFailed, SignInRefused } from "../../domain/Errors.ts"
import type { Scope } from "../../domain/Principal.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../../domain/StorageErrors.ts"
import type { IssuerUnavailable } from "../../ports/signin/Authenticator.ts"

/** The data with which a client exchanges a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5). */
export interface CodeGrant {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
}

/** Tokens issued to a client (RFC 6749, section 5.1). */
export interface GrantedTokens {
  readonly accessToken: string
  /**
   * Null if there is no new one: the sign-in cannot be refreshed, or the token of the cookie was replaced just before
   * and the newest one stays.
   */
  readonly refreshToken: string | null
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: ReadonlyArray<Scope>
}

type Granted = Effect.Effect<
  GrantedTokens,
  SignInRefused | SignInFailed | IssuerUnavailable | StorageUnavailable | OutcomeUnknown
>

/** A refresh token that a client presents. */
interface PresentedToken {
  readonly id: string
  readonly secret: string
  /** True for the cookie of the page, whose token may have been replaced less than `repeatMillis` ago. */
  readonly mayRepeat: boolean
}

/** An authenticated client that gets tokens. */
export type GrantedClient = Pick<Client, "id" | "registration">

/**
 * Issues tokens to authenticated clients. Both functions fail with `SignInRefused` if the code or token is not valid.
 */
export interface Grants {
  readonly redeem: (client: GrantedClient, grant: CodeGrant) => Granted
  readonly refresh: (client: GrantedClient, token: PresentedToken) => Granted
}
