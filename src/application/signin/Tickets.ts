import { createHmac, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ClientId } from "../../domain/signin/Client.ts"
import { Forbidden } from "../../domain/Errors.ts"
import { Scope, UserId } from "../../domain/Principal.ts"
import { heldSecret } from "../common/HeldSecret.ts"
import { fn } from "../../runtime/Span.ts"
import { SharedTime } from "../common/SharedTime.ts"

/** Lets its holder put bytes to one upload key, once or more, until `expires`. */
const UploadTicket = Schema.TaggedStruct("Upload", { key: Schema.String, expires: Schema.Number })

/** Lets its holder read one blob under one file name until `expires`. */
const DownloadTicket = Schema.TaggedStruct("Download", {
  blob: Schema.String,
  fileName: Schema.String,
  mediaType: Schema.String,
  expires: Schema.Number
})

/** What a client asks of a user, on its way through the page where the user signs in (RFC 6749, section 4.1.1). */
export const SignInTicket = Schema.TaggedStruct("SignIn", {
  clientId: ClientId,
  redirectUri: Schema.String,
  scopes: Schema.Array(Scope),
  state: Schema.NullOr(Schema.String),
  challenge: Schema.String,
  /** SHA-256 of the cookie of the browser that was shown the form; null before. */
  browser: Schema.NullOr(Schema.String),
  expires: Schema.Number
})

/** Lets the browser that just made a user sign that user in to the page, until `expires`. */
export const MadeTicket = Schema.TaggedStruct("Made", { user: UserId, expires: Schema.Number })

const Ticket = Schema.Union(UploadTicket, DownloadTicket, SignInTicket, MadeTicket)

const encode = Schema.encodeSync(Schema.parseJson(Ticket))
const decode = Schema.decodeUnknownEither(Schema.parseJson(Ticket))

const refused = () => new Forbidden({ details: "The URL was changed or has expired." })

/**
 * Signs what a URL permits into the URL itself, so that it works without authorization and no row is needed:
 * `base64url(ticket).base64url(HMAC-SHA-256)`. The key is a secret of the deployment; those before it hold as long as
 * what they signed. `expires` is a time of `SharedTime`, in milliseconds.
 */
export class Tickets extends Effect.Service<Tickets>()("application/Tickets", {
  scoped: Effect.gen(function* () {
    const { current: keys, lookSoon } = yield* heldSecret("tickets")
    const { now } = yield* SharedTime
    const signature = (payload: string, key = keys()[0]!) => createHmac("sha256", key).update(payload).digest()
    const isOurs = (payload: string, given: Uint8Array): boolean =>
      keys().some((key) => {
        const wanted = Buffer.from(signature(payload, key).toString("base64url"))
        return given.length === wanted.length && timingSafeEqual(given, wanted)
      })

    const sign = (ticket: typeof Ticket.Type): string => {
      const payload = Buffer.from(encode(ticket)).toString("base64url")
      return `${payload}.${signature(payload).toString("base64url")}`
    }

    /** The ticket of a text; fails with `Forbidden` where a byte of it was changed or its time is over. */
    const open = fn("Tickets.open")(function* (text: string) {
      const [payload = "", given = "", ...rest] = text.split(".")
      const bytes = Buffer.from(given)
      if (rest.length > 0) return yield* refused()
      if (!isOurs(payload, bytes)) {
        // Another process may know of a newer key.
        yield* lookSoon
        if (!isOurs(payload, bytes)) return yield* refused()
      }
      const ticket = yield* Effect.mapError(decode(Buffer.from(payload, "base64url").toString()), refused)
      if (ticket.expires <= (yield* now)) return yield* refused()
      return ticket
    })

    return { sign, open }
  })
}) {}
