import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { BodyTooLarge, InvalidBody, Overloaded, RequestTimeout, UnsupportedMediaType } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import * as Reservations from "../../runtime/Reservations.ts"
import { fn } from "../../runtime/Span.ts"
import { networkOf } from "../call/Client.ts"
import type { ByteKind } from "../errors/Policy.ts"
import * as Arrival from "./Arrival.ts"
import * as BodyBytes from "./BodyBytes.ts"
import { BodyLimits } from "./BodyLimits.ts"
import type { StoredBodies } from "./StoredBodies.ts"

/** Bodies up to this many bytes are counted separately, so that a user's large bodies leave memory for the small ones. */
const smallBytes = 64 * 1024

/** The owner of a body and the memory reserved for it, which is released when the request has been answered. */
export interface BodyOwner {
  readonly userId: string | null
  /** Address of the client. Bodies of callers without a user are counted by its network. */
  readonly address: string | null
  reservation: Reservations.Reservation | null
}

/** Returns the key that bodies are counted by. No user name begins with a line break, so networks do not collide. */
const keyOf = ({ address, userId }: BodyOwner): string => userId ?? `\n${networkOf(address ?? "")}`

const json = "application/json"
const form = "application/x-www-form-urlencoded"

const essenceOf = (type: string): string => type.split(";", 1)[0]!.trim().toLowerCase()

/** Returns whether the `Content-Type` of a body is that of a form. */
export const isForm = (headers: Headers): boolean => essenceOf(headers.get("content-type") ?? "") === form

/** The media types of bodies that reach their handler as bytes. */
export const byteTypes = {
  csv: ["text/csv"],
  workbook: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  xml: ["application/xml", "text/xml"],
  octets: ["application/octet-stream", "application/zip", "application/x-zip-compressed"]
} as const satisfies Record<ByteKind, ReadonlyArray<string>>

/** Returns which of the kinds a body has by its `Content-Type`, or null if it has none of them. */
export const byteKindOf = (headers: Headers, kinds: ReadonlyArray<ByteKind>): ByteKind | null => {
  const essence = essenceOf(headers.get("content-type") ?? "")
  return kinds.find((kind) => byteTypes[kind].some((type) => type === essence)) ?? null
}

/** The bodies that an endpoint takes. */
export interface TakenBodies {
  readonly takesForm?: boolean
  readonly takesBytes?: ReadonlyArray<ByteKind>
  readonly takesJson?: boolean
}

const mediaTypesOf = ({ takesBytes = [], takesForm = false, takesJson = true }: TakenBodies): ReadonlyArray<string> => [
  ...(takesForm ? [form] : []),
  ...takesBytes.flatMap((kind) => byteTypes[kind]),
  ...(takesJson ? [json] : [])
]

const mediaTypeFault = (headers: Headers, taken: TakenBodies): string | null => {
  const encoding = headers.get("content-encoding")
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") return "Content-Encoding is not supported."
  const type = headers.get("content-type")
  const accepted = mediaTypesOf(taken)
  if (type === null) return accepted.includes(json) ? null : `The media type must be ${accepted.join(" or ")}.`
  const [, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase())
  if (!accepted.includes(essenceOf(type))) return `The media type must be ${accepted.join(" or ")}.`
  const charset = parameters
    .find((part) => part.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "")
  return charset === undefined || charset === "utf-8" ? null : "The charset must be utf-8."
}

/** The beginning of a body that is too large for the memory. The rest has not been read. */
interface Begun {
  readonly beginning: BodyBytes.BodyBytes
}

type Collected = BodyBytes.BodyBytes | Begun | "too large" | "late" | "no memory"

/** The most bytes to reserve in advance in one step, so that a body reserves little more than it needs. */
const aheadBytes = 64 * 1024

/**
 * Collects a body up to `mostInMemory` bytes. Calls `reserve` with the total number of bytes to reserve before it keeps
 * more than is reserved.
 */
