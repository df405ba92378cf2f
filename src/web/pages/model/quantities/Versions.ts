import { call } from "../../../api/Call.ts"
import type { Versions } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"

/** Largest number of versions that are offered. */
const mostListed = 1000

/** Loads the versions of a model, newest first. */
export const useVersions = (base: string) =>
  useLoaded(
    (signal) => call<Versions>("GET", `${base}/versions?page=1&pageSize=${mostListed}`, { signal }),
    [base, revision.value],
    [base]
  )
