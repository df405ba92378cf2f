import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"

/** Nothing is stored under the key. */
export class BlobNotFound extends Schema.TaggedError<BlobNotFound>()("BlobNotFound", { key: Schema.String }) {}

/** The store does not answer, or has no room. Nothing that was asked for has been done. */
export class BlobStoreUnavailable extends Schema.TaggedError<BlobStoreUnavailable>()("BlobStoreUnavailable", {
  reason: Schema.String
}) {}

export interface BlobInfo {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, by the store's clock. */
  readonly modifiedAt: number
  /** Tells these bytes from those that others put under the key later, where others than the service can put. */
  readonly version?: string
}

/** First byte and byte after the last, both within the blob. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where bytes lie that are too big for the storage: uploads, models, tables, results.
 *
 * Keys are made by the service (`[a-z0-9-./]`, no `..`); no text of a client reaches one. A blob is whole or absent:
 * no reader ever sees part of one, and what a successful `put` gave survives a power cut.
 */
export class BlobStore extends Context.Tag("ports/BlobStore")<
  BlobStore,
  {
    /**
     * Stores the bytes under `key`, replacing what was there, and gives their number.
     * A failing stream leaves what was there, and its error is passed on.
     */
    readonly put: <E, R>(
      key: string,
      content: Stream.Stream<Uint8Array, E, R>
    ) => Effect.Effect<number, E | BlobStoreUnavailable, R>
    /** Stores a local file under `key` and gives its size. The file may be gone afterwards. */
    readonly putFile: (key: string, path: string) => Effect.Effect<number, BlobStoreUnavailable>
    /** All bytes of the blob, on a buffer that threads can share when `shared` is asked for. */
    readonly read: (
      key: string,
      options?: { readonly shared?: boolean }
    ) => Effect.Effect<Uint8Array, BlobNotFound | BlobStoreUnavailable>
    /** The bytes as a web stream, read while they are asked for; memory does not grow with the size. */
    readonly stream: (
      key: string,
      range?: ByteRange
    ) => Effect.Effect<ReadableStream<Uint8Array>, BlobNotFound | BlobStoreUnavailable>
    readonly info: (key: string) => Effect.Effect<Option.Option<BlobInfo>, BlobStoreUnavailable>
    /** A file in `directory` with the bytes of the blob, for a worker that reads by path; it must not be changed. */
    readonly localCopy: (key: string, directory: string) => Effect.Effect<string, BlobNotFound | BlobStoreUnavailable>
    /**
     * Gives the bytes a second key. Both are blobs of their own: replacing one leaves the other. With a `version` of
     * `info` it copies what that told of: `BlobNotFound` where other bytes lie there now.
     */
    readonly copy: (
      from: string,
      to: string,
      version?: string
    ) => Effect.Effect<void, BlobNotFound | BlobStoreUnavailable>
    /** Removes the blob; no error when it is not there. */
    readonly remove: (key: string) => Effect.Effect<void, BlobStoreUnavailable>
    /** Removes every blob whose key begins with `prefix` (which ends in `/`). */
    readonly removeAll: (prefix: string) => Effect.Effect<void, BlobStoreUnavailable>
    /** Every blob whose key begins with `prefix`, in no order. */
    readonly list: (prefix: string) => Stream.Stream<BlobInfo, BlobStoreUnavailable>
    /**
     * A URL of the store's own that takes a PUT of the bytes, where it has such (Google Cloud Storage); `None`:
     * the service receives uploads itself. `seconds`: how long it is good.
     */
    readonly uploadUrl: (key: string, seconds: number) => Effect.Effect<Option.Option<string>, BlobStoreUnavailable>
    /**
     * A URL of the store's own that gives the bytes by GET, as an attachment of the media type, where it has such. It
     * is good for `seconds` at most, and for half of them at least.
     */
    readonly downloadUrl: (
      key: string,
      seconds: number,
      mediaType: string
    ) => Effect.Effect<Option.Option<string>, BlobStoreUnavailable>
    /** Succeeds when the store answers and takes writes. */
    readonly check: Effect.Effect<void, BlobStoreUnavailable>
  }
>() {}
