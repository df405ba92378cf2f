import { signal } from "@preact/signals"
import type { Failure } from "../api/Failure.ts"
import type { Operation } from "../api/Views.ts"

/** Stage of a file on its way to becoming a model. */
export type Stage =
  | { readonly tag: "Waiting" }
  /** `fraction` is the part of its bytes that is sent, 0 to 1. */
  | { readonly tag: "Sending"; readonly fraction: number }
  | { readonly tag: "Importing"; readonly operation: Operation }
  | { readonly tag: "Ready"; readonly operation: Operation }
  | { readonly tag: "Failed"; readonly failure: Failure; readonly operation?: Operation }
  | { readonly tag: "Cancelled" }

/** A file that the user chose to upload. */
export interface Upload {
  readonly id: number
  /** Path under /v1 that receives the file: the models of a project, or the imports of a model. */
  readonly to: string
  readonly file: File
  readonly stage: Stage
}

/**
 * All uploads of this window, in the order in which they were chosen. They continue while the user visits other pages.
 */
export const uploads = signal<ReadonlyArray<Upload>>([])
