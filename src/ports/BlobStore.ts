import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"

/** Nothing is stored under the key. */
export class BlobNotFound extends Schema.TaggedError<BlobNotFound>()("BlobNotFound", { key: Schema.String }) {}

/** The store does not answer or is full. The requested operation had no effect. */
export class BlobStoreUnavailable extends Schema.TaggedError<BlobStoreUnavailable>()("BlobStoreUnavailable", {
  reason: Schema.String
}) {}

export interface BlobInfo {
  readonly key: string
  /** The size in bytes. */
  readonly size: number
  /** Milliseconds since 1970, by the store's clock. */
  readonly modifiedAt: number
  /**
   * Differs from the version of any bytes that are put under the key later. Set by stores to which other programs can
   * write.
   */
  readonly version?: string
}

/** Returns a tag of the stored bytes. Other bytes under the same key have another tag. */
export const tagOf = ({ modifiedAt, size, version }: BlobInfo): string => version ?? `${modifiedAt}-${size}`

/** A range within a blob: `end` is the position after the last byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Stores bytes that are too big for the storage: uploads, models, tables, results.
 *
 * Keys are made by the service (`[a-z0-9-./]`, no `..`) and never contain text from a client. A blob is whole or
 * absent: no reader ever sees part of one, and a blob survives a power cut once `put` has succeeded.
 */
export class BlobStore extends Context.Tag("ports/BlobStore")<
  BlobStore,
  {
    /**
     * Stores the bytes under `key`, replacing any earlier blob, and returns their number. If the stream fails, the
     * earlier blob stays and the error is passed on.
     */
    readonly put: <E, R>(
      key: string,
      content: Stream.Stream<Uint8Array, E, R>
    ) => Effect.Effect<number, E | BlobStoreUnavailable, R>
    /**
     * Stores a local file under `key` and returns its size. The store may move the local file, so callers must not use
     * it afterwards.
     */
    readonly putFile: (key: string, path: string) => Effect.Effect<number, BlobStoreUnavailable>
    /** Returns all bytes of the blob, in a buffer that threads can share if `shared` is set. */
    readonly read: (
      key: string,
      options?: { readonly shared?: boolean }
    ) => Effect.Effect<Uint8Array, BlobNotFound | BlobStoreUnavailable>
    /** Returns the bytes as a web stream that is read on demand; memory use does not grow with the size. */
    readonly stream: (
      key: string,
      range?: ByteRange
    ) => Effect.Effect<ReadableStream<Uint8Array>, BlobNotFound | BlobStoreUnavailable>
    /**
     * Returns the bytes as the body of a response, read on demand. A store on a disk returns a file, so that the server
     * can send its length; a stream is sent without a length.
     */
    readonly body: (
      key: string,
      range?: ByteRange
    ) => Effect.Effect<Blob | ReadableStream<Uint8Array>, BlobNotFound | BlobStoreUnavailable>
    readonly info: (key: string) => Effect.Effect<Option.Option<BlobInfo>, BlobStoreUnavailable>
    /**
     * Returns the path of a file in `directory` with the bytes of the blob, for a worker that reads by path. The file
     * must not be changed.
     */
    readonly localCopy: (key: string, directory: string) => Effect.Effect<string, BlobNotFound | BlobStoreUnavailable>
    /**
     * Copies a blob to another key. The copies are independent: replacing one leaves the other. If `version` (from
     * `info`) is given, fails with `BlobNotFound` if other bytes are stored there now.
     */
    readonly copy: (
      from: string,
      to: string,
      version?: string
    ) => Effect.Effect<void, BlobNotFound | BlobStoreUnavailable>
    /** Removes the blob; no error if it does not exist. */
    readonly remove: (key: string) => Effect.Effect<void, BlobStoreUnavailable>
    /** Removes every blob whose key begins with `prefix` (which ends in `/`). */
    readonly removeAll: (prefix: string) => Effect.Effect<void, BlobStoreUnavailable>
    /** Lists every blob whose key begins with `prefix`, in no particular order. */
    readonly list: (prefix: string) => Stream.Stream<BlobInfo, BlobStoreUnavailable>
    /**
     * Returns a URL of the store itself that accepts a PUT of the bytes, if it has such URLs (Google Cloud Storage).
     * `None`: the service receives uploads itself. `seconds`: how long the URL is valid.
     */
    readonly uploadUrl: (key: string, seconds: number) => Effect.Effect<Option.Option<string>, BlobStoreUnavailable>
    /**
     * Returns a URL of the store itself that serves the bytes by GET, as an attachment of the media type, if it has
     * such URLs. It is valid for at least half of `seconds` and at most `seconds`.
     */
    readonly downloadUrl: (
      key: string,
      seconds: number,
      mediaType: string
    ) => Effect.Effect<Option.Option<string>, BlobStoreUnavailable>
    /** Succeeds if the store answers and accepts writes. */
    readonly check: Effect.Effect<void, BlobStoreUnavailable>
  }
>() {}
