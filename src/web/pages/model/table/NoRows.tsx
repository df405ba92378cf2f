import { Empty, Problem } from "../../../ui/Loaded.tsx"
import { texts } from "../ModelTexts.ts"
import type { Query } from "../Query.ts"
import type { Rows } from "./Rows.ts"

/** Returns whether there are no rows to show, because none matches or they cannot be read. */
export const hasNoRows = ({ failure, total }: Rows): boolean => failure !== null || total === 0

/** Renders the reason why there are no rows. */
export const NoRows = ({ query, rows }: { readonly query: Query; readonly rows: Rows }) => {
  if (rows.failure?.code === "InvalidFilter") {
    return (
      <Empty title={texts.filters.notApplied}>
        <p>{rows.failure.details.replace(/^\/\S+: /, "")}</p>
      </Empty>
    )
  }
  if (rows.failure !== null) return <Problem failure={rows.failure} retry={rows.retry} />
  return (
    <Empty title={query.filters.length > 0 ? texts.grid.noMatch : texts.grid.none}>
      {query.filters.length > 0 && <p>{texts.grid.noMatchHint}</p>}
    </Empty>
  )
}
