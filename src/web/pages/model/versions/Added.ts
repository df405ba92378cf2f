import { useEffect, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { ChangesPage, Version } from "../../../api/Views.ts"

/**
 * Returns how many products a version added; 0 until that is known. Lists of versions do not have the number: it is what
 * remains of all changes, which are requested once the line of the version scrolls into view.
 */
export const useAdded = (base: string, version: Version, line: HTMLElement | null): number => {
  const { cells, deletedProducts, modelVersionId } = version
  const [all, setAll] = useState<number | null>(null)
  useEffect(() => {
    if (line === null) return undefined
    const control = new AbortController()
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const path = `${base}/versions/${encodeURIComponent(modelVersionId)}/changes?page=1&pageSize=1`
      void call<ChangesPage>("GET", path, { signal: control.signal }).then((answer) => {
        if ("value" in answer) setAll(answer.value.totalCount)
      })
    })
    observer.observe(line)
    return () => {
      observer.disconnect()
      control.abort()
    }
  }, [base, modelVersionId, line])
  return all === null ? 0 : Math.max(0, all - cells - deletedProducts)
}
