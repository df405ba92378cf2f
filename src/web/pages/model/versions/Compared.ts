import { choose, place } from "../../../address/Address.ts"
import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { ChangesPage, Versions } from "../../../api/Views.ts"
import { changesColor } from "../view/Palette.ts"

const pageSize = 1000
/** Largest number of changes whose products are coloured; the first ones count. */
const mostColoured = 50_000

/** Kind of change of products, by GlobalId. */
export interface Kinds {
  readonly of: ReadonlyMap<string, "added" | "changed">
  readonly deleted: ReadonlyArray<string>
  /** Number of changes that were read, and of all changes. */
  readonly read: number
  readonly all: number
}

/** Comparison in the address: a version and an older one; null means the one before. */
export interface Comparison {
  readonly version: string
  readonly since: string | null
}

export const comparison = (): Comparison | null => {
  const { query } = place.value
  const version = query.get("compare")
  return version === null ? null : { version, since: query.get("since") }
}

/** Compares a version with an older one; null means the one before. */
export const compare = (version: string, since: string | null): void =>
  choose({ compare: version, since, color: changesColor })

/** Returns changes with one more page added. */
export const joined = (before: Omit<ChangesPage, "totalCount">, page: ChangesPage): ChangesPage => ({
  added: [...before.added, ...page.added],
  deleted: [...before.deleted, ...page.deleted],
  changes: [...before.changes, ...page.changes],
  totalCount: page.totalCount
})

/** Returns a page of the changes between two versions. */
export const changesPage = (
  base: string,
  { since, version }: Comparison,
  page: number,
  signal: AbortSignal
): Promise<Answer<ChangesPage>> => {
  const against = since === null ? "" : `&since=${encodeURIComponent(since)}`
  const path = `${base}/versions/${encodeURIComponent(version)}/changes?page=${page}&pageSize=${pageSize}${against}`
  return call<ChangesPage>("GET", path, { signal })
}

/** Returns the kinds of change between two versions, limited by `mostColoured`. */
export const kindsOf = async (base: string, compared: Comparison, signal: AbortSignal): Promise<Kinds | Failure> => {
  const kinds = new Map<string, "added" | "changed">()
  const gone: Array<string> = []
  for (let page = 1; ; page++) {
    const answer = await changesPage(base, compared, page, signal)
    if ("failure" in answer) return answer.failure
    const { added, changes, deleted, totalCount } = answer.value
    for (const guid of deleted) gone.push(guid)
    for (const { guid } of changes) kinds.set(guid, "changed")
    for (const guid of added) kinds.set(guid, "added")
    const read = Math.min(page * pageSize, totalCount)
    if (read === totalCount || read >= mostColoured) return { of: kinds, deleted: gone, read, all: totalCount }
  }
}

/** Largest number of versions among which the one before is sought. */
const mostListed = 1000

/** Returns the older version of a comparison; null if it is unknown. */
export const olderOf = async (
  base: string,
  { since, version }: Comparison,
  signal: AbortSignal
): Promise<string | null> => {
  if (since !== null) return since
  const answer = await call<Versions>("GET", `${base}/versions?page=1&pageSize=${mostListed}`, { signal })
  if ("failure" in answer) return null
  const { versions } = answer.value
  return versions[versions.findIndex(({ modelVersionId }) => modelVersionId === version) + 1]?.modelVersionId ?? null
}
