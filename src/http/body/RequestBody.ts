import * as Effect from "effect/Effect"
import { BodyTooLarge, InvalidBody, Overloaded, RequestTimeout, UnsupportedMediaType } from "../../domain/Errors.ts"
import * as Holdings from "../../runtime/Holdings.ts"
import { fn } from "../../runtime/Span.ts"
import { networkOf } from "../call/Client.ts"
import * as Arrival from "./Arrival.ts"
import * as BodyBytes from "./BodyBytes.ts"
import { BodyLimits } from "./BodyLimits.ts"

/** Smaller bodies are counted as those of a user apart: the large ones of the same user leave them their room. */
const smallBytes = 64 * 1024

/** Whose body it is, and the room that it takes: to be released when the request has been answered. */
export interface Holder {
  readonly userId: string | null
  /** Where the client is: who has not signed in is counted by that. */
  readonly address: string | null
  hold: Holdings.Hold | null
}

/** No user has a name that begins so. */
const ownerOf = ({ address, userId }: Holder): string => userId ?? `\n${networkOf(address ?? "")}`

const json = "application/json"
const form = "application/x-www-form-urlencoded"

const essenceOf = (type: string): string => type.split(";", 1)[0]!.trim().toLowerCase()

/** Whether a body calls itself a form. */
export const isForm = (headers: Headers): boolean => essenceOf(headers.get("content-type") ?? "") === form

const mediaTypeFault = (headers: Headers, takesForm: boolean): string | null => {
  const encoding = headers.get("content-encoding")
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") return "Content-Encoding is not supported."
  const type = headers.get("content-type")
  if (type === null) return null
  const [, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase())
  if (essenceOf(type) !== json && !(takesForm && isForm(headers))) {
    return `The media type must be ${takesForm ? `${form} or ${json}` : json}.`
  }
  const charset = parameters
    .find((part) => part.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "")
  return charset === undefined || charset === "utf-8" ? null : "The charset must be utf-8."
}

type Collected = BodyBytes.BodyBytes | "too large" | "late" | "no room"

/** What room is asked for at once, at most: a body has little more than it needs. */
const roomBytes = 64 * 1024

/** Collects what comes; `makeRoom` is asked before there is more of it. */
const collect = async (
  arrival: Arrival.Arrival,
  mostBytes: number,
  makeRoom: (bytes: number) => boolean
): Promise<Collected> => {
  const body = BodyBytes.gather()
  let room = 0
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
      if (wanted > room) {
        room = Math.min(mostBytes, Math.max(wanted, room + Math.min(room, roomBytes)))
        if (!makeRoom(room)) {
          arrival.stop()
          return "no room"
        }
      }
      body.add(piece)
    }
  } finally {
    if (!isWhole) body.drop()
  }
}

/**
 * Reads the bytes of JSON bodies, and of forms where they are taken, counted while they arrive.
 *
 * Fails: `UnsupportedMediaType` for another media type, charset or any encoding; `BodyTooLarge` past `mostBytes`;
 * `RequestTimeout` where it does not come in time; `Overloaded` where too much is held already; `InvalidBody` where the
 * client broke off.
 */
export const make = Effect.map(BodyLimits, ({ held, jsonPace }) => {
  const holdings = Holdings.make(held)
  return fn("RequestBody.read")(function* (request: Request, mostBytes: number, holder: Holder, takesForm = false) {
    const wrong = mediaTypeFault(request.headers, takesForm)
    if (wrong !== null) return yield* new UnsupportedMediaType({ details: wrong })
    const tooLarge = () => new BodyTooLarge({ details: `The body is larger than ${mostBytes} bytes.` })
    if (Number(request.headers.get("content-length") ?? 0) > mostBytes) return yield* tooLarge()
    const body = request.body
    if (body === null) return BodyBytes.none
    const collected = yield* Effect.tryPromise({
      try: (signal) =>
        collect(Arrival.of(body, jsonPace), mostBytes, (bytes) => {
          // Who has been interrupted has released what was held.
          if (signal.aborted) return false
          holder.hold?.release()
          holder.hold = holdings.hold(`${ownerOf(holder)}${bytes > smallBytes ? "" : "\n"}`, bytes)
          return holder.hold !== null
        }),
      catch: () => new InvalidBody({ details: "The body was cut short.", faults: [] })
    })
    if (collected === "too large") return yield* tooLarge()
    if (collected === "late") return yield* new RequestTimeout({ details: "The body did not come in time." })
    if (collected === "no room") {
      return yield* new Overloaded({ details: "Too many bodies are being read. Try again later." })
    }
    return collected
  })
})
