import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Location, ProductsPage } from "../../api/Views.ts"
import { failureText } from "./FailureText.ts"
import { labelOf } from "./Labels.ts"
import { texts } from "./ModelTexts.ts"
import { Copy } from "../../ui/Copy.tsx"
import { lazy } from "../../ui/Lazy.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { layersText, textOf, valueOf } from "./Cells.ts"
import { AddProperty } from "./edit/AddProperty.tsx"
import { CellEditor } from "./edit/CellEditor.tsx"
import { Codes } from "./edit/Codes.tsx"
import { type Editing, revision, useEdited } from "./edit/Editing.ts"
import { fixed, qualified, removal, setOf, told } from "./edit/Modify.ts"
import { type Fields, lengthUnitIn } from "./Fields.ts"
import type { FormLine } from "./forms/Applicable.ts"
import { useForms } from "./forms/UseForms.ts"
import { Measured } from "./Measured.tsx"
import { Name } from "./Name.tsx"
import { conditionOf } from "./filter/Conditions.ts"
import { factText, factUnit } from "./view/Facts.ts"
import { fullNameOf } from "./view/Locations.ts"
import { isSpace } from "./view/Stage.ts"
import { ofVersion, projectOf, unitsSeen, versionSeen } from "./Query.ts"
import { chosenBy } from "./Rows.ts"
import { bySet } from "./Sets.ts"

const Several = lazy(async () => (await import("./several/Several.tsx")).Several)

/** Fields shown above the property sets. */
const first = ["Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"]

interface PropertiesOf {
  readonly base: string
  readonly fields: Fields | null
  /** The fields with the model's units, for the values of locations. */
  readonly modelUnits: Fields | null
  readonly guids: ReadonlyArray<string>
}

interface Shown {
  readonly fields: Fields
  /** All selected products, the last selected one last. A change applies to all of them. */
  readonly guids: ReadonlyArray<string>
}

const Value = ({ cell, unit }: { readonly cell: unknown; readonly unit: string }) => (
  <>
    {valueOf(cell) === null ? <span class="soft">{texts.properties.empty}</span> : textOf(cell)}
    {unit !== "" && valueOf(cell) !== null && <span class="soft"> {unit}</span>}
  </>
)

/** Renders a value that opens an editor when pressed. */
const Changed = ({ editing, fields, guids, line }: Shown & { readonly editing: Editing; readonly line: FormLine }) => {
  const { cell, field, unit } = line
  const [isOpen, setOpen] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  if (isOpen) {
    const detail = line.detail ?? fields.details.get(field)
    const done = () => setOpen(false)
    return (
      <>
        <CellEditor editing={editing} field={field} cell={cell} detail={detail} guids={guids} done={done} />
        {unit !== "" && <span class="soft">{unit}</span>}
      </>
    )
  }
  const isInSet = setOf(cell) !== null && (line.detail === undefined || valueOf(cell) !== null)
  const remove = async () => {
    const found = await editing.modify(removal(field, cell, guids))
    setWrong(found === null ? null : "errors" in found ? told(found.errors, guids.length) : failureText(found.failure))
  }
  return (
    <>
      <button
        type="button"
        class="value"
        title={texts.editing.change(labelOf(line.name))}
        onClick={() => setOpen(true)}
      >
        <Value cell={cell} unit={unit} />
      </button>
      {isInSet && (
        <button
          type="button"
          class="plain"
          aria-label={texts.editing.removeProperty(line.name)}
          onClick={() => void remove()}
        >
          ✕
        </button>
      )}
      {wrong !== null && (
        <span class="cell-fault" role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}

const Lines = ({ lines, ...shown }: Shown & { readonly lines: ReadonlyArray<FormLine> }) => {
  const edited = useEdited()
  const guid = shown.guids.at(-1) ?? ""
  return (
    <dl class="facts">
      {lines.map((line) => {
        const { cell, field, name, unit } = line
        const isOwn = edited?.isOwn(guid, qualified(field, cell)) === true
        return (
          <div key={name} class={isOwn ? "own" : undefined} title={isOwn ? texts.editing.own : undefined}>
            <dt>
              <Name of={labelOf(name)} />
            </dt>
            <dd>
              {edited?.isOn !== true || fixed.has(field) ? (
                <Value cell={cell} unit={unit} />
              ) : field === "Code" ? (
                <Codes editing={edited} cell={cell} guids={shown.guids} />
              ) : (
                <Changed {...shown} editing={edited} line={line} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
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
        const sets = Map.groupBy(found.properties, ({ set }) => set)
        return (
          <div class="properties">
            <p class="row">
              <code>{guid}</code> <Copy label={texts.user.copy} text={guid} />
            </p>
            <h2>{fullNameOf(found) || texts.locations.nameless}</h2>
            <p class="soft">{texts.properties.place(found.type)}</p>
            {Array.from(sets, ([set, facts]) => (
              <section key={set}>
                {set !== "" && <h3>{set}</h3>}
                <dl class="facts">
                  {facts.map(({ name, value }) => (
                    <div key={name}>
                      <dt>
                        <Name of={name} />
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

const Product = ({ base, fields, guids, modelUnits }: Shown & Pick<PropertiesOf, "base" | "modelUnits">) => {
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
        return (
          <div class="properties">
            <p class="row">
              <code>{guid}</code> <Copy label={texts.user.copy} text={guid} />
            </p>
            <Lines {...shown} lines={[...lines, ...(sets.get("") ?? [])]} />
            {Array.from(sets, ([set, lines]) =>
              set === "" ? null : (
                <details key={set} open>
                  <summary>
                    {set} {forms.has(set) && <span class="tag">{texts.properties.projectSet}</span>}
                  </summary>
                  <Lines {...shown} lines={lines} />
                </details>
              )
            )}
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
  const guid = guids.at(-1)
  if (guid === undefined) return <p class="soft pad">{texts.properties.none}</p>
  if (fields === null) return <p class="soft pad">{texts.loading}</p>
  const products = guids.filter((one) => !isSpace(one))
  if (products.length > 1) return <Several base={base} fields={fields} guids={products} />
  return <Product key={guid} base={base} fields={fields} modelUnits={modelUnits} guids={[guid]} />
}
