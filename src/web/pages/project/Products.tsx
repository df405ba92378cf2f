import { choose, place } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import type { Row } from "../../api/Views.ts"
import { Fault, useLoaded } from "../../ui/Loaded.tsx"
import { modelIn, textOf } from "../model/table/Cells.ts"
import { readFields } from "../model/Fields.ts"
import { Filters } from "../model/filter/Filters.tsx"
import { Grid } from "../model/table/Grid.tsx"
import { texts } from "../model/ModelTexts.ts"
import { Quantities } from "../model/quantities/Quantities.tsx"
import { query as asked, selected } from "../model/Query.ts"
import { idOf } from "../model/Ids.ts"
import { useRows } from "../model/table/Rows.ts"
import { TableBar } from "../model/table/TableBar.tsx"
import { usePlaceNames } from "../model/view/places/ProjectPlaces.ts"
import type { PartProperties } from "./Part.ts"

const nobody: ReadonlyMap<string, ReadonlyArray<string>> = new Map()

/** Largest number of loaded rows that are searched for the selected one. */
const mostSought = 20_000

const Selected = ({ project, row }: { readonly project: string; readonly row: Row }) => {
  const model = modelIn(row["Model"])
  if (model === null) return null
  return (
    <p>
      {textOf(row["Name"]) || textOf(row["Guid"])}:{" "}
      <Link to={`/projects/${project}/models/${model.id}`} query={new URLSearchParams({ sel: textOf(row["Guid"]) })}>
        {texts.products.openIn(model.name)}
      </Link>
    </p>
  )
}

/** Renders the products of all models of a project, with filters, and quantities over the project. Numbers are SI. */
export const Products = ({ project: { id } }: PartProperties) => {
  const base = `/projects/${id}`
  const given = asked()
  const query = { ...given, columns: ["Model", ...given.columns.filter((name) => name !== "Model")] }
  const fields = useLoaded((signal) => readFields(base, signal, "SI"), [base])
  const known = fields.state.tag === "Ready" ? fields.state.value : null
  const rows = useRows(base, query)
  const places = usePlaceNames(base, rows.hasRooms)
  const areSums = place.value.query.get("panel") === "quantities"
  const last = selected().at(-1)
  const seen = Math.min(rows.total ?? 0, mostSought)
  const row =
    last === undefined
      ? undefined
      : Array.from({ length: seen }, (_, n) => rows.rowAt(n)).find((one) => one !== undefined && idOf(one) === last)
  return (
    <div class="project-products">
      <Filters base={base} filters={query.filters} fields={known} failure={rows.failure} />
      <TableBar base={base} query={query} rows={rows} fields={known}>
        <button
          type="button"
          aria-pressed={areSums}
          onClick={() => choose({ panel: areSums ? null : "quantities" }, { replace: false })}
        >
          {texts.panels.quantities}
        </button>
      </TableBar>
      {fields.state.tag === "Failed" && (
        <p>
          <Fault failure={fields.state.failure} retry={fields.reload} />
        </p>
      )}
      {row !== undefined && <Selected project={id} row={row} />}
      {areSums && <Quantities base={base} fields={known} query={query} />}
      <Grid rows={rows} query={query} fields={known} suspects={nobody} places={places} />
      <p class="soft">{texts.products.units}</p>
    </div>
  )
}
