import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { type Identifiers, place } from "../address/Address.ts"
import { Link } from "../address/Link.tsx"
import { call } from "../api/Call.ts"
import type { Model, Project } from "../api/Views.ts"
import { texts } from "./model/ModelTexts.ts"
import { Copy } from "../ui/Copy.tsx"
import { lazy } from "../ui/Lazy.tsx"
import { Fault, Loaded, Problem, useLoaded } from "../ui/Loaded.tsx"
import { useTitle } from "../ui/Title.ts"
import { useNewFile } from "./model/versions/NewFiles.ts"
import { EditingOf, revision, useEdited, useEditing } from "./model/edit/Editing.ts"
import { CommandMenu } from "./model/CommandMenu.tsx"
import { readFields } from "./model/Fields.ts"
import { useModelUnits } from "./model/ModelUnits.ts"
import { Filters } from "./model/filter/Filters.tsx"
import { Grid } from "./model/table/Grid.tsx"
import { Properties } from "./model/properties/Properties.tsx"
import { query as asked, selected, unitsSeen, versionSeen } from "./model/Query.ts"
import { useRows } from "./model/table/Rows.ts"
import { TableBar } from "./model/table/TableBar.tsx"
import { OlderNote } from "./model/versions/OlderNote.tsx"
import { View } from "./model/View.tsx"
import { PanelTabs } from "./model/workspace/PanelTabs.tsx"
import { Workspace } from "./model/workspace/Workspace.tsx"
import { usePlaceNames } from "./model/view/places/ProjectPlaces.ts"
import { SuspectNote } from "./model/view/SuspectNote.tsx"
import { knownOf, useSuspects } from "./model/view/Suspects.ts"

const SessionBar = lazy(async () => (await import("./model/edit/SessionBar.tsx")).SessionBar)
const Changes = lazy(async () => (await import("./model/edit/Changes.tsx")).Changes)
const ExportDialog = lazy(async () => (await import("./model/Export.tsx")).ExportDialog)
const PlacesPanel = lazy(async () => (await import("./model/view/places/Places.tsx")).PlacesPanel)
const RoomsPanel = lazy(async () => (await import("./model/view/places/Rooms.tsx")).RoomsPanel)
const Quantities = lazy(async () => (await import("./model/quantities/Quantities.tsx")).Quantities)
const ChecksPanel = lazy(async () => (await import("./model/checks/Checks.tsx")).ChecksPanel)
const TopicsPanel = lazy(async () => (await import("./model/topics/TopicsPanel.tsx")).TopicsPanel)
const VersionsPanel = lazy(async () => (await import("./model/versions/Versions.tsx")).VersionsPanel)
const MembersDialog = lazy(async () => (await import("./ModelMembers.tsx")).MembersDialog)

const panels = ["properties", "quantities", "rooms", "versions", "checks", "topics", "changes"] as const

const Opened = ({ base, model }: { readonly base: string; readonly model: Model }) => {
  const query = asked()
  const edited = useEdited()
  useNewFile(base)
  const fields = useLoaded(
    (signal) => readFields(base, signal, unitsSeen(base)),
    [base, versionSeen(), unitsSeen(base), revision.value],
    [base]
  )
  const known = fields.state.tag === "Ready" ? fields.state.value : null
  const modelUnits = useModelUnits(base, known)
  const rows = useRows(base, query)
  const places = usePlaceNames(base, rows.hasRooms)
  const doubted = useSuspects(base)
  const suspects = knownOf(doubted)
  const tabs = panels.filter((one) => one !== "changes" || edited !== null)
  const panel = tabs.find((one) => one === place.value.query.get("panel")) ?? "properties"
  const table = () => (
    <>
      <Filters base={base} filters={query.filters} fields={known} failure={rows.failure} />
      <TableBar base={base} query={query} rows={rows} fields={known} />
      {doubted.state.tag === "Failed" && (
        <p class="row">
          {texts.stage.noSuspects} <Fault failure={doubted.state.failure} retry={doubted.reload} />
        </p>
      )}
      {fields.state.tag === "Failed" && panel !== "properties" && (
        <p class="row">
          <Fault failure={fields.state.failure} retry={fields.reload} />
        </p>
      )}
      <Grid rows={rows} query={query} fields={known} suspects={suspects} places={places} />
    </>
  )
  const details = () => (
    <>
      <PanelTabs panels={tabs} shown={panel} />
      {panel === "properties" ? (
        fields.state.tag === "Failed" ? (
          <Problem failure={fields.state.failure} retry={fields.reload} />
        ) : (
          <>
            <SuspectNote base={base} guid={selected().at(-1)} suspects={suspects} />
            <Properties base={base} fields={known} modelUnits={modelUnits} guids={selected()} />
          </>
        )
      ) : panel === "rooms" ? (
        <RoomsPanel base={base} fields={modelUnits} />
      ) : panel === "versions" ? (
        <VersionsPanel base={base} model={model} />
      ) : panel === "checks" ? (
        <ChecksPanel base={base} />
      ) : panel === "topics" ? (
        <TopicsPanel key={base} base={base} />
      ) : panel === "changes" && edited !== null ? (
        <Changes editing={edited} />
      ) : (
        <Quantities base={base} fields={known} query={query} />
      )}
    </>
  )
  return (
    <Workspace
      view={() => <View base={base} model={model} fields={known} />}
      left={{ dock: "places", panel: () => <PlacesPanel base={base} fields={modelUnits} name={model.name} /> }}
      table={table}
      details={details}
    />
  )
}

