import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { isSelfRegistered } from "../../src/domain/signin/Client.ts"
import type { Principal } from "../../src/domain/Principal.ts"
import { type Authenticator, InvalidToken } from "../../src/ports/signin/Authenticator.ts"
import type { OwnIssuer } from "../../src/ports/signin/TokenIssuer.ts"
import type { KeyFileUnusable } from "./KeyFile.ts"
import * as Local from "./Local.ts"

/** The service's own tokens beside those of a provider: for clients that registered themselves. */
export interface OwnTokens extends Pick<Authenticator["Type"], "known" | "verify"> {
  readonly issue: OwnIssuer["issue"]
  /** Returns whether a token claims to be one of these. */
  readonly claims: (token: string) => boolean
}

/**
 * Returns whether a token was issued for a sign-in to a client that registered itself, as all of these are. Others that
 * the same keys sign are none of them: those of the command `token`, and those of sign-ins before the service had a
 * provider. Who is an operator is for the provider alone to say.
 */
const isOfSignIn = ({ client, scopes, signInId }: Principal): boolean =>
  signInId !== undefined && client !== undefined && isSelfRegistered(client) && !scopes.has("admin")

const unfit = new InvalidToken({ reason: "the token was not issued to a client that registered itself" })

/** The tokens by the keys of a data directory. Creates the keys on first use. Fails as `issuerOf`. */
export const make = (directory: string): Effect.Effect<OwnTokens, KeyFileUnusable, Scope.Scope> =>
  Effect.map(Local.make(directory), ({ claims, issue, known, verify }) => ({
    claims,
    issue,
    known: (token, now) => {
      const principal = known(token, now)
      return principal !== undefined && isOfSignIn(principal) ? principal : undefined
    },
    verify: (token) => Effect.filterOrFail(verify(token), isOfSignIn, () => unfit)
  }))
