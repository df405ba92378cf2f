import { place } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import type { Model } from "../../api/Views.ts"
import { lazy } from "../../ui/Lazy.tsx"
import { Empty, Problem, useLoaded } from "../../ui/Loaded.tsx"
import { type Fields, readFields } from "../model/Fields.ts"
import { partsOfId } from "../model/Ids.ts"
import { useModelUnits } from "../model/ModelUnits.ts"
import { Properties } from "../model/properties/Properties.tsx"
import { type Query, selected, unitsSeen } from "../model/Query.ts"
import { PanelTabs } from "../model/workspace/PanelTabs.tsx"
import { texts as scene } from "./SceneTexts.ts"

const Quantities = lazy(async () => (await import("../model/quantities/Quantities.tsx")).Quantities)

/** Renders the properties of a product, with a link to it on the page of its model. */
const OfModel = ({ base, guid, model }: { readonly base: string; readonly guid: string; readonly model: Model }) => {
  const path = `${base}/models/${model.id}`
  const fields = useLoaded((signal) => readFields(path, signal, unitsSeen(path)), [path, unitsSeen(path)], [path])
  const known = fields.state.tag === "Ready" ? fields.state.value : null
  const units = useModelUnits(path, known)
  return (
    <>
      <p class="row pad">
        <span class="grow">
          {scene.of} <strong>{model.name}</strong>
        </span>
        <Link to={path} query={new URLSearchParams({ sel: guid })}>
          {scene.openIn(model.name)}
        </Link>
      </p>
      {fields.state.tag === "Failed" ? (
        <Problem failure={fields.state.failure} retry={fields.reload} />
      ) : (
        <Properties base={path} fields={known} modelUnits={units} guids={[guid]} />
      )}
    </>
  )
}

const Selected = ({ base, models }: { readonly base: string; readonly models: ReadonlyArray<Model> }) => {
  const parts = selected().flatMap((id) => partsOfId(id) ?? [])
  const last = parts.at(-1)
  if (last === undefined) return <p class="soft pad">{scene.noSelection}</p>
  const model = models.find(({ id }) => id === last.model)
  if (model === undefined) return <Empty title={scene.gone} />
  const count = new Set(parts.map((one) => one.model)).size
  return (
    <>
      {parts.length > 1 && <p class="soft pad">{scene.several(parts.length, count)}</p>}
      <OfModel key={model.id} base={base} guid={last.guid} model={model} />
    </>
  )
}

const panels = ["properties", "quantities"] as const

/** Renders the details of a scene: the properties of the product that was selected last, or sums over the project. */
export const SceneDetails = (properties: {
  readonly base: string
  readonly fields: Fields | null
  readonly models: ReadonlyArray<Model>
  readonly query: Query
}) => {
  const { base, fields, models, query } = properties
  const panel = panels.find((one) => one === place.value.query.get("panel")) ?? "properties"
  return (
    <>
      <PanelTabs panels={panels} shown={panel} />
      {panel === "quantities" ? (
        <Quantities base={base} fields={fields} query={query} />
      ) : (
        <Selected base={base} models={models} />
      )}
    </>
  )
}
