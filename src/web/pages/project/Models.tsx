import { useEffect, useRef } from "preact/hooks"
import { go } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import { call } from "../../api/Call.ts"
import type { Model, Operation, Project } from "../../api/Views.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Empty, Fault, Loaded, type Loading, useLoaded } from "../../ui/Loaded.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { Files } from "../../upload/Files.tsx"
import { UploadRows } from "../../upload/UploadRow.tsx"
import { uploads } from "../../upload/UploadList.ts"
import { add, isOver } from "../../upload/Uploads.ts"
import { Bar, heading, MayNot, useOpen } from "./Library.tsx"
import { texts } from "./models/CardTexts.ts"
import { isHidden, isPinned, keepOrder, keepView, kept, views } from "./models/Kept.ts"
import { ModelCards, ModelList, type ModelsProperties } from "./models/ModelCards.tsx"
import { ordered, orders, soughtIn } from "./models/ModelOrder.ts"
import { ImportState, PendingCard } from "./models/OpenImport.tsx"
import { openImports } from "./models/OpenImports.ts"
import { useOperations } from "./operations/UseOperations.ts"
import { mayWrite, type PartProperties } from "./Part.ts"

const words = texts.cards

/** Number of the newest operations among which unfinished and failed imports are looked for. */
const mostOperations = 50

const modelsOf = ({ id }: Project): string => `/projects/${id}/models`

/** Replaces the upload area: the service accepts no uploads for the sample project. */
const Sample = () => (
  <div class="bar">
    <p class="grow">{texts.sample.about}</p>
    <button type="button" class="primary" onClick={() => go("/", new URLSearchParams({ new: "" }))}>
      {texts.projects.new}
    </button>
  </div>
)

type Models = { readonly models: ReadonlyArray<Model> }

/** Renders the choices of order and view, which this browser keeps. */
const Choices = () => (
  <>
    <select
      aria-label={words.order}
      value={kept.value.order}
      onChange={({ currentTarget: { value } }) => keepOrder(orders.find((order) => order === value) ?? "name")}
    >
      {orders.map((order) => (
        <option key={order} value={order} selected={order === kept.value.order}>
          {words.orders[order]}
        </option>
      ))}
    </select>
    <span class="row" role="group" aria-label={words.view}>
      {views.map((view) => (
        <button key={view} type="button" aria-pressed={kept.value.view === view} onClick={() => keepView(view)}>
          {words.views[view]}
        </button>
      ))}
    </span>
  </>
)

interface GridProperties {
  readonly loading: Loading<Models>
  readonly project: Project
  readonly operations: ReadonlyArray<Operation>
  readonly changed: () => void
}

const Grid = ({ changed, loading, operations, project }: GridProperties) => {
  const { has, input, sought } = useSearch()
  const { setOpen, window } = useOpen(loading.reload)
  const within = useKeptFocus<HTMLElement>(heading)
  // The choices are read here, so that a change of one renders this component, which keeps the focus.
  const { order, view } = kept.value
  const pathOf = ({ id }: Model) => `/projects/${project.id}/models/${id}`
  const listed = (models: ReadonlyArray<Model>) => {
    const open = openImports(operations, new Set(models.map(({ id }) => id)), isHidden)
    const pending = open.ofNone.filter(({ fileName, modelName }) => has(fileName, modelName))
    const shown = ordered(
      models.filter((model) => has(...soughtIn(model))),
      order,
      isPinned
    )
    if (models.length + open.ofNone.length === 0) {
      return (
        <Empty title={texts.models.none}>
          {project.isSample !== true && <p>{mayWrite(project) ? texts.models.noneHint : texts.models.noneRead}</p>}
        </Empty>
      )
    }
    if (shown.length + pending.length === 0) return <NoMatch sought={sought} />
    const of: ModelsProperties = {
      models: shown,
      pathOf,
      remove: (model) =>
        setOpen({ doomed: { path: pathOf(model), name: model.name, about: texts.models.removeAbout } }),
      stateOf: ({ id }) => {
        const operation = open.ofModel.get(id)
        return (
          operation !== undefined && (
            <ImportState key={operation.id} project={project} operation={operation} changed={changed} isNewFile />
          )
        )
      }
    }
    const View = view === "list" ? ModelList : ModelCards
    return (
      <View {...of}>
        {pending.map((operation) => (
          <PendingCard key={operation.id} project={project} operation={operation} changed={changed} />
        ))}
      </View>
    )
  }
  return (
    <section class="part" ref={within}>
      <Bar title={texts.project.tabs.models}>
        {loading.state.tag === "Ready" && loading.state.value.models.length > 0 && (
          <Link to={`/projects/${project.id}/scene`}>{texts.scene.open}</Link>
        )}
        {input}
        <Choices />
      </Bar>
      <Loaded of={loading}>{({ models }) => listed(models)}</Loaded>
      {window}
    </section>
  )
}

/** Renders the models of a project, and the uploads that will become models. */
export const Models = ({ project }: PartProperties) => {
  const loading = useLoaded((signal) => call<Models>("GET", modelsOf(project), { signal }), [project.id])
  const { imported, known, loading: ofOperations } = useOperations(project, mostOperations)
  const own = uploads.value.filter(({ to }) => to === modelsOf(project))
  const over = own.filter(({ stage }) => isOver(stage)).length
  const section = useKeptFocus<HTMLElement>(heading)
  const before = useRef<string | null>(null)
  useEffect(() => {
    // An import has ended, possibly one of another user.
    if (before.current !== null && before.current !== imported) loading.reload()
    before.current = imported
  }, [imported])
  useEffect(() => {
    if (own.length > 0) ofOperations.reload()
  }, [own.length, over])
  // The rows of uploads of this window show their imports already.
  const shownAbove = new Set(own.flatMap(({ stage }) => ("operation" in stage ? [stage.operation?.id] : [])))
  return (
    <>
      {project.isSample === true ? (
        <Sample />
      ) : mayWrite(project) ? (
        <Files button={texts.upload.choose} take={(files) => add(modelsOf(project), files)}>
          {texts.upload.kinds}
        </Files>
      ) : (
        <MayNot why={texts.upload.mayNot} />
      )}
      {own.length > 0 && (
        <section aria-label={texts.upload.title} ref={section}>
          <UploadRows of={own} to={modelsOf(project)} />
        </section>
      )}
      <Grid
        loading={loading}
        project={project}
        operations={known?.filter(({ id }) => !shownAbove.has(id)) ?? []}
        changed={ofOperations.reload}
      />
      {ofOperations.state.tag === "Failed" && (
        <p>
          {texts.operations.notRead} <Fault failure={ofOperations.state.failure} retry={ofOperations.reload} />
        </p>
      )}
    </>
  )
}
