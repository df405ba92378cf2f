import { Context, type Effect } from "effect"
import type { SignIn } from "../domain/SignIn.ts"
import type { IssuerUnavailable } from "./Authenticator.ts"

/** Makes the access tokens that clients get. */
export class TokenIssuer extends Context.Tag("ports/TokenIssuer")<
  TokenIssuer,
  {
    /** An access token for a sign-in, good for an hour from now (RFC 9068). */
    readonly issue: (signIn: SignIn) => Effect.Effect<string, IssuerUnavailable>
  }
>() {}
