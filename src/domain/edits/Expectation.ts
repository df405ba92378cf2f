import { createHash } from "node:crypto"
import { keyOf } from "./EditedField.ts"
import type { ModelChange } from "./ModelVersion.ts"

/** A text that stands for a list of net changes: their digest. */
export type Expectation = string

/**
 * Returns the digest of net changes with the public values that they replace. It is the same for the same changes in the
 * same order, and differs if a change, its public value or its new value differs.
 */
export const expectationOf = (changes: Iterable<ModelChange>): Expectation => {
  const hash = createHash("sha256")
  for (const { after, before, change, field, guid } of changes) {
    hash.update(`${JSON.stringify([guid, keyOf(field), before, after, change])}\n`)
  }
  return hash.digest("base64url")
}

/** The expectation of a user without net changes. */
export const nothing: Expectation = expectationOf([])
