import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import { ClientId } from "../domain/Client.ts"
import { InvalidClient, SignInRefused } from "../domain/Errors.ts"
import { accessTokenSeconds, type SignIn } from "../domain/SignIn.ts"
import { SecretRepository } from "../ports/SecretRepository.ts"
import { type Refusal, SignInRepository } from "../ports/SignInRepository.ts"
import { TokenIssuer } from "../ports/TokenIssuer.ts"
import { fn } from "../runtime/Span.ts"
import { Clients } from "./Clients.ts"
import { digestOf, opaque } from "./Opaque.ts"
import { Revocations } from "./Revocations.ts"

/** How a client shows who it is (RFC 6749, section 2.3). */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string | null
  /** By HTTP Basic. */
  readonly byHeader: boolean
}

/** What a client shows for a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5). */
interface CodeGrant {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
}

/** What a client gets (RFC 6749, section 5.1). */
export interface GrantedTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number
  readonly scopes: SignIn["scopes"]
}

const refused = (details: string) => new SignInRefused({ error: "invalid_grant", details })

/** Gives clients tokens for codes and refresh tokens. */
export class SignInTokens extends Effect.Service<SignInTokens>()("application/SignInTokens", {
  effect: Effect.gen(function* () {
    const clients = yield* Clients
    const signIns = yield* SignInRepository
    const issuer = yield* TokenIssuer
    const revocations = yield* Revocations
    const key = yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("refresh tokens"))

    /** Tells our refresh tokens, used ones too, from texts that somebody made up. */
    const seal = (id: string, secret: string) => createHmac("sha256", key).update(`${id}.${secret}`).digest("base64url")

    /** The sign-in and the secret that a refresh token names; null where it is none of ours. */
    const opened = (token: string) => {
      const [id = "", secret = "", given = "", ...rest] = token.split(".")
      const [wanted, bytes] = [Buffer.from(seal(id, secret)), Buffer.from(given)]
      const isOurs = bytes.length === wanted.length && timingSafeEqual(bytes, wanted) && rest.length === 0
      return isOurs ? { id, secret } : null
    }

    /** Fails: `InvalidClient` where there is none, or its secret is another; one without secret shows none. */
    const authenticated = fn("SignInTokens.authenticated")(function* (shown: ClientCredentials) {
      const { byHeader, clientId, secret } = shown
      const client = Schema.is(ClientId)(clientId) ? Option.getOrNull(yield* clients.find(clientId)) : null
      const fits = client !== null && client.secretHash === (secret === null ? null : digestOf(secret))
      if (!fits)
        return yield* new InvalidClient({ details: "The client is not known, or its secret is another.", byHeader })
      return client.id
    })

    const granted = fn("SignInTokens.granted")(function* (found: SignIn | Refusal, secret: string, what: string) {
      if (found === "Ended") {
        yield* Effect.logWarning(`A ${what} came a second time; its sign-in has ended`)
        yield* revocations.refresh
      }
      if (typeof found === "string")
        return yield* refused(`The ${what} is unknown, used or expired, or was made for another request.`)
      const accessToken = yield* issuer.issue(found)
      const refreshToken = `${found.id}.${secret}.${seal(found.id, secret)}`
      return { accessToken, refreshToken, expiresIn: accessTokenSeconds, scopes: found.scopes }
    })

    return {
      /** Fails: `InvalidClient`; `SignInRefused` for a code that does not serve. */
      redeem: fn("SignInTokens.redeem")(function* (
        shown: ClientCredentials,
        { code, redirectUri, verifier }: CodeGrant
      ) {
        const clientId = yield* authenticated(shown)
        const secret = opaque()
        const found = yield* signIns.redeem({
          codeHash: digestOf(code),
          clientId,
          redirectUri,
          challenge: digestOf(verifier),
          refreshHash: digestOf(secret)
        })
        return yield* granted(found, secret, "code")
      }),
      /** Fails: `InvalidClient`; `SignInRefused` for a token that does not serve. */
      refresh: fn("SignInTokens.refresh")(function* (shown: ClientCredentials, token: string) {
        const clientId = yield* authenticated(shown)
        const ours = opened(token)
        if (ours === null) return yield* refused("The refresh token is none.")
        const secret = opaque()
        const found = yield* signIns.refresh({
          id: ours.id,
          clientId,
          refreshHash: digestOf(ours.secret),
          nextHash: digestOf(secret)
        })
        return yield* granted(found, secret, "refresh token")
      })
    }
  })
}) {}
