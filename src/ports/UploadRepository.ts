import { Context } from "effect"
import type { UserId } from "../domain/Principal.ts"
import type { Upload } from "../domain/Upload.ts"
import type { Found, Written } from "./Stored.ts"

/** Places for uploads, one user's each. */
export class UploadRepository extends Context.Tag("ports/UploadRepository")<
  UploadRepository,
  {
    /** A new place under `key`, good for `seconds` from now. */
    readonly issue: (key: string, userId: UserId, seconds: number) => Written<Upload>
    readonly find: (key: string) => Found<Upload>
  }
>() {}
