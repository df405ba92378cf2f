import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Principal, type Scope, scopes as allScopes, type UserId } from "../../domain/Principal.ts"
import { Authenticator, InvalidToken, IssuerUnavailable } from "../../ports/signin/Authenticator.ts"
import { type OwnIssuer, TokenIssuer } from "../../ports/signin/TokenIssuer.ts"

interface Claims {
  readonly user: string
  readonly scopes: ReadonlyArray<Scope>
  readonly name: string | null
  /** In seconds since 1970. */
  readonly issuedAt?: number
  readonly expiresAt?: number
  readonly signInId?: string
  readonly client?: string
}

const encoded = (claims: Claims): string => `test.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`

/**
 * A bearer token for `layer` that contains its claims without a signature. If it has a lifetime in seconds, it also has
 * a time of issue: by default now.
 */
export const tokenOf = (
  user: string,
  scopes: ReadonlyArray<Scope> = allScopes,
  name: string | null = null,
  lasts?: number,
  issuedAt = Math.floor(Date.now() / 1000)
): string => {
  const times = lasts === undefined ? {} : { issuedAt, expiresAt: issuedAt + lasts }
  return encoded({ user, scopes, name, ...times })
}

/** The issuer cannot be reached if a request carries this token. */
export const awayToken = "issuer-away"

/** The verification of this token has a defect. */
export const brokenToken = "broken"

const principalOf = (token: string): Principal | null => {
  if (!token.startsWith("test.")) return null
  const { name, scopes, user, ...more } = JSON.parse(Buffer.from(token.slice(5), "base64url").toString()) as Claims
  return { userId: user as UserId, name, scopes: new Set(scopes), ...more }
}

/** Issues a token for a sign-in. */
export const issue: OwnIssuer["issue"] = ({ clientId, id, scopes, userId }) =>
  Effect.succeed(encoded({ user: userId, scopes, name: null, signInId: id, client: clientId }))

const issuer = Layer.succeed(TokenIssuer, { _tag: "Own", issue })

/** Issues and accepts the tokens of this module and no other. A token is known once it has been verified. */
export const layer: Layer.Layer<Authenticator | TokenIssuer> = Layer.sync(Authenticator, () => {
  const verified = new Map<string, Principal>()
  const verify: Authenticator["Type"]["verify"] = (token) => {
    if (token === awayToken) return Effect.fail(new IssuerUnavailable({ reason: "no answer" }))
    if (token === brokenToken) return Effect.die(new Error("broken on purpose"))
    const principal = principalOf(token)
    if (principal === null) return Effect.fail(new InvalidToken({ reason: "unknown" }))
    verified.set(token, principal)
    return Effect.succeed(principal)
  }
  return { verify, known: (token) => verified.get(token), check: Effect.void }
}).pipe(Layer.merge(issuer))