const collect = async (
  arrival: Arrival.Arrival,
  mostBytes: number,
  mostInMemory: number,
  reserve: (bytes: number) => boolean
): Promise<Collected> => {
  const body = BodyBytes.gather()
  let reserved = 0
  let isWhole = false
  try {
    for (;;) {
      const piece = await arrival.next()
      if (piece === "late") return "late"
      if (piece === "end") {
        isWhole = true
        return body.end()
      }
      const wanted = body.length() + piece.length
      if (wanted > mostBytes) {
        arrival.stop()
        return "too large"
      }
      if (wanted > mostInMemory) {
        body.add(piece)
        isWhole = true
        return { beginning: body.end() }
      }
      if (wanted > reserved) {
        reserved = Math.min(mostBytes, Math.max(wanted, reserved + Math.min(reserved, aheadBytes)))
        if (!reserve(reserved)) {
          arrival.stop()
          return "no memory"
        }
      }
      body.add(piece)
    }
  } finally {
    if (!isWhole) body.drop()
  }
}

const endedEarly = () => new InvalidBody({ details: "The body ended early. Send it again.", faults: [] })
const late = () => new RequestTimeout({ details: sentenceOf(limits.bodySeconds) })
const tooLarge = (mostBytes: number) => new BodyTooLarge({ details: sentenceOf(limits.bodyBytes, mostBytes) })

/** Returns the bytes of a body that follow the first ones, as they arrive. */
const restOf = ({ next }: Arrival.Arrival, first: number, mostBytes: number) =>
  Stream.unfoldEffect(first, (before) =>
    Effect.gen(function* () {
      const piece = yield* Effect.tryPromise({ try: next, catch: endedEarly })
      if (piece === "late") return yield* late()
      if (piece === "end") return Option.none()
      const length = before + piece.length
      return length > mostBytes ? yield* tooLarge(mostBytes) : Option.some([piece, length] as const)
    })
  )

/**
 * Reads the bytes of a body that the endpoint takes, and counts them as they arrive. If `store` is given, a body larger
 * than those of JSON is stored and takes no memory.
 *
 * Fails with `UnsupportedMediaType` for another media type or charset or any content encoding; with `BodyTooLarge` if
 * the body is larger than `mostBytes`; with `RequestTimeout` if it does not arrive in time; with `Overloaded` if bodies
 * have reserved too much memory already; with `InvalidBody` if the client breaks off.
 */
export const make = Effect.map(BodyLimits, ({ jsonPace, memory }) => {
  const reservations = Reservations.make(memory)
  return fn("RequestBody.read")(function* (
    request: Request,
    mostBytes: number,
    owner: BodyOwner,
    taken: TakenBodies = {},
    store: StoredBodies["store"] | null = null
  ) {
    const wrong = mediaTypeFault(request.headers, taken)
    if (wrong !== null) return yield* new UnsupportedMediaType({ details: wrong })
    const declared = Number(request.headers.get("content-length") ?? 0)
    if (declared > mostBytes) return yield* tooLarge(mostBytes)
    const body = request.body
    if (body === null) return BodyBytes.none
    const arrival = Arrival.of(body, jsonPace)
    const { most } = limits.bodyBytes
    const mostInMemory = store === null ? mostBytes : declared > most ? 0 : most
    const collected = yield* Effect.tryPromise({
      try: (signal) =>
        collect(arrival, mostBytes, mostInMemory, (bytes) => {
          // After an interruption the memory has been released already and must not be reserved again.
          if (signal.aborted) return false
          owner.reservation?.release()
          owner.reservation = reservations.reserve(`${keyOf(owner)}${bytes > smallBytes ? "" : "\n"}`, bytes)
          return owner.reservation !== null
        }),
      catch: endedEarly
    })
    if (collected === "too large") return yield* tooLarge(mostBytes)
    if (collected === "late") return yield* late()
    if (collected === "no memory") {
      return yield* new Overloaded({ details: sentenceOf(limits.bodyMemory) })
    }
    if (!("beginning" in collected)) return collected
    const { length, pieces } = collected.beginning
    const bytes = Stream.concat(Stream.fromIterable(pieces), restOf(arrival, length, mostBytes))
    // There is a beginning only if `store` is given.
    const stored = yield* Effect.onError(store!(bytes), () => Effect.sync(arrival.stop))
    owner.reservation?.release()
    owner.reservation = null
    return stored
  })
})
