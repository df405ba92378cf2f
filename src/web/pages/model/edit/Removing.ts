import { useEffect, useState } from "preact/hooks"
import { aborted } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"

/** Products that were not deleted, and why. */
export interface Left {
  readonly guids: ReadonlyArray<string>
  readonly failure: Failure
}

/** Deletes products one by one until the signal is aborted; returns null if none is left. */
export const removeEach = async (
  guids: ReadonlyArray<string>,
  signal: AbortSignal,
  tell: (deleted: number) => void,
  remove: (guid: string) => Promise<Answer<unknown>>
): Promise<Left | null> => {
  let hasDeleted = false
  let missing: Failure | null = null
  for (const [n, guid] of guids.entries()) {
    tell(n)
    // A request that was sent is awaited even after an abort, because its outcome would be unknown otherwise.
    const answer = signal.aborted ? { failure: aborted } : await remove(guid)
    // A part that was deleted with its whole no longer exists.
    if (!("failure" in answer)) hasDeleted = true
    else if (answer.failure.code === "ProductNotFound") missing = answer.failure
    else return { guids: guids.slice(n), failure: answer.failure }
  }
  return hasDeleted || missing === null ? null : { guids, failure: missing }
}

/** Runs actions that remove products or changes, and tells components while one runs. */
export const useRemoving = () => {
  const [begin, setBegin] = useState<(() => void) | null>(null)
  useEffect(() => begin?.(), [begin])
  /** Runs an action as soon as components have rendered that it runs, and thereby aborted their requests. */
  const removing = async <A>(act: () => Promise<A>): Promise<A> => {
    await new Promise<void>((resolve) => setBegin(() => resolve))
    try {
      return await act()
    } finally {
      setBegin(null)
    }
  }
  return { isRemoving: begin !== null, removing }
}
