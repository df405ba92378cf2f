import { Database } from "bun:sqlite"
import { join } from "node:path"
import { type HashedEntry, hashOf } from "../../adapters/storage/history/Audit.ts"

interface OperationRow {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly error: string | null
  readonly percentage: number
  readonly attempt: number
  readonly interruptions: number
  readonly token: number
  readonly result: string | null
  readonly tableBlob: string | null
}

/** What the tables of a stopped or running service say, read beside it. */
export const open = (directory: string) => {
  const db = new Database(join(directory, "plinth.sqlite"), { readonly: true })
  const operations = () =>
    db
      .query<OperationRow, []>(
        `SELECT o.id, o.kind, o.status, o.error, o.percentage, o.attempt, o.interruptions, o.token, o.result_blob AS result,
          v.table_blob AS tableBlob
        FROM operations o LEFT JOIN model_versions v ON o.kind = 'ImportIfc' AND v.model_id = o.model_id`
      )
      .all()
  return {
    operations,
    operation: (id: string) => operations().find((one) => one.id === id)!,
    /** Results that were made under another claim than the last. */
    lateWrites: () =>
      operations().filter(({ id, result, status, tableBlob, token }) => {
        const key = result ?? tableBlob
        return status === "Ready" && key !== null && !key.includes(`/${id}/${token}/`)
      }).length,
    /** Operations that the audit says were finished more or less than once, or that it says nothing of. */
    unaccounted: () =>
      db
        .query<{ id: string }, []>(
          `SELECT o.id FROM operations o WHERE
            (SELECT count(*) FROM audit a WHERE a.object = o.id AND a.action = 'operation.start') <> 1
            OR (SELECT count(*) FROM audit a WHERE a.object = o.id AND a.action IN ('operation.finish', 'operation.fail'))
              <> CASE WHEN o.status IN ('Ready', 'Failed') THEN 1 ELSE 0 END`
        )
        .all().length,
    /** Entries of the audit that do not follow from the one before. */
    brokenLinks: () => {
      const last = new Map<number, string>()
      let broken = 0
      const rows = db
        .query<HashedEntry & { readonly project: number; readonly hash: string }, []>(
          `SELECT at, actor, project_id AS project, CAST(project_id AS TEXT) AS projectId, action, object,
            request_id AS requestId, outcome, previous_hash AS previousHash, hash FROM audit ORDER BY id`
        )
        .all()
      for (const { hash, project, ...entry } of rows) {
        if (entry.previousHash !== (last.get(project) ?? "") || hashOf(entry) !== hash) broken += 1
        last.set(project, hash)
      }
      return broken
    },
    close: () => db.close()
  }
}
