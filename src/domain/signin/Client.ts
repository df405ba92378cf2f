import * as Schema from "effect/Schema"
import { Scope } from "../Principal.ts"

/** Identifier of a client: letters, digits and `._~-`, which need no encoding anywhere. */
export const ClientId = Schema.String.pipe(
  Schema.pattern(/^[\w.~-]{1,128}$/, { message: () => "must have 1 to 128 letters, digits or any of . _ ~ -" }),
  Schema.brand("ClientId")
)
export type ClientId = typeof ClientId.Type

/** A program that signs users in (RFC 6749, section 2). */
export interface Client {
  readonly id: ClientId
  /** URLs that codes may be sent to, compared as exact strings. At least one. */
  readonly redirectUris: ReadonlyArray<string>
  /** Scopes that the client may have at most. */
  readonly scopes: ReadonlyArray<Scope>
  /** SHA-256 of its secret, base64url; null if it has none. */
  readonly secretHash: string | null
  /** The claims of a program that registered itself; null if an operator registered the client. */
  readonly registration: Registration | null
}

/** The claims of a program that registered itself as a client (RFC 7591). Nobody has checked them. */
interface Registration {
  readonly name: string | null
}

/**
 * Returns whether a client may sign users in: one that registered itself only while the operator lets programs do so.
 */
export const isServed = ({ registration }: Pick<Client, "registration">, isRegistrationOpen: boolean): boolean =>
  registration === null || isRegistrationOpen

/** Returns the id of a program that registers itself, from a UUID. */
export const selfRegisteredId = (uuid: string): ClientId => ClientId.make(`registered-${uuid}`)

/** Returns whether a token's client registered itself. Tokens name their client, so that nothing needs to be looked up. */
export const isSelfRegistered = (client: string): boolean =>
  /^registered-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(client)

/** The page under /app, which is a client by itself and is not registered. */
export const pageClientId = ClientId.make("app")

/** Returns the URL to which codes for the page are sent, for a service that clients reach at `publicUrl`. */
export const pageRedirectUri = (publicUrl: string): string => `${publicUrl}/app/`

/** Largest number of redirect URLs of one client: enough for a page, its add-ins and test installations. */
export const mostRedirectUris = 50
const mostCharacters = 2048

/** Schemes with which a browser would run or show the contents of the URL itself. */
const unsafeSchemes = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:", "view-source:"])

/** Returns why codes cannot be sent to a URL, or null if they can (RFC 6749, section 3.1.2). */
export const redirectFault = (uri: string): string | null => {
  if (uri.length > mostCharacters) return `must have at most ${mostCharacters} characters`
  if (!/^[\x21-\x7e]+$/.test(uri)) return "must be of printable ASCII without blanks"
  const url = URL.parse(uri)
  if (url === null || !/^[a-z][a-z\d+.-]*:/i.test(uri)) return "must be an absolute URL"
  if (uri.includes("#")) return "must have no fragment"
  if (unsafeSchemes.has(url.protocol)) return `must not begin with ${url.protocol}`
  if (/^https?:$/.test(url.protocol) && (url.username !== "" || url.password !== "")) return "must name no user"
  return null
}

/**
 * Returns the scopes that a client gets: those that it asks for and may have, or all that it may have if none of them
 * is left (contract section 4). Unknown names are dropped.
 */
export const grantedScopes = (asked: string, { scopes: allowed }: Pick<Client, "scopes">): ReadonlyArray<Scope> => {
  const names = new Set(asked.split(" "))
  const granted = Scope.literals.filter((scope) => names.has(scope) && allowed.includes(scope))
  return granted.length > 0 ? granted : Scope.literals.filter((scope) => allowed.includes(scope))
}
