import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { codeOf } from "../Disk.ts"
import { GcsFailure, isTransient, reasonOf, unanswered, within } from "./Failure.ts"
import type { Timeouts } from "./Timeouts.ts"

/** One request to the JSON API. */
interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** A further status, besides those of success, that is not a failure. */
  readonly accepts?: number
  /** Whether the URL itself is the credential. */
  readonly isOpen?: boolean
  /** Requests the bytes as they are stored: compressed objects are not decompressed on the way. */
  readonly isMedia?: boolean
  /** Aborts the request and the reading of its answer. */
  readonly signal?: AbortSignal
}

const Refusal = Schema.parseJson(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }))

/** Reads the failure from a refusal: the message in the JSON of the API, or else the beginning of the text. */
const refusal = async (response: Response): Promise<GcsFailure> => {
  const text = await response.text()
  const said = Schema.decodeUnknownOption(Refusal)(text)
  const reason = said._tag === "Some" ? said.value.error.message : text
  return new GcsFailure({ status: response.status, reason: reasonOf(reason) })
}

/** Sends requests to one bucket, with its credentials and a timeout. */
export interface Connection {
  readonly bucket: string
  readonly timeouts: Timeouts
  /** Returns the URL of a path below the bucket (empty: of the bucket itself), with a query. */
  readonly url: (path: string, query?: Readonly<Record<string, string>>) => string
  /** Returns the URL for uploads. */
  readonly uploadUrl: (query: Readonly<Record<string, string>>) => string
  /** Sends a request once. `use` must read the answer within the timeout. */
  readonly send: <A>(
    request: Request,
    time: Duration.DurationInput,
    use: (response: Response) => Promise<A>
  ) => Effect.Effect<A, GcsFailure>
  /** Sends an idempotent request, with retries while the failure is transient, up to `timeouts.attempts` times. */
  readonly ask: <A>(
    request: Request,
    time: Duration.DurationInput,
    use: (response: Response) => Promise<A>
  ) => Effect.Effect<A, GcsFailure>
  /** Retries the effect while its failure is transient, with growing pauses. */
  readonly again: <A>(
    effect: Effect.Effect<A, GcsFailure>,
    isWorthIt?: (failure: GcsFailure) => boolean
  ) => Effect.Effect<A, GcsFailure>
}

/**
 * Creates a connection that uses `fetch` instead of the client of Google's package. That client cannot be stopped,
 * leaves sockets open after uploads that ended early, and retries uploads in ways that lose them
 * (adapters/blobs/README.md).
 */
export const make = (options: {
  readonly endpoint: string
  readonly bucket: string
  readonly timeouts: Timeouts
  readonly authorization: Effect.Effect<Readonly<Record<string, string>>, GcsFailure>
}): Connection => {
  const { authorization, bucket, endpoint, timeouts } = options
  const queried = (base: string, query: Readonly<Record<string, string>> = {}) => {
    const text = new URLSearchParams(query).toString()
    return text === "" ? base : `${base}?${text}`
  }

  const send: Connection["send"] = (request, time, use) =>
    Effect.flatMap(request.isOpen === true ? Effect.succeed({}) : authorization, (authorized) =>
      Effect.tryPromise({
        try: async (interrupted) => {
          const response = await fetch(request.url, {
            method: request.method,
            headers: {
              ...authorized,
              ...(request.isMedia === true ? { "accept-encoding": "gzip" } : {}),
              ...request.headers
            },
            signal: request.signal === undefined ? interrupted : AbortSignal.any([interrupted, request.signal]),
            redirect: "manual",
            decompress: request.isMedia !== true,
            ...(request.body === undefined ? {} : { body: request.body })
          })
          if (!response.ok && response.status !== request.accepts) throw await refusal(response)
          return await use(response)
        },
        catch: (cause) => (cause instanceof GcsFailure ? cause : unanswered(codeOf(cause)))
      })
    ).pipe(within(time, "no answer in time"))

  const pauses = Schedule.exponential(timeouts.delay).pipe(
    Schedule.jittered,
    Schedule.intersect(Schedule.recurs(timeouts.attempts - 1))
  )
  const again: Connection["again"] = (effect, isWorthIt = isTransient) =>
    Effect.retry(effect, { while: isWorthIt, schedule: pauses })

  return {
    bucket,
    timeouts,
    url: (path, query) => queried(`${endpoint}/storage/v1/b/${bucket}${path}`, query),
    uploadUrl: (query) => queried(`${endpoint}/upload/storage/v1/b/${bucket}/o`, query),
    send,
    ask: (request, time, use) => again(send(request, time, use)),
    again
  }
}
