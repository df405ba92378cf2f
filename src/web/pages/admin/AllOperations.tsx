import type { AdminOperation, AdminOperationsPage } from "../../api/Views.ts"
import { timed } from "../../Texts.ts"
import { Empty } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { durationOf, kindOf, personOf, stateOf } from "../project/operations/Operation.ts"
import { lasted } from "../Sizes.ts"
import { StateTag } from "../project/operations/StateTag.tsx"
import { texts } from "./AdminTexts.ts"
import { Pages, Part, usePage } from "./Part.tsx"

const words = texts.operations

const columns: ReadonlyArray<Column<AdminOperation>> = [
  { label: words.at, cell: ({ createdAt }) => timed(createdAt) },
  { label: words.kind, cell: (one) => <span title={one.operationId}>{kindOf(one)}</span> },
  { label: words.by, cell: personOf },
  {
    label: words.took,
    isNumber: true,
    cell: (one) => {
      const milliseconds = durationOf(one, Date.now())
      return milliseconds === null ? null : lasted(milliseconds)
    }
  },
  { label: words.status, cell: (one) => <StateTag state={stateOf(one)} /> },
  {
    label: words.why,
    cell: ({ error }) =>
      error !== undefined && (
        <>
          {words.reason(error)} <code>{error}</code>
        </>
      )
  },
  { label: texts.allOperations.project, cell: ({ projectId }) => <code>{projectId}</code> },
  { label: texts.allOperations.model, cell: ({ modelId }) => <code>{modelId}</code> }
]

/** Renders the operations of all projects, without their content. */
export const AllOperations = () => {
  const loading = usePage<AdminOperationsPage>("/admin/operations")
  return (
    <Part title={texts.admin.tabs.operations} loading={loading}>
      {(page) => (
        <>
          <p class="soft">{texts.allOperations.about}</p>
          {page.operations.length === 0 ? (
            <Empty title={texts.allOperations.none} />
          ) : (
            <Table
              caption={texts.allOperations.list}
              columns={columns}
              rows={page.operations}
              keyOf={({ operationId }) => operationId}
            />
          )}
          <Pages of={page} />
        </>
      )}
    </Part>
  )
}
