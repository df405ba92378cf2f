import * as Context from "effect/Context"
import type { ClientId } from "../../domain/signin/Client.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { SignIn } from "../../domain/signin/SignIn.ts"
import type { Read, Written } from "../Stored.ts"

/** A provider's tokens for a sign-in, sealed: they cannot be read with the storage alone. */
export interface SealedTokens {
  /** Response for the client that exchanges the code; deleted together with the code. */
  readonly waiting: Uint8Array
  /** The provider's refresh token; null if there is none. */
  readonly refresh: Uint8Array | null
}

/** A sign-in whose code is on its way to the client. Hashes are SHA-256 in base64url. */
export interface NewSignIn extends Omit<SignIn, "notBefore"> {
  readonly codeHash: string
  /** Null if this service issues the tokens. */
  readonly sealed: SealedTokens | null
  /** Hash of the password with which the user signed in; null if the user signed in elsewhere. */
  readonly passwordHash: string | null
  readonly redirectUri: string
  /** The `code_challenge` of RFC 7636, by S256. */
  readonly challenge: string
}

/** The data with which a client exchanges a code. */
export interface Redemption extends Pick<NewSignIn, "codeHash" | "clientId" | "redirectUri" | "challenge"> {
  /** Hash of the first refresh token. */
  readonly refreshHash: string
}

/** A sign-in whose code has been exchanged. */
export interface RedeemedSignIn extends SignIn {
  /** The provider's sealed tokens; null if there are none. */
  readonly sealed: SealedTokens | null
}

/** A refresh token presented by a client. */
export interface ShownRefresh {
  readonly id: string
  readonly clientId: ClientId
  readonly refreshHash: string
}

/** A refresh token presented by a client that asks for tokens. */
export interface AskedRefresh extends ShownRefresh {
  /** True if the token may have been replaced less than `repeatMillis` ago, as for the cookie of the page. */
  readonly mayRepeat: boolean
}

/** The data with which a client refreshes a sign-in. */
export interface Refreshment extends AskedRefresh {
  /** Hash of the refresh token that replaces it. */
  readonly nextHash: string
}

/** A refreshed sign-in. */
export interface RefreshedSignIn extends SignIn {
  /** True if the presented token had already been replaced, so that nothing was changed. */
  readonly isRepeated: boolean
}

/** The provider's new refresh token, sealed, and the refresh token of this service that maps to it from then on. */
export interface ProviderRefreshment extends Refreshment {
  readonly sealedRefresh: Uint8Array
}

/** A sign-in that is claimed while its tokens are refreshed at the provider. */
export interface ClaimedSignIn extends SignIn {
  readonly sealedRefresh: Uint8Array
  /**
   * Hash of the latest refresh token, under which `sealedRefresh` is sealed. It differs from the hash of the presented
   * token if that token was replaced.
   */
  readonly latestHash: string
}

/** `Ended`: the code or token had been used before, so the sign-in was ended to lock out anyone else who has it. */
export type Refusal = "Refused" | "Ended"

/** Revoked access tokens, by the storage's clock in milliseconds since 1970. */
export interface Revocations {
  /** The storage's time of the query. */
  readonly at: number
  /** Tokens of `userId` issued before `notBefore` are revoked. */
  readonly users: ReadonlyArray<{ readonly userId: UserId; readonly notBefore: number }>
  /** Ids of sign-ins that have ended. */
  readonly signIns: ReadonlyArray<string>
}

/** Sign-ins: codes, refresh tokens and revocations. All ages are by the storage's clock. */
export class SignInRepository extends Context.Tag("ports/SignInRepository")<
  SignInRepository,
  {
    /**
     * Stores a sign-in for 60 seconds. If the user has more than 1,000 sign-ins, the oldest are ended. Returns false,
     * storing nothing, if the user's password has meanwhile changed, or the client no longer exists.
     */
    readonly begin: (signIn: NewSignIn) => Written<boolean>
    /**
     * Returns the sign-in of a code that is at most 60 seconds old and was issued to this client for this URL and
     * challenge, and keeps the sign-in for 30 days from then on. A code that is used a second time ends its sign-in.
     */
    readonly redeem: (redemption: Redemption) => Written<RedeemedSignIn | Refusal>
    /**
     * Returns the sign-in if this is its latest refresh token, and keeps it for another 30 days under the next one. If
     * the token may repeat and was replaced less than `repeatMillis` ago, it returns the sign-in and changes nothing.
     * Any other refresh token has already been used, so presenting it ends the sign-in.
     */
    readonly refresh: (refreshment: Refreshment) => Written<RefreshedSignIn | Refusal>
    /**
     * Claims the sign-in whose latest refresh token this is, for 90 seconds or until `renew` or `release`, so that no
     * other process sends its refresh token to the provider; returns `Busy` if it is claimed. Other refresh tokens are
     * treated as by `refresh`.
     */
    readonly claim: (asked: AskedRefresh) => Written<ClaimedSignIn | Refusal | "Busy">
    /**
     * Keeps a claimed sign-in for another 30 days, under the next refresh token, which may be the same; repeating the
     * call changes nothing. Returns false if the sign-in has meanwhile ended.
     */
    readonly renew: (refreshment: ProviderRefreshment) => Written<boolean>
    /** Releases a claim without a change: the refresh token remains valid. */
    readonly release: (shown: ShownRefresh) => Written<void>
    readonly end: (id: string) => Written<void>
    /** Removes codes that were not exchanged in time, with the sealed tokens stored for them. */
    readonly forgetCodes: Written<void>
    /** Ends the user's sign-ins; access tokens issued to the user before are revoked. */
    readonly revokeUser: (userId: UserId) => Written<void>
    /** Returns the revocations at `since` or later. */
    readonly revoked: (since: number) => Read<Revocations>
  }
>() {}
