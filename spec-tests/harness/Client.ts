import { Answer, type JsonObject } from "./Answer.ts"
import { note } from "./Tags.ts"

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** The value to send as JSON, with the media type of JSON. */
  readonly json?: unknown
  /** The bytes to send unchanged, without a media type unless `headers` names one. */
  readonly bytes?: Uint8Array | ReadableStream<Uint8Array>
}

/** Returns whether an answer asks the client to repeat the request later, because the service did nothing. */
const isLater = async (response: Response): Promise<boolean> =>
  response.status === 429 || (response.status === 503 && /overloaded/i.test(await response.clone().text()))

/**
 * Requests of one user to one service; a null token sends none. Redirects are not followed. A 429 and a 503
 * `Overloaded` are sent again after `Retry-After`, because a service on a slow machine may give these answers to rules
 * that send many requests at once.
 */
export class Client {
  constructor(
    readonly baseUrl: string,
    readonly token: string | null
  ) {}

  /** Sends to a path below the base URL, or to an absolute URL as it stands. */
  async send(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const absolute = /^https?:/.test(path)
    const headers = new Headers(sending.headers)
    if (this.token !== null && !absolute && !headers.has("authorization")) {
      headers.set("authorization", `Bearer ${this.token}`)
    }
    let body: string | Uint8Array | ReadableStream<Uint8Array> | undefined = sending.bytes
    if (sending.json !== undefined) {
      body = JSON.stringify(sending.json)
      if (!headers.has("content-type")) headers.set("content-type", "application/json")
    }
    const request = async (): Promise<Response> =>
      fetch(absolute ? path : this.baseUrl + path, {
        method,
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(60_000),
        ...(body === undefined ? {} : { body })
      })
    let response = await request()
    for (let tries = 0; tries < 5 && !(body instanceof ReadableStream) && (await isLater(response)); tries++) {
      await Bun.sleep(1000 * Math.min(60, Number(response.headers.get("retry-after") ?? 1) || 1))
      response = await request()
    }
    note({
      method,
      path,
      status: response.status,
      hasOwnCredentials: new Headers(sending.headers).has("authorization")
    })
    return new Answer(`${method} ${path}`, response.status, response.headers, await response.bytes())
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("GET", path, { headers })
  }

  post(path: string, json?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("POST", path, { headers, ...(json === undefined ? {} : { json }) })
  }

  put(path: string, json: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("PUT", path, { headers, json })
  }

  delete(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("DELETE", path, { headers })
  }

  /** Posts a text unchanged, so that malformed JSON can be sent. */
  raw(method: string, path: string, text: string, contentType: string | null = "application/json"): Promise<Answer> {
    return this.send(method, path, {
      bytes: new TextEncoder().encode(text),
      headers: contentType === null ? {} : { "content-type": contentType }
    })
  }
}

/** Returns a claim of a JWT if it is a text; null if the claim is missing, or the text is not a JWT. */
export const claimOf = (token: string, claim: string): string | null => {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as JsonObject | null
    const value = claims?.[claim]
    return typeof value === "string" ? value : null
  } catch {
    return null
  }
}

/** The subject of a JWT, which names its user in paths; null for a token that is not a JWT. */
export const subjectOf = (token: string): string | null => claimOf(token, "sub")
