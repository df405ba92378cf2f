import type { Identifiers } from "../address/Address.ts"
import { Link } from "../address/Link.tsx"
import { call } from "../api/Call.ts"
import type { Model, Project } from "../api/Views.ts"
import { Copy } from "../ui/Copy.tsx"
import { Empty, Fault, Loaded, useLoaded } from "../ui/Loaded.tsx"
import { useTitle } from "../ui/Title.ts"
import type { ViewModel } from "../viewer/ViewModel.ts"
import { readFields } from "./model/Fields.ts"
import { conditionOf } from "./model/filter/Conditions.ts"
import { Filters } from "./model/filter/Filters.tsx"
import { Grid } from "./model/table/Grid.tsx"
import { idIn } from "./model/Ids.ts"
import { texts } from "./model/ModelTexts.ts"
import { query as asked } from "./model/Query.ts"
import { useRows } from "./model/table/Rows.ts"
import { TableBar } from "./model/table/TableBar.tsx"
import { usePlaceNames } from "./model/view/places/ProjectPlaces.ts"
import { Workspace } from "./model/workspace/Workspace.tsx"
import { type Placement, placementOf, type Point, type Position } from "./scene/Alignment.ts"
import { useLoads } from "./scene/Loads.ts"
import { modelColor } from "./scene/ModelColors.ts"
import { SceneDetails } from "./scene/SceneDetails.tsx"
import { SceneModels } from "./scene/SceneModels.tsx"
import { sceneState } from "./scene/SceneAddress.ts"
import { texts as scene } from "./scene/SceneTexts.ts"
import { type SceneModel, SceneView } from "./scene/SceneView.tsx"

const noSuspects: ReadonlyMap<string, ReadonlyArray<string>> = new Map()

/** Converts a point of the axes of IFC, in which z points up, to those of the view, in which y does. */
const inView = ([x, y, z]: Point): Point => [x, z, 0 - y]
const inIfc = ([x, y, z]: Point): Point => [x, 0 - z, y]

/** Returns the position of a model. The offset is that of the view file, which also earlier releases wrote. */
const positionOf = ({ coordinates: { map, site } }: Model, { origin }: ViewModel): Position => ({
  map,
  site,
  offset: inIfc(origin)
})

const Opened = ({ base, models }: { readonly base: string; readonly models: ReadonlyArray<Model> }) => {
  const state = sceneState()
  const chosen = models.map(({ id }) => id).filter((id) => state.models === null || state.models.includes(id))
  const { isDone, loads, ready, retry } = useLoads(base, chosen)
  const byId = new Map(models.map((model, n) => [model.id, { model, color: modelColor(n) }]))
  const loaded = ready.flatMap(({ id, model }) => {
    const known = byId.get(id)
    return known === undefined ? [] : [{ ...known, id, shapes: model, position: positionOf(known.model, model) }]
  })
  const first = loaded[0]
  const placements = new Map<string, Placement>(
    loaded
      .slice(1)
      .map(({ id, position }) => [id, placementOf(first!.position, position, state.places.get(id) ?? null)])
  )
  const placed = loaded.map(({ color, id, shapes }): SceneModel => {
    const { angle = 0, move = [0, 0, 0], scale = 1 } = placements.get(id) ?? {}
    return { id, color, model: shapes, prefix: idIn(id, ""), angle, scale, move: inView(move) }
  })
  const given = asked()
  // A question without models would be about none.
  const ofChosen = state.models === null || chosen.length === 0 ? [] : [conditionOf("Model", "In", chosen)]
  const query = {
    ...given,
    filters: [...given.filters, ...ofChosen],
    columns: ["Model", ...given.columns.filter((name) => name !== "Model")]
  }
  const fields = useLoaded((signal) => readFields(base, signal, "SI"), [base])
  const known = fields.state.tag === "Ready" ? fields.state.value : null
  const rows = useRows(base, query)
  const places = usePlaceNames(base, rows.hasRooms)
  const listed = models.map((model, n) => ({
    model,
    color: modelColor(n),
    placement: placements.get(model.id) ?? null
  }))
  return (
    <Workspace
      left={{
        dock: "models",
        panel: () => (
          <SceneModels listed={listed} chosen={chosen} loads={loads} first={first?.model ?? null} retry={retry} />
        )
      }}
      view={() => (
        <SceneView
          base={base}
          fields={known}
          isDone={isDone}
          models={placed}
          query={{ ...query, filters: given.filters }}
        />
      )}
      table={() => (
        <>
          <Filters base={base} filters={given.filters} fields={known} failure={rows.failure} />
          <TableBar base={base} query={query} rows={rows} fields={known} />
          {fields.state.tag === "Failed" && (
            <p class="row">
              <Fault failure={fields.state.failure} retry={fields.reload} />
            </p>
          )}
          <Grid rows={rows} query={query} fields={known} suspects={noSuspects} places={places} />
        </>
      )}
      details={() => <SceneDetails base={base} fields={known} models={models} query={query} />}
    />
  )
}

/** Renders the models of a project in one scene, with search and sums over all of them. */
export const ScenePage = ({ of }: { readonly of: Identifiers }) => {
  const base = `/projects/${of["project"]}`
  const project = useLoaded((signal) => call<Project>("GET", base, { signal }), [base])
  const models = useLoaded(
    (signal) => call<{ readonly models: ReadonlyArray<Model> }>("GET", `${base}/models`, { signal }),
    [base]
  )
  const name = project.state.tag === "Ready" ? project.state.value.name : null
  useTitle(name === null ? null : `${scene.title}, ${name}`)
  return (
    <>
      <div class="bar modelbar">
        <p class="crumbs">
          <Link to="/">{texts.projects.title}</Link> / <Link to={base}>{name ?? texts.view.project}</Link>
        </p>
        <h1>{scene.title}</h1>
        <div class="commands">
          <Copy label={texts.view.link} text={location.href} />
        </div>
      </div>
      <Loaded of={models}>
        {({ models }) => (models.length === 0 ? <Empty title={scene.empty} /> : <Opened base={base} models={models} />)}
      </Loaded>
    </>
  )
}
