import * as Context from "effect/Context"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Upload } from "../../domain/models/Upload.ts"
import type { Found, Written } from "../Stored.ts"

/**
 * Places for uploads, one user's each. What a user has stored are the bytes under places that were not used, until they
 * are collected, and what is on its way there.
 */
export class UploadRepository extends Context.Tag("ports/UploadRepository")<
  UploadRepository,
  {
    /**
     * A new place under `key`, good for `seconds` from now.
     *
     * Fails: `TooManyRequests` where the user has 200 that are neither used nor expired, or has stored `mostBytes`;
     * `alsoStored` of them were received by others and count, too.
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
     * Counts bytes that are about to come as the user's. Fails: `TooManyRequests` where more than `mostBytes` would be
     * stored.
     */
    readonly reserve: (key: string, bytes: number, mostBytes: number) => Written<void, TooManyRequests>
    /** Counts them no longer; `stored` of them lie under the key now, null where what lay there stays. */
    readonly release: (key: string, bytes: number, stored: number | null) => Written<void>
    /** Counts nothing as about to come: all who were uploading are gone. */
    readonly takeUp: Written<void>
  }
>() {}
