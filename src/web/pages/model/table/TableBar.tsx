import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { counted } from "../../../Texts.ts"
import { Columns } from "./Columns.tsx"
import type { Fields } from "../Fields.ts"
import { texts } from "../ModelTexts.ts"
import type { Query } from "../Query.ts"
import type { Rows } from "./Rows.ts"
import { RowTools } from "./RowTools.tsx"

/** Renders the number of rows, and the buttons that choose columns and use rows. */
export const TableBar = (properties: {
  readonly base: string
  readonly query: Query
  readonly rows: Rows
  readonly fields: Fields | null
  /** Further buttons, before the others. */
  readonly children?: ComponentChildren
}) => {
  const { base, children, fields, query, rows } = properties
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <div class="row">
        <span role="status" class="grow">
          {rows.failure !== null
            ? ""
            : rows.total === null
              ? texts.loading
              : texts.grid.count(counted(rows.total), rows.total)}
        </span>
        {children}
        <button type="button" disabled={fields === null} onClick={() => setChoosing(true)}>
          {texts.columns.title}
        </button>
        <RowTools base={base} query={query} rows={rows} />
      </div>
      {isChoosing && fields !== null && (
        <Columns columns={query.columns} fields={fields} close={() => setChoosing(false)} />
      )}
    </>
  )
}
