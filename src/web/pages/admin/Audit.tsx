import type { AdminAuditEntry, AdminAuditPage } from "../../api/Views.ts"
import { timed } from "../../Texts.ts"
import { Empty } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { texts } from "./AdminTexts.ts"
import { Pages, Part, usePage } from "./Part.tsx"

const words = texts.audit

/** The user of entries that nobody asked for. */
const service = "(service)"

const columns: ReadonlyArray<Column<AdminAuditEntry>> = [
  { label: words.at, cell: ({ at }) => timed(at) },
  { label: words.by, cell: ({ userId, userName }) => (userId === service ? words.service : (userName ?? userId)) },
  {
    label: words.program,
    cell: ({ client, via }) =>
      (client !== undefined || via === "mcp") && (
        <>
          {client !== undefined && <code>{client}</code>} {via === "mcp" && <span class="tag">{words.byMcp}</span>}
        </>
      )
  },
  {
    label: words.action,
    cell: ({ action }) =>
      action in words.actions ? <span title={action}>{words.actions[action]}</span> : <code>{action}</code>
  },
  { label: words.object, cell: ({ object }) => <code>{object}</code> },
  { label: words.outcome, cell: ({ outcome }) => (outcome === "Done" ? words.done : <code>{outcome}</code>) },
  { label: words.project, cell: ({ projectId }) => projectId !== undefined && <code>{projectId}</code> },
  {
    label: words.requestId,
    cell: ({ requestId }) => <small>{requestId !== undefined && <code>{requestId}</code>}</small>
  }
]

/** Renders the audit of all projects and of the service. */
export const Audit = () => {
  const loading = usePage<AdminAuditPage>("/admin/audit")
  return (
    <Part title={texts.admin.tabs.audit} loading={loading}>
      {(page) => (
        <>
          {page.entries.length === 0 ? (
            <Empty title={words.none} />
          ) : (
            <Table
              caption={words.list}
              columns={columns}
              rows={page.entries}
              keyOf={(entry) => page.entries.indexOf(entry)}
            />
          )}
          <Pages of={page} />
        </>
      )}
    </Part>
  )
}
