import { signal } from "@preact/signals"
import type { Modifications } from "../../../../api/Views.ts"
import { revision } from "../Editing.ts"

/** The last change of many values, as long as nothing was changed after it. */
interface LastBulk {
  readonly base: string
  /** Revision that the change made. */
  readonly revision: number
  readonly count: number
  /** Body of M12 that takes the change back. */
  readonly inverse: Modifications
}

const last = signal<LastBulk | null>(null)

/** Keeps how the change that was just made is taken back; null if it cannot be in one step. */
export const keepBulk = (base: string, count: number, inverse: Modifications | null): void => {
  last.value = inverse === null ? null : { base, count, inverse, revision: revision.peek() }
}

/** Returns the change of many values that can be taken back in one step; null if there is none. */
export const lastBulk = (base: string): LastBulk | null => {
  const { value } = last
  return value !== null && value.base === base && value.revision === revision.value ? value : null
}
