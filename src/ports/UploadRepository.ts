import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../domain/Principal.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"
import type { Upload } from "../domain/Upload.ts"

/** Places for uploads, one user's each. */
export class UploadRepository extends Context.Tag("ports/UploadRepository")<
  UploadRepository,
  {
    /** A new place under `key`, good for `seconds` from now. */
    readonly issue: (
      key: string,
      userId: UserId,
      seconds: number
    ) => Effect.Effect<Upload, StorageUnavailable | OutcomeUnknown>
    readonly find: (key: string) => Effect.Effect<Option.Option<Upload>, StorageUnavailable>
  }
>() {}
