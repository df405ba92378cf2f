import { Database } from "bun:sqlite"
import { join } from "node:path"
import type Pg from "pg"
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

type LinkedEntry = HashedEntry & { readonly project: number; readonly hash: string }

const operations = `SELECT o.id, o.kind, o.status, o.error, o.percentage, o.attempt, o.interruptions, o.token,
    o.result_blob AS "result", CASE WHEN o.kind = 'ImportIfc' THEN
      (SELECT v.table_blob FROM model_versions v WHERE v.model_id = o.model_id ORDER BY v.id LIMIT 1) END AS "tableBlob"
  FROM operations o`

const unaccounted = `SELECT o.id FROM operations o WHERE
    (SELECT count(*) FROM audit a WHERE a.object = o.id AND a.action = 'operation.start') <> 1
    OR (SELECT count(*) FROM audit a WHERE a.object = o.id AND a.action IN ('operation.finish', 'operation.fail'))
      <> CASE WHEN o.status IN ('Ready', 'Failed') THEN 1 ELSE 0 END`

const audit = `SELECT at, actor, project_id AS "project", CAST(project_id AS TEXT) AS "projectId", action, object,
    request_id AS "requestId", client, via, outcome, previous_hash AS "previousHash", hash FROM audit ORDER BY id`

const of = (all: (statement: string) => ReadonlyArray<unknown>) => {
  const rows = () => all(operations) as ReadonlyArray<OperationRow>
  return {
    operations: rows,
    operation: (id: string) => rows().find((one) => one.id === id)!,
    /** Results that were stored under an earlier claim than the last one. */
    lateWrites: () =>
      rows().filter(({ id, result, status, tableBlob, token }) => {
        const key = result ?? tableBlob
        return status === "Ready" && key !== null && !key.includes(`/${id}/${token}/`)
      }).length,
    /** Operations for which the audit does not contain exactly one end, or contains no entry at all. */
    unaccounted: () => all(unaccounted).length,
    /** Entries of the audit that do not follow from the one before. */
    brokenLinks: () => {
      const last = new Map<number, string>()
      let broken = 0
      for (const { hash, project, ...entry } of all(audit) as ReadonlyArray<LinkedEntry>) {
        if (entry.previousHash !== (last.get(project) ?? "") || hashOf(entry) !== hash) broken += 1
        last.set(project, hash)
      }
      return broken
    }
  }
}

/** The contents of the tables. */
export type Inspection = ReturnType<typeof of>

/** Opens the tables of a stopped or running service. Each question reads them again. */
export const open = (directory: string) => {
  const db = new Database(join(directory, "plinth.sqlite"), { readonly: true })
  return { ...of((statement) => db.query(statement).all()), close: () => db.close() }
}

/** Returns the contents of the tables of a PostgreSQL database at one moment. */
export const read = async (database: Pg.Pool) => {
  const tables = new Map<string, ReadonlyArray<unknown>>()
  for (const statement of [operations, unaccounted, audit]) {
    tables.set(statement, (await database.query<object>(statement)).rows)
  }
  return of((statement) => tables.get(statement)!)
}
