import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "bun:test"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { type HashedEntry, hashOf } from "../history/Audit.ts"

/** Integers as each storage returns them. */
type AuditRow = Omit<HashedEntry, "at" | "projectId"> & {
  readonly at: number | string
  readonly projectId: number | string
  readonly hash: string
}

/** The entries of a project's audit in their order, which are one chain. */
export const entriesOf = fn("entriesOf")(function* (projectId: ProjectId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<AuditRow>`SELECT at, actor, project_id AS "projectId", action, object,
      request_id AS "requestId", outcome, client, via, previous_hash AS "previousHash", hash
    FROM audit WHERE project_id = ${Number(projectId)} ORDER BY id`
  const entries = rows.map((row) => ({ ...row, at: Number(row.at), projectId: String(row.projectId) as ProjectId }))
  for (const [i, { hash, ...entry }] of entries.entries()) {
    expect(hash).toBe(hashOf(entry))
    expect(entry.previousHash).toBe(entries[i - 1]?.hash ?? "")
  }
  return entries
})
