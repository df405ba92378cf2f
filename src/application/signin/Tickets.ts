import { createHmac, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ClientId } from "../../domain/signin/Client.ts"
import { tableNames } from "../../domain/dataset/DatasetTables.ts"
import { Forbidden } from "../../domain/Errors.ts"
import { ProjectId } from "../../domain/Identifier.ts"
import { Scope, UserId } from "../../domain/Principal.ts"
import { heldSecret } from "../common/HeldSecret.ts"
import { fn } from "../../runtime/Span.ts"
import { SharedTime } from "../common/SharedTime.ts"

/** Allows its holder to upload bytes to one key, once or more, until `expires`. */
const UploadTicket = Schema.TaggedStruct("Upload", { key: Schema.String, expires: Schema.Number })

/** Allows its holder to read one blob under one file name until `expires`. */
const DownloadTicket = Schema.TaggedStruct("Download", {
  blob: Schema.String,
  fileName: Schema.String,
  mediaType: Schema.String,
  expires: Schema.Number
})

/** Allows its holder to read the files of one snapshot of a table of an open dataset until `expires`. */
const DatasetTicket = Schema.TaggedStruct("Dataset", {
  projectId: ProjectId,
  table: Schema.Literal(...tableNames),
  snapshotId: Schema.Number,
  /** The number of the metadata file whose current snapshot it is. */
  version: Schema.Number,
  expires: Schema.Number
})

/** A client's authorization request, while the user is at the sign-in page (RFC 6749, section 4.1.1). */
export const SignInTicket = Schema.TaggedStruct("SignIn", {
  clientId: ClientId,
  redirectUri: Schema.String,
  scopes: Schema.Array(Scope),
  state: Schema.NullOr(Schema.String),
  challenge: Schema.String,
  /** SHA-256 of the cookie of the browser that was shown the form; null before that. */
  browser: Schema.NullOr(Schema.String),
  expires: Schema.Number
})

/** Allows the browser that has just created a user to sign that user in to the page, until `expires`. */
export const MadeTicket = Schema.TaggedStruct("Made", { user: UserId, expires: Schema.Number })

const Ticket = Schema.Union(UploadTicket, DownloadTicket, DatasetTicket, SignInTicket, MadeTicket)

const encode = Schema.encodeSync(Schema.parseJson(Ticket))
const decode = Schema.decodeUnknownEither(Schema.parseJson(Ticket))

const refused = () => new Forbidden({ details: "The URL was changed or has expired." })

/**
 * Signs the permission that a URL grants into the URL itself, so that it works without authorization and needs no row:
 * `base64url(ticket).base64url(HMAC-SHA-256)`. The key is a secret of the deployment; rotated keys stay valid as long
 * as the tickets they signed. `expires` is a time of `SharedTime`, in milliseconds.
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

    /** Returns the ticket of a text. Fails with `Forbidden` if it was altered or has expired. */
    const open = fn("Tickets.open")(function* (text: string) {
      const [payload = "", given = "", ...rest] = text.split(".")
      const bytes = Buffer.from(given)
      if (rest.length > 0) return yield* refused()
      if (!isOurs(payload, bytes)) {
        // Another process may have rotated the key.
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
