import { Context } from "effect"
import type { ClientId } from "../domain/Client.ts"
import type { UserId } from "../domain/Principal.ts"
import type { SignIn } from "../domain/SignIn.ts"
import type { Read, Written } from "./Stored.ts"

/** A sign-in whose code is on its way to the client. Hashes are SHA-256 in base64url. */
export interface NewSignIn extends Omit<SignIn, "notBefore"> {
  readonly codeHash: string
  readonly redirectUri: string
  /** The `code_challenge` of RFC 7636, by S256. */
  readonly challenge: string
}

/** What a client shows to exchange a code. */
export interface Redemption extends Pick<NewSignIn, "codeHash" | "clientId" | "redirectUri" | "challenge"> {
  /** Of the first refresh token. */
  readonly refreshHash: string
}

/** What a client shows to refresh a sign-in. */
export interface Refreshment {
  readonly id: string
  readonly clientId: ClientId
  /** Of the refresh token that is shown. */
  readonly refreshHash: string
  /** Of the one that replaces it. */
  readonly nextHash: string
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
    /** Keeps a sign-in for 60 seconds. Of a user's sign-ins beyond 1,000 the oldest end. */
    readonly begin: (signIn: NewSignIn) => Written<void>
    /**
     * The sign-in of a code that is 60 seconds old at most and was sent to this client at this URL under this
     * challenge; kept for 30 days from then on. A code that comes a second time ends its sign-in.
     */
    readonly redeem: (redemption: Redemption) => Written<SignIn | Refusal>
    /**
     * The sign-in whose latest refresh token this is; kept for another 30 days, under the next one. Another refresh
     * token, which is one that was used, ends it.
     */
    readonly refresh: (refreshment: Refreshment) => Written<SignIn | Refusal>
    /** Ends the user's sign-ins; access tokens issued to the user before are refused. */
    readonly revokeUser: (userId: UserId) => Written<void>
    /** What was revoked at `since` or later. */
    readonly revoked: (since: number) => Read<Revocations>
  }
>() {}
