import type { Answer } from "../../../api/Failure.ts"
import type { ChangesPage, Version } from "../../../api/Views.ts"

/**
 * Returns how many products a version added: what remains of all its changes, because lists of versions do not have the
 * number. Returns 0 while the changes are requested, and null if the request failed.
 */
export const addedIn = (
  { cells, deletedProducts }: Pick<Version, "cells" | "deletedProducts">,
  changes: Answer<Pick<ChangesPage, "totalCount">> | null
): number | null => {
  if (changes === null) return 0
  return "failure" in changes ? null : Math.max(0, changes.value.totalCount - cells - deletedProducts)
}
