import { signal } from "@preact/signals"
import { publicUrl } from "../address/Address.ts"
import { session } from "../signin/Session.ts"
import { random, renew, signInAgain } from "../signin/SignIn.ts"
import { texts } from "../Texts.ts"
import { type Answer, type Failure, failureOf } from "./Failure.ts"
import { fileNameIn } from "./FileName.ts"
import { isRead } from "./Read.ts"

/** Whether the service is unavailable at the moment. Pending requests are answered when it is back. */
export const isAway = signal(false)

interface Options {
  /** A blob is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Pauses between retries, in milliseconds. */
const pauses = [500, 1000, 2000, 4000, 8000]
/**
 * Largest number of retries of a request that changes something: its idempotency key is remembered only for a while.
 */
const mostTries = 8

const busy = new Set([429, 502, 503, 504])
/** Error codes of a service that is available but is serving other requests first. */
const turns = new Set(["Overloaded", "TooManyRequests"])

/** Failure of a request that the caller aborted. */
export const aborted: Failure = { status: 0, code: "Aborted", details: "", requestId: null }

const isOver = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false

const pause = (milliseconds: number, stop: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    stop?.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

const pauseOf = (response: Response | null, tries: number): number => {
  const told = Number(response?.headers.get("retry-after"))
  return told > 0 ? Math.min(told, 60) * 1000 : pauses[Math.min(tries, pauses.length - 1)]!
}

const sent = (method: string, url: string, { body, headers, signal }: Options, key: string): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${session.value?.access ?? ""}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" ? { "idempotency-key": key } : {}),
      ...headers
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal })
  })

/** Returns a promise that never settles: the window is leaving for the sign-in page. */
const left = <A>(): Promise<A> => new Promise(() => {})

/** Returns the URL of a path under /v1, or of one of the BCF API. */
const urlOf = (path: string): string => `${publicUrl}${path.startsWith("/bcf/") ? "" : "/v1"}${path}`

/**
 * Sends a request to the service, at a path of `urlOf`. While the service is unavailable or busy, the request is
 * retried; a request that changes something keeps the same idempotency key and is given up after `mostTries` retries. A
 * refused token is renewed; if that fails, the user signs in and comes back to the same location.
 */
const requested = async <A>(
  method: string,
  path: string,
  options: Options,
  read: (response: Response) => Promise<Answer<A>>
): Promise<Answer<A>> => {
  const key = random()
  const mayRepeat = isRead(method, path)
  let hasRenewed = false
  let isLost = false
  for (let tries = 0; ; tries++) {
    if (isOver(options.signal)) return { failure: aborted }
    let response: Response | null = null
    try {
      response = await sent(method, urlOf(path), options, key)
      if (response.status === 401) {
        if (hasRenewed || !(await renew())) {
          signInAgain()
          return left()
        }
        hasRenewed = true
        continue
      }
      const answer = response.ok ? await read(response) : { failure: failureIn(response, await response.text()) }
      // Among these statuses, only gateway errors leave it open whether the request was executed. A service that is
      // merely busy is not away.
      isLost ||= response.status === 502 || response.status === 504
      isAway.value = busy.has(response.status) && "failure" in answer && !turns.has(answer.failure.code)
      // The deletion whose response was lost has already been done.
      if (method === "DELETE" && response.status === 404 && isLost) return { value: undefined as A }
      if (!busy.has(response.status) || (!mayRepeat && tries >= mostTries)) return answer
    } catch {
      if (isOver(options.signal)) return { failure: aborted }
      isAway.value = true
      isLost ||= response === null
      if (!mayRepeat && tries >= mostTries) {
        return { failure: { status: 0, code: "Away", details: texts.problem.away, requestId: null } }
      }
    }
    await pause(pauseOf(response, tries), options.signal)
  }
}

const failureIn = ({ headers, status }: Response, text: string): Failure =>
  failureOf(status, text, headers.get("x-request-id"))

const jsonIn = async <A>(response: Response): Promise<Answer<A>> => {
  const text = await response.text()
  try {
    return { value: (text === "" ? undefined : JSON.parse(text)) as A }
  } catch {
    // A proxy may send anything.
    return { failure: failureIn(response, text) }
  }
}

/** Sends a request whose answer is JSON or has no body; `requested` says how it is retried. */
export const call = <A>(method: string, path: string, options: Options = {}): Promise<Answer<A>> =>
  requested(method, path, options, jsonIn<A>)

/** A value with its version, which `If-Match` takes. */
export interface Versioned<A> {
  readonly value: A
  readonly etag: string
}

/** Sends a request whose answer is JSON with a version; `requested` says how it is retried. */
export const callForVersion = <A>(method: string, path: string, options: Options = {}): Promise<Answer<Versioned<A>>> =>
  requested<Versioned<A>>(method, path, options, async (response) => {
    const answer = await jsonIn<A>(response)
    return "failure" in answer ? answer : { value: { value: answer.value, etag: response.headers.get("etag") ?? "*" } }
  })

/** A file with the name that the service gives it. */
export interface NamedFile {
  readonly name: string
  readonly content: Blob
}

/** Opens a stream of server-sent events; `requested` says how it is retried until it begins. */
export const callForStream = (
  path: string,
  signal: AbortSignal
): Promise<Answer<ReadableStream<Uint8Array<ArrayBuffer>>>> =>
  requested("GET", path, { signal, headers: { accept: "text/event-stream" } }, async ({ body }) => ({ value: body! }))

const fileIn = async (response: Response): Promise<Answer<NamedFile>> => {
  const name = fileNameIn(response.headers.get("content-disposition") ?? "") ?? "table"
  return { value: { name, content: await response.blob() } }
}

/** Sends a request whose answer is a file; `requested` says how it is retried. */
export const callForFile = (method: string, path: string, options: Options): Promise<Answer<NamedFile>> =>
  requested(method, path, options, fileIn)
