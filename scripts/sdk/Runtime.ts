/** The part of the client that is written by hand; scripts/Sdk.ts appends the part made of the OpenAPI document. */
import type {
  ErrorCode,
  ErrorView,
  OperationId,
  OperationState,
  ProblemDetails,
  UploadTicket
} from "../../sdk/plinth.ts"

/** The address of a service, and the caller's token. */
export interface Connection {
  /** The address that operators call `PUBLIC_URL`: `https://plinth.example.com`. */
  readonly url: string
  /** A bearer token, or a function that returns one and is called before each request. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** The function that sends requests; by default the platform's own. */
  readonly fetch?: ((url: string, request: RequestInit) => Promise<Response>) | undefined
  /** The number of repetitions after 429 or 503, for reads and for requests with an idempotency key. */
  readonly retries?: number | undefined
}

/** The options of every call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined
  /** Names the request in the answer and in the service's log. */
  readonly requestId?: string | undefined
}

/** An error answer of either of its two forms, or a failed operation. */
export class PlinthError extends Error {
  override readonly name = "PlinthError"
  /** The status of the answer; 0 of operations that failed. */
  readonly status: number
  /** The code of the error in PascalCase, from either form of error; null if the answer has neither form. */
  readonly code: ErrorCode | (string & {}) | null
  readonly requestId: string | null
  /** Seconds to wait before the request is worth repeating; null if the answer names none. */
  readonly retryAfter: number | null
  /** The answer as received. */
  readonly body: ErrorView | ProblemDetails | OperationState | null

  constructor(
    status: number,
    code: string | null,
    message: string,
    requestId: string | null,
    retryAfter: number | null,
    body: ErrorView | ProblemDetails | OperationState | null
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.body = body
  }
}

const pascal = (kebab: string): string =>
  kebab.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const errorOf = async (response: Response): Promise<PlinthError> => {
  const text = await response.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // A proxy in front of the service may answer in its own words.
  }
  const found = (typeof body === "object" && body !== null ? body : {}) as Partial<ErrorView & ProblemDetails>
  const code = found.type === undefined ? (found.error ?? null) : pascal(found.type.split(":").at(-1)!)
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN)
  const message = found.detail ?? found.errorDetails ?? `${response.status} ${text.slice(0, 200)}`
  const requestId = response.headers.get("x-request-id")
  const known = code === null ? null : (found as ErrorView | ProblemDetails)
  return new PlinthError(response.status, code, message, requestId, Number.isFinite(wait) ? wait : null, known)
}

const slept = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const given = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", given)
      resolve()
    }, millis)
    if (signal?.aborted === true) given()
    else signal?.addEventListener("abort", given, { once: true })
  })

/** The locations of the members of a call's options. */
interface Shape {
  readonly method: string
  readonly path: string
  readonly query?: ReadonlyArray<string>
  readonly body?: true
  readonly session?: true
  readonly key?: true
  /** Whether the request changes nothing, although its method is not GET. */
  readonly read?: true
  /** Whether a redirect is followed, or its body taken. */
  readonly redirect?: "follow" | "manual"
  /** Whether the answer is returned unparsed. */
  readonly raw?: true
}

type Given = Readonly<Record<string, unknown>>

/** Seconds that are waited at most before a request is sent again. */
const longestWait = 30

const queryOf = (names: ReadonlyArray<string>, given: Given): string => {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = given[name]
    if (value === undefined) continue
    if (Array.isArray(value)) for (const one of value) query.append(name, String(one))
    else if (typeof value === "object" && value !== null) {
      for (const [key, one] of Object.entries(value)) query.append(`${name}[${key}]`, String(one))
    } else query.append(name, `${value as string | number | boolean}`)
  }
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

