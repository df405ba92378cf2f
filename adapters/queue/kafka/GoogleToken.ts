/** An access token of Google's as the metadata server gives it. */
export interface Access {
  readonly token: string
  /** Seconds that it lasts. */
  readonly expiresIn: number
  /** The service account. */
  readonly email: string
}

const part = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/**
 * The token that Google's Managed Service for Apache Kafka takes under SASL/OAUTHBEARER at `now` (seconds): three parts
 * of base64url with dots between, a header, what it says of itself, and the access token in the place of a signature.
 */
export const kafkaToken = ({ email, expiresIn, token }: Access, now: number): string =>
  [
    part({ typ: "JWT", alg: "GOOG_OAUTH2_TOKEN" }),
    part({ exp: now + expiresIn, iat: now, iss: "Google", scope: "kafka", sub: email }),
    part(token)
  ].join(".")

/** Where machines of Google Cloud learn who they are. */
export const metadataServer = "http://metadata.google.internal"
const account = "/computeMetadata/v1/instance/service-accounts/default"
/** Milliseconds after which the metadata server, which is on the machine, does not answer any more. */
const patience = 3000

/**
 * Access of the service account that this process runs as, from the metadata server of Google Cloud. Rejects where there
 * is none, or it does not answer with a token; the reason never has the token.
 */
export const fromMetadata = async (server = metadataServer): Promise<Access> => {
  const ask = async (path: string): Promise<Response> => {
    const headers = { "metadata-flavor": "Google" }
    const request = { headers, redirect: "error", signal: AbortSignal.timeout(patience) } as const
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
