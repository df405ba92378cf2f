import { choose, place } from "../../../address/Address.ts"
import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { ChangesPage } from "../../../api/Views.ts"

/** What the colour of the address that stands for changes is named. */
export const changesColor = "!changes"

const pageSize = 1000
/** Changes whose products are coloured: of more, the first. */
const mostColoured = 50_000

/** What became of products, by GlobalId; those that are gone are in no picture. */
export interface Kinds {
  readonly of: ReadonlyMap<string, "added" | "changed">
  /** Changes that were read, and how many there are. */
  readonly read: number
  readonly all: number
}

/** Which versions the address compares: one, and an older one; null: the one before. */
export interface Comparison {
  readonly version: string
  readonly since: string | null
}

export const comparison = (): Comparison | null => {
  const { query } = place.value
  const version = query.get("compare")
  return version === null ? null : { version, since: query.get("since") }
}

/** Compares a version with an older one; null: with the one before. */
export const compare = (version: string, since: string | null): void =>
  choose({ compare: version, since, color: changesColor })

/** Changes that were read, and a page more of them. */
export const joined = (before: Omit<ChangesPage, "totalCount">, page: ChangesPage): ChangesPage => ({
  added: [...before.added, ...page.added],
  deleted: [...before.deleted, ...page.deleted],
  changes: [...before.changes, ...page.changes],
  totalCount: page.totalCount
})

/** A page of what a version changed. */
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

/** What the versions of a comparison did to products, as far as `mostColoured` goes. */
export const kindsOf = async (base: string, compared: Comparison, signal: AbortSignal): Promise<Kinds | Failure> => {
  const kinds = new Map<string, "added" | "changed">()
  for (let page = 1; ; page++) {
    const answer = await changesPage(base, compared, page, signal)
    if ("failure" in answer) return answer.failure
    const { added, changes, totalCount } = answer.value
    for (const { guid } of changes) kinds.set(guid, "changed")
    for (const guid of added) kinds.set(guid, "added")
    const read = Math.min(page * pageSize, totalCount)
    if (read === totalCount || read >= mostColoured) return { of: kinds, read, all: totalCount }
  }
}
