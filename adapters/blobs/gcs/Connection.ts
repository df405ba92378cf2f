import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { codeOf } from "../Disk.ts"
import { GcsFailure, isTransient, reasonOf, unanswered, within } from "./Failure.ts"
import type { Patience } from "./Patience.ts"

/** One request of the JSON API. */
interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** A status beside those of success that is an answer, too. */
  readonly accepts?: number
  /** Whether the URL itself is the credential. */
  readonly isOpen?: boolean
  /** Asks for the bytes as they are stored: what was stored packed is not unpacked on the way. */
  readonly isMedia?: boolean
  /** Ends the request and its answer from outside. */
  readonly signal?: AbortSignal
}

const Refusal = Schema.parseJson(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }))

/** What a refusal says of itself: JSON of the JSON API, else the beginning of the text. */
const refusal = async (response: Response): Promise<GcsFailure> => {
  const text = await response.text()
  const said = Schema.decodeUnknownOption(Refusal)(text)
  const reason = said._tag === "Some" ? said.value.error.message : text
  return new GcsFailure({ status: response.status, reason: reasonOf(reason) })
}

/** Requests to one bucket, with its credentials, in bounded time. */
export interface Connection {
  readonly bucket: string
  readonly patience: Patience
  /** The URL of the bucket, of an object by its name or of what lies below them, with a query. */
  readonly url: (path: string, query?: Readonly<Record<string, string>>) => string
  /** The URL that takes uploads. */
  readonly uploadUrl: (query: Readonly<Record<string, string>>) => string
  /** Sends once; `use` reads the answer within the time. */
  readonly send: <A>(
    request: Request,
    time: Duration.DurationInput,
    use: (response: Response) => Promise<A>
  ) => Effect.Effect<A, GcsFailure>
  /** Sends a request that may be repeated until it succeeds, fails for good, or has been sent often enough. */
  readonly ask: <A>(
    request: Request,
    time: Duration.DurationInput,
    use: (response: Response) => Promise<A>
  ) => Effect.Effect<A, GcsFailure>
  /** The same effect again, with growing pauses, while its failure passes. */
  readonly again: <A>(
    effect: Effect.Effect<A, GcsFailure>,
    isWorthIt?: (failure: GcsFailure) => boolean
  ) => Effect.Effect<A, GcsFailure>
}

/**
 * Sends requests by `fetch` instead of the client of Google's package, which cannot be stopped, leaves sockets open after
 * uploads that ended early, and repeats uploads in ways that lose them (adapters/blobs/README.md).
 */
export const make = (options: {
  readonly endpoint: string
  readonly bucket: string
  readonly patience: Patience
  readonly authorization: Effect.Effect<Readonly<Record<string, string>>, GcsFailure>
}): Connection => {
  const { authorization, bucket, endpoint, patience } = options
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

  const pauses = Schedule.exponential(patience.delay).pipe(
    Schedule.jittered,
    Schedule.intersect(Schedule.recurs(patience.attempts - 1))
  )
  const again: Connection["again"] = (effect, isWorthIt = isTransient) =>
    Effect.retry(effect, { while: isWorthIt, schedule: pauses })

  return {
    bucket,
    patience,
    url: (path, query) => queried(`${endpoint}/storage/v1/b/${bucket}${path}`, query),
    uploadUrl: (query) => queried(`${endpoint}/upload/storage/v1/b/${bucket}/o`, query),
    send,
    ask: (request, time, use) => again(send(request, time, use)),
    again
  }
}
