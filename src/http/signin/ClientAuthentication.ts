import * as Either from "effect/Either"
import type { ClientCredentials } from "../../application/signin/SignInTokens.ts"
import { InvalidClient, SignInRefused } from "../../domain/Errors.ts"

const refused = (details: string) => Either.left(new SignInRefused({ error: "invalid_request", details }))

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return null
  }
}

/**
 * Returns the credentials of a client, from HTTP Basic or the body. An empty secret counts as none.
 *
 * Fails with `InvalidClient` if they are missing or malformed, and with `SignInRefused` if they are given twice or
 * contradict each other.
 * Source: RFC 6749, section 2.3.1.
 */
export const credentialsOf = (
  headers: Headers,
  body: { readonly client_id?: string; readonly client_secret?: string }
): Either.Either<ClientCredentials, InvalidClient | SignInRefused> => {
  const { client_id: named = "", client_secret: secret = "" } = body
  const header = headers.get("authorization")
  if (header === null) {
    return named === ""
      ? Either.left(new InvalidClient({ details: "client_id is missing.", byHeader: false }))
      : Either.right({ clientId: named, secret: secret === "" ? null : secret, byHeader: false })
  }
  const unreadable = Either.left(new InvalidClient({ details: "Authorization is no HTTP Basic.", byHeader: true }))
  const given = /^basic ([\w+/]+={0,2})$/i.exec(header)?.[1]
  if (given === undefined) return unreadable
  const pair = Buffer.from(given, "base64").toString()
  const colon = pair.indexOf(":")
  if (colon < 0) return unreadable
  const [id, shown] = [decoded(pair.slice(0, colon)), decoded(pair.slice(colon + 1))]
  if (id === null || shown === null || id === "") return unreadable
  if (secret !== "") return refused("The client shows its secret twice.")
  if (named !== "" && named !== id) return refused("The client calls itself by two names.")
  return Either.right({ clientId: id, secret: shown === "" ? null : shown, byHeader: true })
}
