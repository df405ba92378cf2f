/** A Google access token from the metadata server. */
export interface Access {
  readonly token: string
  /** The remaining lifetime in seconds. */
  readonly expiresIn: number
  /** The email of the service account. */
  readonly email: string
}

const part = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/**
 * Returns the token that Google's Managed Service for Apache Kafka accepts under SASL/OAUTHBEARER at `now` (seconds):
 * three base64url parts joined by dots, which are a header, the claims, and the access token in place of a signature.
 */
export const kafkaToken = ({ email, expiresIn, token }: Access, now: number): string =>
  [
    part({ typ: "JWT", alg: "GOOG_OAUTH2_TOKEN" }),
    part({ exp: now + expiresIn, iat: now, iss: "Google", scope: "kafka", sub: email }),
    part(token)
  ].join(".")

/** The metadata server of Google Cloud machines. */
export const metadataServer = "http://metadata.google.internal"
const account = "/computeMetadata/v1/instance/service-accounts/default"
/** Timeout of the metadata server, in milliseconds. It is on the same machine. */
const timeout = 3000

/**
 * Returns an access token of the process's service account from the metadata server of Google Cloud. Rejects if there
 * is no such server or it returns no token. The reason never contains the token.
 */
export const fromMetadata = async (server = metadataServer): Promise<Access> => {
  const ask = async (path: string): Promise<Response> => {
    const headers = { "metadata-flavor": "Google" }
    const request = { headers, redirect: "error", signal: AbortSignal.timeout(timeout) } as const
    const response = await fetch(`${server}${account}${path}`, request)
    if (!response.ok) throw new Error(`the metadata server answers ${response.status}`)
    return response
  }
  const [email, access] = await Promise.all([
    ask("/email").then((response) => response.text()),
    ask("/token").then(async (response) => (await response.json()) as Readonly<Record<string, unknown>>)
  ])
  const { access_token: token, expires_in: expiresIn } = access
  if (typeof token !== "string" || typeof expiresIn !== "number") throw new Error("the metadata server gives no token")
  return { email: email.trim(), token, expiresIn }
}