export const caller = ({
  fetch: send = (url, request) => fetch(url, request),
  retries = 2,
  token,
  url
}: Connection) => {
  const request = async (shape: Shape, given: Given): Promise<Response> => {
    const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] as string))
    const headers = new Headers()
    const bearer = typeof token === "function" ? await token() : token
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`)
    if (given["requestId"] !== undefined) headers.set("x-request-id", given["requestId"] as string)
    if (shape.session && given["clientSessionId"] !== undefined)
      headers.set("x-client-session-id", given["clientSessionId"] as string)
    if (shape.key && given["idempotencyKey"] !== undefined)
      headers.set("idempotency-key", given["idempotencyKey"] as string)
    if (shape.body) headers.set("content-type", "application/json")
    const signal = given["signal"] as AbortSignal | undefined
    return send(url.replace(/\/$/, "") + path + queryOf(shape.query ?? [], given), {
      method: shape.method,
      headers,
      redirect: shape.redirect ?? "follow",
      ...(shape.body ? { body: JSON.stringify(given["body"]) } : {}),
      ...(signal === undefined ? {} : { signal })
    })
  }
  return async <A>(shape: Shape, options: object = {}): Promise<A> => {
    const given = options as Given
    const isRepeatable =
      shape.method === "GET" || shape.read === true || (shape.key === true && given["idempotencyKey"] !== undefined)
    for (let tried = 0; ; tried++) {
      const response = await request(shape, given)
      if (response.type === "opaqueredirect") {
        const message = "Browsers do not show the body of a redirect: ask for the file itself"
        throw new PlinthError(0, "RedirectHidden", message, null, null, null)
      }
      if (response.status < 400) {
        if (shape.raw) return response as A
        const text = await response.text()
        return (text === "" ? undefined : JSON.parse(text)) as A
      }
      const error = await errorOf(response)
      if (!isRepeatable || tried >= retries || (error.status !== 429 && error.status !== 503)) throw error
      await slept(Math.min(error.retryAfter ?? 1, longestWait) * 1000, given["signal"] as AbortSignal | undefined)
    }
  }
}

/** Options for waiting for an operation: the interval of reads, and a callback. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds between two looks; by default they grow from 100 to 2,000. */
  readonly every?: number | undefined
  readonly onProgress?: ((operation: OperationState) => void) | undefined
}

/** Times in a row that a service is not reached while it is waited for: about a minute. */
const mostUnreached = 30

export const waiting =
  (read: (given: { operationId: OperationId; signal?: AbortSignal | undefined }) => Promise<OperationState>) =>
  /**
   * The operation once it is Ready. Throws `PlinthError` with the operation's own code where it ends Failed, and the
   * signal's reason where that comes first; the operation goes on then. A service that is not reached is asked again.
   */
  async ({ id }: { readonly id: OperationId }, options: WaitOptions = {}): Promise<OperationState> => {
    let unreached = 0
    for (let pause = 100; ; pause = Math.min(2000, pause * 1.5)) {
      const found = await read({ operationId: id, signal: options.signal }).catch(async (error: unknown) => {
        const isAway = !(error instanceof PlinthError) && options.signal?.aborted !== true
        if (!isAway || ++unreached > mostUnreached) throw error
        return null
      })
      if (found === null) {
        await slept(options.every ?? pause, options.signal)
        continue
      }
      unreached = 0
      options.onProgress?.(found)
      if (found.status === "Ready") return found
      if (found.status === "Failed") {
        throw new PlinthError(0, found.error ?? null, found.errorDetails ?? "The operation failed", null, null, found)
      }
      await slept(options.every ?? pause, options.signal)
    }
  }

interface Paged {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

export async function* paged<A extends Paged>(take: (page: number) => Promise<A>): AsyncGenerator<A, void> {
  for (let page = 1; ; page++) {
    const found = await take(page)
    yield found
    if (found.page * found.pageSize >= found.totalCount) return
  }
}

/** Bytes to send: as a whole, or as a stream. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string | ReadableStream<Uint8Array<ArrayBuffer>>

export const files = ({ fetch: send = (url, request) => fetch(url, request) }: Connection) => {
  const taken = async (url: string, request: RequestInit): Promise<Response> => {
    const response = await send(url, request)
    if (response.ok) return response
    throw await errorOf(response)
  }
  return {
    /** Sends a file to where `uploadUrl` said, without a token. A stream goes out as it is read. */
    put: async (ticket: UploadTicket, bytes: Bytes, options: { readonly signal?: AbortSignal } = {}): Promise<void> => {
      const isStream = bytes instanceof ReadableStream
      // Node requires this option for a stream; the types of some platforms lack it.
      const request = {
        method: ticket.method,
        body: bytes,
        ...(isStream ? { duplex: "half" as const } : {}),
        ...options
      }
      await taken(ticket.uploadUrl, request)
    },
    /** The file behind a `downloadUrl` or `reportUrl`, without a token; its `body` is a stream. */
    get: (url: string, options: { readonly signal?: AbortSignal } = {}): Promise<Response> => taken(url, options)
  }
}
