import * as Context from "effect/Context"
import type { ClientId } from "../../domain/signin/Client.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { SignIn } from "../../domain/signin/SignIn.ts"
import type { Read, Written } from "../Stored.ts"

/** What a provider of tokens gave for a sign-in, sealed: nobody can read it by the storage alone. */
export interface SealedTokens {
  /** What the client gets for the code; forgotten with it. */
  readonly waiting: Uint8Array
  /** The provider's refresh token; null where it gave none. */
  readonly refresh: Uint8Array | null
}

/** A sign-in whose code is on its way to the client. Hashes are SHA-256 in base64url. */
export interface NewSignIn extends Omit<SignIn, "notBefore"> {
  readonly codeHash: string
  /** Null where the tokens are ours. */
  readonly sealed: SealedTokens | null
  /** Of the password with which the user signed in; null where that was elsewhere. */
  readonly passwordHash: string | null
  readonly redirectUri: string
  /** The `code_challenge` of RFC 7636, by S256. */
  readonly challenge: string
}

/** What a client shows to exchange a code. */
export interface Redemption extends Pick<NewSignIn, "codeHash" | "clientId" | "redirectUri" | "challenge"> {
  /** Of the first refresh token. */
  readonly refreshHash: string
}

/** A sign-in whose code was exchanged. */
export interface RedeemedSignIn extends SignIn {
  /** What waited for the code, if anything did. */
  readonly sealed: SealedTokens | null
}

/** A refresh token that a client shows. */
export interface ShownRefresh {
  readonly id: string
  readonly clientId: ClientId
  readonly refreshHash: string
}

/** What a client shows to refresh a sign-in. */
export interface Refreshment extends ShownRefresh {
  /** Of the refresh token that replaces it. */
  readonly nextHash: string
}

/** What the provider gave for its refresh token, and the refresh token of ours that leads to it from then on. */
export interface ProviderRefreshment extends Refreshment {
  readonly sealedRefresh: Uint8Array
}

/** A sign-in for which its provider is about to be asked. */
export interface ClaimedSignIn extends SignIn {
  readonly sealedRefresh: Uint8Array
}

/** `Ended`: what was shown had been used before, so that whoever else has it is kept out too. */
export type Refusal = "Refused" | "Ended"

/** Which access tokens are no longer good, by the storage's clock in milliseconds since 1970. */
export interface Revocations {
  /** The storage's time when it was asked. */
  readonly at: number
  /** Tokens of a user issued before `notBefore`. */
  readonly users: ReadonlyArray<{ readonly userId: UserId; readonly notBefore: number }>
  /** Ids of sign-ins that have ended. */
  readonly signIns: ReadonlyArray<string>
}

/** Sign-ins: codes, refresh tokens, and what of them was revoked. All ages are by the storage's clock. */
export class SignInRepository extends Context.Tag("ports/SignInRepository")<
  SignInRepository,
  {
    /**
     * Keeps a sign-in for 60 seconds. Of a user's sign-ins beyond 1,000 the oldest end. False, and nothing is kept, where
     * the user's password is another meanwhile, or the client is there no more.
     */
    readonly begin: (signIn: NewSignIn) => Written<boolean>
    /**
     * The sign-in of a code that is 60 seconds old at most and was sent to this client at this URL under this
     * challenge; kept for 30 days from then on. A code that comes a second time ends its sign-in.
     */
    readonly redeem: (redemption: Redemption) => Written<RedeemedSignIn | Refusal>
    /**
     * The sign-in whose latest refresh token this is; kept for another 30 days, under the next one. Another refresh
     * token, which is one that was used, ends it.
     */
    readonly refresh: (refreshment: Refreshment) => Written<SignIn | Refusal>
    /**
     * Has nobody else ask the provider for the sign-in whose latest refresh token this is, for 90 seconds or until
     * `renew` or `release`; `Busy` where somebody is asking. Another refresh token ends it, as with `refresh`.
     */
    readonly claim: (shown: ShownRefresh) => Written<ClaimedSignIn | Refusal | "Busy">
    /**
     * Keeps a claimed sign-in for another 30 days, under the next refresh token, which may be the same; a repetition
     * changes nothing. False where it has ended meanwhile.
     */
    readonly renew: (refreshment: ProviderRefreshment) => Written<boolean>
    /** Gives a claim back: the refresh token is as good as before. */
    readonly release: (shown: ShownRefresh) => Written<void>
    /** Ends a sign-in. */
    readonly end: (id: string) => Written<void>
    /** Forgets codes that were not exchanged in time, and what waited for them. */
    readonly forgetCodes: Written<void>
    /** Ends the user's sign-ins; access tokens issued to the user before are refused. */
    readonly revokeUser: (userId: UserId) => Written<void>
    /** What was revoked at `since` or later. */
    readonly revoked: (since: number) => Read<Revocations>
  }
>() {}
