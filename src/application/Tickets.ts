import { createHmac, timingSafeEqual } from "node:crypto"
import { Clock, Effect, Schema } from "effect"
import { Forbidden } from "../domain/Errors.ts"
import { SecretRepository } from "../ports/SecretRepository.ts"
import { fn } from "../runtime/Span.ts"

/** Lets its holder put bytes to one upload key, once or more, until `expires`. */
const UploadTicket = Schema.TaggedStruct("Upload", { key: Schema.String, expires: Schema.Number })

/** Lets its holder read one blob under one file name until `expires`. */
const DownloadTicket = Schema.TaggedStruct("Download", {
  blob: Schema.String,
  fileName: Schema.String,
  mediaType: Schema.String,
  expires: Schema.Number
})

const Ticket = Schema.Union(UploadTicket, DownloadTicket)

const encode = Schema.encodeSync(Schema.parseJson(Ticket))
const decode = Schema.decodeUnknownEither(Schema.parseJson(Ticket))

const refused = () => new Forbidden({ details: "The URL was changed or has expired." })

/**
 * Signs what a URL permits into the URL itself, so that it works without authorization and no row is needed:
 * `base64url(ticket).base64url(HMAC-SHA-256)`. The key is a secret of the deployment.
 */
export class Tickets extends Effect.Service<Tickets>()("application/Tickets", {
  effect: Effect.gen(function* () {
    const key = yield* Effect.flatMap(SecretRepository, (secrets) => secrets.secret("tickets"))
    const signature = (payload: string) => createHmac("sha256", key).update(payload).digest()

    const sign = (ticket: typeof Ticket.Type): string => {
      const payload = Buffer.from(encode(ticket)).toString("base64url")
      return `${payload}.${signature(payload).toString("base64url")}`
    }

    /** The ticket of a text; fails with `Forbidden` where a byte of it was changed or its time is over. */
    const open = fn("Tickets.open")(function* (text: string) {
      const [payload = "", given = "", ...rest] = text.split(".")
      const wanted = Buffer.from(signature(payload).toString("base64url"))
      const bytes = Buffer.from(given)
      const same = bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
      if (!same || rest.length > 0) return yield* refused()
      const ticket = yield* Effect.mapError(decode(Buffer.from(payload, "base64url").toString()), refused)
      if (ticket.expires <= (yield* Clock.currentTimeMillis)) return yield* refused()
      return ticket
    })

    return { sign, open }
  })
}) {}
