import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import { UserId } from "../Principal.ts"

/** A place that a user may put one file to, for one hour, and make one model from. */
export const Upload = Schema.Struct({
  key: Schema.String,
  userId: UserId,
  /** Milliseconds since 1970, by the storage's clock. */
  expiresAt: Schema.Number,
  state: Schema.Literal("Issued", "Used"),
  expired: Schema.Boolean
})
export type Upload = typeof Upload.Type

/**
 * How all upload keys of a user begin, and as good as nobody else's: what lies in a bucket is found by it, whoever put
 * it there.
 */
export const uploadKeysOf = (userId: UserId): string => {
  const hex = createHash("sha256").update(userId).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-`
}

/** A key that nobody can guess, in the form of a UUID. */
export const newUploadKey = (userId: UserId): string =>
  uploadKeysOf(userId) + crypto.randomUUID().slice(uploadKeysOf(userId).length)

/** How long an upload URL is good. */
export const uploadSeconds = 3600

/** Uploads of one user that are neither used nor expired: what waits to become models, many times over. */
export const mostOpenUploads = 200

/** Bytes stored of one user's uploads that no model was made of: this many of the largest. */
export const mostStoredUploads = 20

/** How long a download URL is good: seven days. */
export const downloadSeconds = 604_800
