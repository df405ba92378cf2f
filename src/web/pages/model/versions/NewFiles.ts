import { useEffect } from "preact/hooks"
import { place } from "../../../address/Address.ts"
import { call } from "../../../api/Call.ts"
import type { Versions } from "../../../api/Views.ts"
import { type Upload, uploads } from "../../../upload/UploadList.ts"
import { renewed } from "../edit/Editing.ts"
import { compare } from "./Compared.ts"

/** Returns the path under /v1 that receives new files of a model. */
export const pathOf = (base: string): string => `${base}/imports`

/** Returns this window's uploads to a model, finished ones included. */
export const filesOf = (base: string): ReadonlyArray<Upload> => uploads.value.filter(({ to }) => to === pathOf(base))

/** Uploads of this window that have already been handled. */
const seen = new Set<number>()

/** Reloads the model when a new file has been imported, and shows the changes if the versions panel is open. */
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
