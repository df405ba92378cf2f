import * as Effect from "effect/Effect"
import { accessTokenSeconds, type SignIn } from "../../domain/signin/SignIn.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import type { OwnIssuer } from "../../ports/signin/TokenIssuer.ts"
import { fn } from "../../runtime/Span.ts"
import type { Grants } from "./Grants.ts"
import { digestOf, opaque } from "../common/Opaque.ts"
import { invalidGrant, RefreshTokens } from "./RefreshTokens.ts"

/** Issues this service's own tokens. */
export const make = (issuer: OwnIssuer) =>
  Effect.gen(function* () {
    const signIns = yield* SignInRepository
    const refreshTokens = yield* RefreshTokens

    const granted = fn("OwnGrants.granted")(function* (found: SignIn, secret: string | null) {
      const accessToken = yield* issuer.issue(found)
      const refreshToken = secret === null ? null : refreshTokens.write({ id: found.id, secret })
      return { accessToken, refreshToken, expiresIn: accessTokenSeconds, scopes: found.scopes }
    })

    const grants: Grants = {
      redeem: fn("OwnGrants.redeem")(function* ({ id: clientId }, { code, redirectUri, verifier }) {
        const secret = opaque()
        const found = yield* signIns.redeem({
          codeHash: digestOf(code),
          clientId,
          redirectUri,
          challenge: digestOf(verifier),
          refreshHash: digestOf(secret)
        })
        const signIn = yield* refreshTokens.accepted(found, "code")
        if (signIn.sealed !== null) return yield* invalidGrant("The code is of users who signed in elsewhere.")
        return yield* granted(signIn, secret)
      }),
      refresh: fn("OwnGrants.refresh")(function* ({ id: clientId }, { id, mayRepeat, secret }) {
        const next = opaque()
        const sent = { id, clientId, mayRepeat, refreshHash: digestOf(secret), nextHash: digestOf(next) }
        const found = yield* refreshTokens.accepted(yield* signIns.refresh(sent), "refresh token")
        return yield* granted(found, found.isRepeated ? null : next)
      })
    }
    return grants
  })
