import type { ComponentChild } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Location, ProductsPage } from "../../../api/Views.ts"
import { texts } from "../ModelTexts.ts"
import { Copy } from "../../../ui/Copy.tsx"
import { lazy } from "../../../ui/Lazy.tsx"
import { Busy, Empty, Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { NoMatch, matching } from "../../../ui/Search.tsx"
import { layersText, textOf, valueOf } from "../table/Cells.ts"
import { AddProperty } from "../edit/AddProperty.tsx"
import { revision, useEdited } from "../edit/Editing.ts"
import { type Fields, lengthUnitIn } from "../Fields.ts"
import type { FormLine } from "../forms/Applicable.ts"
import { useForms } from "../forms/UseForms.ts"
import { Measured } from "./Measured.tsx"
import { labelOf } from "../Labels.ts"
import { Name } from "./Name.tsx"
import { pins } from "./Pins.ts"
import { PropertyLines, type Shown } from "./PropertyLines.tsx"
import { conditionOf } from "../filter/Conditions.ts"
import { factText, factUnit } from "../view/Facts.ts"
import { fullNameOf } from "../view/places/Locations.ts"
import { isSpace } from "../view/Stage.ts"
import { ofVersion, projectOf, unitsSeen, versionSeen } from "../Query.ts"
import { chosenBy } from "../table/Rows.ts"
import { arranged, bySet, fullName } from "./Sets.ts"

const Several = lazy(async () => (await import("../several/Several.tsx")).Several)

/** Fields shown above the property sets. */
const first = ["Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"]

interface PropertiesOf {
  readonly base: string
  readonly fields: Fields | null
  /** The fields with the model's units, for the values of locations. */
  readonly modelUnits: Fields | null
  readonly guids: ReadonlyArray<string>
}

/** Renders the properties of a location, for a GlobalId that is not in the table of products, such as a space. */
const Place = (properties: { readonly base: string; readonly modelUnits: Fields | null; readonly guid: string }) => {
  const { base, guid, modelUnits } = properties
  const project = projectOf(base)
  const loading = useLoaded(
    (signal) => call<{ readonly locations: ReadonlyArray<Location> }>("GET", `${project}/locations`, { signal }),
    [project, revision.value],
    [project]
  )
  return (
    <Loaded of={loading}>
      {({ locations }) => {
        const found = locations.find(({ locationGuid }) => locationGuid === guid)
        if (found === undefined) return <Empty title={texts.properties.gone} />
        // The GlobalId stands above them.
        const facts = found.properties.filter(({ name, set }) => set !== "" || name !== "Guid")
        const sets = Map.groupBy(facts, ({ set }) => set)
        return (
          <div class="properties">
            <p class="row">
              <span class="soft">{labelOf("Guid")}</span> <code>{guid}</code>{" "}
              <Copy label={texts.user.copy} text={guid} />
            </p>
            <h2>{fullNameOf(found) || texts.locations.nameless}</h2>
            <p class="soft">{texts.properties.place(texts.locations.types[found.type] ?? found.type)}</p>
            {Array.from(sets, ([set, facts]) => (
              <section key={set}>
                {set !== "" && <h3>{set}</h3>}
                <dl class="facts">
                  {facts.map(({ name, value }) => (
                    <div key={name}>
                      <dt>
                        <Name of={labelOf(name)} />
                      </dt>
                      <dd>
                        {factText(value)} <span class="soft">{factUnit(set, name, modelUnits)}</span>
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}

interface ProductOf extends Shown, Pick<PropertiesOf, "base" | "modelUnits"> {
  readonly sought: string
  /** The input of the search text. */
  readonly filter: ComponentChild
}

const Product = ({ base, fields, filter, guids, modelUnits, sought }: ProductOf) => {
  const guid = guids.at(-1)!
  const edited = useEdited()
  const forming = useForms(base, edited?.isOn === true)
  const body = { fields: [...fields.names, "MaterialLayers"], ...chosenBy(base, [conditionOf("Guid", "Equals", guid)]) }
  const loading = useLoaded(
    (signal) => call<ProductsPage>("POST", ofVersion(`${base}/products/properties/query`), { body, signal }),
    [base, guid, fields.names.length, versionSeen(), unitsSeen(base), revision.value],
    [base, guid]
  )
  return (
    <Loaded of={loading}>
      {({ result: [row] }) => {
        if (edited?.changes?.deleted.includes(guid) === true) return <Empty title={texts.properties.deleted} />
        if (row === undefined) return <Place base={base} modelUnits={modelUnits} guid={guid} />
        const { forms, sets } = forming([row], bySet(row, fields))
        const unit = lengthUnitIn(fields)
        const thickness = layersText(row["MaterialLayers"], unit) === null ? "" : texts.properties.thickness(unit)
        const lines = first
          .map((name) => ({ name, field: name, cell: row[name], unit: name === "MaterialLayerSet" ? thickness : "" }))
          .filter(({ cell }) => edited?.isOn === true || valueOf(cell) !== null)
        const shown = { fields, guids }
        const has = matching(sought)
        const isFound = (set: string, { cell, name }: FormLine) => has(labelOf(name), fullName(set, name), textOf(cell))
        const firstFound = lines.filter((line) => isFound("", line))
        const found = arranged(sets, isFound, pins.value)
        return (
          <div class="properties">
            <p class="row">
              <span class="soft">{labelOf("Guid")}</span> <code>{guid}</code>{" "}
              <Copy label={texts.user.copy} text={guid} />
            </p>
            {filter}
            {found.pinned.length > 0 && (
              <details open>
                <summary>{texts.properties.pinned}</summary>
                <PropertyLines {...shown} lines={found.pinned} canPin namesSet />
              </details>
            )}
            {firstFound.length > 0 && <PropertyLines {...shown} lines={firstFound} />}
            {Array.from(found.sets, ([set, lines]) =>
              set === "" ? (
                <PropertyLines key="" {...shown} lines={lines} canPin />
              ) : (
                <details key={set} open>
                  <summary>
                    {set} {forms.has(set) && <span class="tag">{texts.properties.projectSet}</span>}
                  </summary>
                  <PropertyLines {...shown} lines={lines} canPin />
                </details>
              )
            )}
            {firstFound.length + found.pinned.length + found.sets.size === 0 && <NoMatch sought={sought} />}
            <Measured base={base} guid={guid} />
            {edited?.isOn === true && <AddProperty editing={edited} guids={guids} sets={[...sets.keys()]} />}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Renders all properties of the selected product, or those of several, each once. */
export const Properties = ({ base, fields, guids, modelUnits }: PropertiesOf) => {
  // The search text stays while other products are selected.
  const [sought, setSought] = useState("")
  const edited = useEdited()
  const guid = guids.at(-1)
  if (guid === undefined) return <p class="soft pad">{texts.properties.none}</p>
  if (fields === null) return <p class="soft pad">{texts.loading}</p>
  const products = guids.filter((one) => !isSpace(one))
  const filter = (
    <input
      type="search"
      aria-label={texts.properties.filter}
      placeholder={texts.properties.filter}
      value={sought}
      onInput={({ currentTarget: { value } }) => setSought(value)}
    />
  )
  if (products.length > 1) {
    if (edited?.isRemoving === true) return <Busy />
    return <Several base={base} fields={fields} filter={filter} guids={products} sought={sought} />
  }
  const of = { base, fields, filter, guids: [guid], modelUnits, sought }
  return <Product key={guid} {...of} />
}
