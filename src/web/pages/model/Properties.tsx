import { call } from "../../api/Call.ts"
import type { ProductsPage } from "../../api/Views.ts"
import { texts } from "../../Texts.ts"
import { Copy } from "../../ui/Copy.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { textOf, valueOf } from "./Cells.ts"
import type { Fields } from "./Fields.ts"
import { bySet, type Line } from "./Sets.ts"

/** What is shown above the sets. */
const first = ["Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"]

const Lines = ({ lines }: { readonly lines: ReadonlyArray<Line> }) => (
  <dl class="facts">
    {lines.map(({ cell, name, unit }) => (
      <div key={name}>
        <dt>{texts.fields[name] ?? name}</dt>
        <dd>
          {valueOf(cell) === null ? <span class="soft">{texts.properties.empty}</span> : textOf(cell)}
          {unit !== "" && valueOf(cell) !== null && <span class="soft"> {unit}</span>}
        </dd>
      </div>
    ))}
  </dl>
)

const Product = ({ base, fields, guid }: { readonly base: string; readonly fields: Fields; readonly guid: string }) => {
  const body = { fields: fields.names, filters: [{ property: "Guid", operator: "Equals", value: guid }] }
  const loading = useLoaded(
    (signal) => call<ProductsPage>("POST", `${base}/products/properties/query`, { body, signal }),
    [base, guid]
  )
  return (
    <Loaded of={loading}>
      {({ result: [row] }) => {
        if (row === undefined) return <Empty title={texts.properties.gone} />
        const sets = bySet(row, fields)
        const lines = first
          .map((name) => ({ name, cell: row[name], unit: "" }))
          .filter(({ cell }) => valueOf(cell) !== null)
        return (
          <div class="properties">
            <p class="row">
              <code>{guid}</code> <Copy label={texts.user.copy} text={guid} />
            </p>
            <Lines lines={[...lines, ...(sets.get("") ?? [])]} />
            {Array.from(sets, ([set, lines]) =>
              set === "" ? null : (
                <details key={set} open>
                  <summary>{set}</summary>
                  <Lines lines={lines} />
                </details>
              )
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

/** All that is known of the product that was selected last. */
export const Properties = (properties: {
  readonly base: string
  readonly fields: Fields | null
  readonly guids: ReadonlyArray<string>
}) => {
  const { base, fields, guids } = properties
  const guid = guids.at(-1)
  if (guid === undefined) return <p class="soft pad">{texts.properties.none}</p>
  if (fields === null) return <p class="soft pad">{texts.loading}</p>
  return (
    <>
      {guids.length > 1 && <p class="soft pad">{texts.properties.several(guids.length)}</p>}
      <Product key={guid} base={base} fields={fields} guid={guid} />
    </>
  )
}
