import { useEffect, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Answer } from "../../../api/Failure.ts"
import type { ChangesPage, Version } from "../../../api/Views.ts"
import { addedIn } from "./AddedCount.ts"

/** Requests the changes of a version once its line scrolls into view, and returns what `addedIn` makes of them. */
export const useAdded = (base: string, version: Version, line: HTMLElement | null): number | null => {
  const { modelVersionId } = version
  const [changes, setChanges] = useState<Answer<ChangesPage> | null>(null)
  useEffect(() => {
    if (line === null) return undefined
    const control = new AbortController()
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const path = `${base}/versions/${encodeURIComponent(modelVersionId)}/changes?page=1&pageSize=1`
      void call<ChangesPage>("GET", path, { signal: control.signal }).then((answer) => {
        if (!control.signal.aborted) setChanges(answer)
      })
    })
    observer.observe(line)
    return () => {
      observer.disconnect()
      control.abort()
    }
  }, [base, modelVersionId, line])
  return addedIn(version, changes)
}
