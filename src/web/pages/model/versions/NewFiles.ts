import { useEffect } from "preact/hooks"
import { place } from "../../../address/Address.ts"
import { call } from "../../../api/Call.ts"
import type { Versions } from "../../../api/Views.ts"
import { type Upload, uploads } from "../../../upload/Uploads.ts"
import { renewed } from "../edit/Editing.ts"
import { compare } from "./Compared.ts"

/** The path under /v1 that takes new files of a model. */
export const pathOf = (base: string): string => `${base}/imports`

/** Those of this window that are or were on their way to a model. */
export const filesOf = (base: string): ReadonlyArray<Upload> => uploads.value.filter(({ to }) => to === pathOf(base))

/** Files of this window whose products were read. */
const seen = new Set<number>()

/** Reads the model anew when a file of it was imported; who looks at the versions is shown what it changed. */
export const useNewFile = (base: string): void => {
  const ready = filesOf(base).flatMap(({ id, stage }) => (stage.tag === "Ready" ? [id] : []))
  useEffect(() => {
    const fresh = ready.filter((id) => !seen.has(id))
    if (fresh.length === 0) return undefined
    for (const id of fresh) seen.add(id)
    renewed()
    if (place.peek().query.get("panel") !== "versions") return undefined
    const control = new AbortController()
    const { signal } = control
    void call<Versions>("GET", `${base}/versions?page=1&pageSize=1`, { signal }).then((answer) => {
      const made = "value" in answer ? answer.value.versions[0] : undefined
      if (made !== undefined && !signal.aborted) compare(made.modelVersionId, null)
    })
    return () => control.abort()
  }, [base, ready.join()])
}
