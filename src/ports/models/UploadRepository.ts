import * as Context from "effect/Context"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Upload } from "../../domain/models/Upload.ts"
import type { Found, Written } from "../Stored.ts"

/**
 * Upload keys, each issued to one user. A user's stored bytes are those under unused keys, until they are collected,
 * plus those still being received.
 */
export class UploadRepository extends Context.Tag("ports/UploadRepository")<
  UploadRepository,
  {
    /**
     * Issues `key`, valid for `seconds` from now.
     *
     * Fails with `TooManyRequests` if the user has 200 keys that are neither used nor expired, or has stored
     * `mostBytes`, including `alsoStored` bytes that were received elsewhere.
     */
    readonly issue: (
      key: string,
      userId: UserId,
      seconds: number,
      mostBytes: number,
      alsoStored?: number
    ) => Written<Upload, TooManyRequests>
    readonly find: (key: string) => Found<Upload>
    /**
     * Counts bytes that are about to arrive as the user's. Fails with `TooManyRequests` if more than `mostBytes` would
     * be stored.
     */
    readonly reserve: (key: string, bytes: number, mostBytes: number) => Written<void, TooManyRequests>
    /** Stops counting reserved bytes. `stored`: the bytes now stored under the key; null if the earlier blob stays. */
    readonly release: (key: string, bytes: number, stored: number | null) => Written<void>
    /** Clears all reservations. It is run at a start at which no upload can be running. */
    readonly takeUp: Written<void>
  }
>() {}