interface ModelProperties {
  readonly base: string
  readonly model: Model
  readonly project: { readonly path: string; readonly name: string }
  /** Reloads the model, because the user's permissions may have changed. */
  readonly reload: () => void
}

const Crumbs = ({ project }: Pick<ModelProperties, "project">) => (
  <p class="crumbs">
    <Link to="/">{texts.projects.title}</Link> / <Link to={project.path}>{project.name}</Link>
  </p>
)

const Bar = ({
  base,
  children,
  model,
  project,
  reload
}: ModelProperties & { readonly children?: ComponentChildren }) => {
  const [isExporting, setExporting] = useState(false)
  const [areMembers, setMembers] = useState(false)
  const edited = useEdited()
  return (
    <div class="bar modelbar">
      <Crumbs project={project} />
      <h1>{model.name}</h1>
      {versionSeen() !== null && <OlderNote />}
      {!model.canEdit && (
        <span class="tag" role="status">
          {texts.view.readOnly}
        </span>
      )}
      <div class="commands">
        {children}
        <CommandMenu>
          <button type="button" onClick={() => setExporting(true)}>
            {texts.export.title}
          </button>
          <button type="button" onClick={() => setMembers(true)}>
            {texts.members.open}
          </button>
          <Copy label={texts.view.link} text={location.href} />
        </CommandMenu>
      </div>
      {areMembers && <MembersDialog base={base} changed={reload} close={() => setMembers(false)} />}
      {isExporting && (
        <ExportDialog
          base={base}
          hasUnpublished={(edited?.changes?.totalCount ?? 0) > 0}
          close={() => setExporting(false)}
        />
      )}
    </div>
  )
}

/** Renders a model. Its latest version can be edited by users who may. */
const WithEditing = (properties: ModelProperties) => {
  const own = useEditing(properties.base, properties.model.canEdit, properties.reload)
  // Values are written in the model's units.
  const isReading = versionSeen() !== null || unitsSeen(properties.base) === "SI"
  const editing = properties.model.canEdit && !isReading ? own : null
  return (
    <EditingOf value={editing}>
      <Bar {...properties}>{editing !== null && <SessionBar editing={editing} />}</Bar>
      <Opened base={properties.base} model={properties.model} />
    </EditingOf>
  )
}

/** Renders the page of a model: its view, its products, the properties of one product, and the quantities of all. */
export const ModelPage = ({ of }: { readonly of: Identifiers }) => {
  const base = `/projects/${of["project"]}/models/${of["model"]}`
  const loading = useLoaded((signal) => call<Model>("GET", base, { signal }), [base])
  useTitle(loading.state.tag === "Ready" ? loading.state.value.name : null)
  const path = `/projects/${of["project"]}`
  const above = useLoaded((signal) => call<Project>("GET", path, { signal }), [path])
  const project = { path, name: above.state.tag === "Ready" ? above.state.value.name : texts.view.project }
  return (
    <>
      {loading.state.tag !== "Ready" && (
        <>
          <Crumbs project={project} />
          <h1 class="unseen">{texts.view.model}</h1>
        </>
      )}
      <Loaded of={loading}>
        {(model) => <WithEditing base={base} model={model} project={project} reload={loading.reload} />}
      </Loaded>
    </>
  )
}
