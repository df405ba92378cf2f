import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import { UserId } from "../Principal.ts"

/** A place to which a user may upload one file within one hour, to make one model from it. */
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
 * Returns the prefix of all upload keys of a user, which practically no other user has. It is used to find the user's
 * objects in a bucket, also those that another process put there.
 */
export const uploadKeysOf = (userId: UserId): string => {
  const hex = createHash("sha256").update(userId).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-`
}

/** Returns a key that nobody can guess, in the form of a UUID. */
export const newUploadKey = (userId: UserId): string =>
  uploadKeysOf(userId) + crypto.randomUUID().slice(uploadKeysOf(userId).length)

/** Lifetime of an upload URL. */
export const uploadSeconds = 3600

/** Lifetime of a download URL: seven days. */
export const downloadSeconds = 604_800

/** The reason why an upload key cannot be used again. */
export const alreadyUsed = "A model has been made of this upload already."
