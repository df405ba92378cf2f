import { call } from "../../../api/Call.ts"
import type { Answer } from "../../../api/Failure.ts"
import type { ChangesPage } from "../../../api/Views.ts"
import { joined } from "../versions/Compared.ts"

/** Number of own changes per page; their total is always known. */
const pageSize = 1000

/** Returns the first pages of own changes, joined. */
export const changesOf = async (base: string, pages: number, signal: AbortSignal): Promise<Answer<ChangesPage>> => {
  let read: ChangesPage = { changes: [], added: [], deleted: [], totalCount: 0 }
  for (let page = 1; page <= pages; page++) {
    const path = `${base}/changes?page=${page}&pageSize=${pageSize}`
    const answer = await call<ChangesPage>("GET", path, { signal })
    if ("failure" in answer) return answer
    read = joined(read, answer.value)
    if (read.changes.length + read.deleted.length >= read.totalCount) break
  }
  return { value: read }
}
