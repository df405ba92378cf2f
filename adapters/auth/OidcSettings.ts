import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { quoted } from "../../src/domain/Quoted.ts"
import { type Scope, scopes } from "../../src/domain/Principal.ts"
import { type JwtType, jwtTypes } from "./AccessToken.ts"

/** The service as a client of the provider. Without a secret it is a public client. */
interface OidcClient {
  readonly id: string
  readonly secret: Redacted.Redacted | null
}

/** The operator's settings for the provider whose tokens are accepted. */
export interface OidcSettings {
  /** Exactly as in the provider's discovery document and tokens. */
  readonly issuer: string
  /** The audience that tokens must name. */
  readonly audience: string
  readonly client: OidcClient | null
  /** Accepted `typ` values of a JWT header, without the prefix `application/`. */
  readonly acceptedTypes: ReadonlySet<JwtType>
  /** The scopes that sign-in requests from the provider; null: it chooses them itself. */
  readonly signInScopes: ReadonlyArray<string> | null
  /** The scopes of a token that has none of ours. */
  readonly defaultScopes: ReadonlySet<Scope>
  /** The claim and the value that make a user an operator; null: nobody is one. */
  readonly operator: { readonly claim: string; readonly value: string } | null
}

/**
 * Returns whether the URL points to this machine, the only place where plain http is allowed (RFC 8252, section 8.3).
 */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)

const isIssuer = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || /[?#\s]/.test(text) || url.username !== "" || url.password !== "") return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))
}

/**
 * Reads a variable as a list of words. Fails with a `ConfigError` if a word is invalid. The list is empty if the
 * variable is not set.
 */
const words = <Word extends string>(variable: string, isGood: (word: string) => word is Word, wanted: string) =>
  Config.string(variable).pipe(
    Config.withDefault(""),
    Config.map((text) => text.split(/[\s,]+/).filter((word) => word !== "")),
    Config.mapOrFail((found) => {
      const wrong = found.find((word) => !isGood(word))
      return wrong === undefined
        ? Either.right(found.filter(isGood))
        : Either.left(ConfigError.InvalidData([variable], `${quoted(wrong)} is not ${wanted}`))
    })
  )

const isJwtType = (word: string): word is JwtType => jwtTypes.some((type) => type === word)

/** Returns whether the word is a scope token (RFC 6749, section 3.3). */
const isScopeName = (word: string): word is string => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)

const client = Config.all({
  id: Config.option(Config.nonEmptyString("OIDC_CLIENT_ID")),
  secret: Config.option(Config.redacted(Config.nonEmptyString("OIDC_CLIENT_SECRET")))
}).pipe(
  Config.mapOrFail(({ id, secret }) => {
    if (Option.isSome(id)) return Either.right<OidcClient>({ id: id.value, secret: Option.getOrNull(secret) })
    return Option.isNone(secret)
      ? Either.right(null)
      : Either.left(ConfigError.MissingData(["OIDC_CLIENT_ID"], "must be set where OIDC_CLIENT_SECRET is"))
  })
)

const isDefaultScope = (word: string): word is Scope => scopes.some((scope) => scope === word)

const operator = Config.all({
  claim: Config.option(Config.nonEmptyString("OIDC_OPERATOR_CLAIM")),
  value: Config.option(Config.nonEmptyString("OIDC_OPERATOR_VALUE"))
}).pipe(
  Config.mapOrFail(({ claim, value }) => {
    if (Option.isSome(claim) && Option.isSome(value)) return Either.right({ claim: claim.value, value: value.value })
    if (Option.isNone(claim) && Option.isNone(value)) return Either.right(null)
    const [unset, other] = Option.isNone(claim)
      ? ["OIDC_OPERATOR_CLAIM", "OIDC_OPERATOR_VALUE"]
      : ["OIDC_OPERATOR_VALUE", "OIDC_OPERATOR_CLAIM"]
    return Either.left(ConfigError.MissingData([unset], `must be set where ${other} is`))
  })
)

/** The settings from the `OIDC_…` variables of contract section 1. Lists are separated by spaces or commas. */
export const config: Config.Config<OidcSettings> = Config.all({
  issuer: Config.string("OIDC_ISSUER").pipe(
    Config.validate({
      message: "must be an https URL without query and fragment; http reaches a provider on loopback only",
      validation: isIssuer
    })
  ),
  audience: Config.nonEmptyString("OIDC_AUDIENCE"),
  client,
  acceptedTypes: words("OIDC_ACCEPTED_TYP", isJwtType, `one of ${jwtTypes.join(", ")}`).pipe(
    Config.map((types) => new Set(types.length === 0 ? [jwtTypes[0]] : types))
  ),
  signInScopes: words("OIDC_SCOPES", isScopeName, "the name of a scope").pipe(
    Config.map((names) => (names.length === 0 ? null : names))
  ),
  operator,
  defaultScopes: words("OIDC_DEFAULT_SCOPES", isDefaultScope, `one of ${scopes.join(", ")}`).pipe(
    Config.map((names) => new Set(names))
  )
})
