import type { AdminAuditEntry, AdminAuditPage } from "../../api/Views.ts"
import { timed } from "../../Texts.ts"
import { Empty } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { texts } from "./AdminTexts.ts"
import { Pages, Part, usePage } from "./Part.tsx"

const words = texts.audit

/** The user of entries that nobody asked for. */
const service = "(service)"

/** Returns the words for an action; null for one without words, such as the id of a request that was refused. */
const actionText = (action: string): string | null => {
  const at = action.lastIndexOf(".")
  const thing = words.things[action.slice(0, at)]
  const verb = words.verbs[action.slice(at + 1)]
  return words.actions[action] ?? (thing === undefined || verb === undefined ? null : words.acted(thing, verb))
}

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
    cell: ({ action }) => {
      const text = actionText(action)
      return text === null ? <code>{action}</code> : <span title={action}>{text}</span>
    }
  },
  { label: words.object, cell: ({ object }) => <code>{object}</code> },
  {
    label: words.outcome,
    cell: ({ outcome }) => (outcome === "Done" ? <span class="whole">{words.done}</span> : <code>{outcome}</code>)
  },
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
