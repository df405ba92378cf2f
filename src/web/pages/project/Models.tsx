import { useEffect, useRef, useState } from "preact/hooks"
import { go } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import { call } from "../../api/Call.ts"
import type { Model, Operation, Project } from "../../api/Views.ts"
import { counted, inPercent } from "../../Texts.ts"
import { texts } from "./ProjectTexts.ts"
import { Empty, Loaded, type Loading, useLoaded } from "../../ui/Loaded.tsx"
import { Progress, UploadRow } from "../../upload/UploadRow.tsx"
import { add, clear, uploads } from "../../upload/Uploads.ts"
import { Bar, MayNot, useOpen } from "./Library.tsx"
import { NoMatch, useSought } from "../../ui/Sought.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"
import { ReportButton } from "./Report.tsx"

const modelsOf = ({ id }: Project): string => `/projects/${id}/models`

const Drop = ({ project }: { readonly project: Project }) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add(modelsOf(project), event.dataTransfer?.files ?? [])
      }}
    >
      <span>{texts.upload.drop}</span>
      <button type="button" class="primary" onClick={() => input.current?.click()}>
        {texts.upload.choose}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={texts.upload.choose}
        accept=".ifc,.ifczip,.zip,.3dm,.rvt,.skp"
        onChange={({ currentTarget }) => {
          add(modelsOf(project), currentTarget.files ?? [])
          currentTarget.value = ""
        }}
      />
      <small>{texts.upload.kinds}</small>
    </div>
  )
}

/** In place of what takes files: the service takes none for this project. */
const Sample = () => (
  <div class="bar">
    <p class="grow">{texts.sample.about}</p>
    <button type="button" class="primary" onClick={() => go("/", new URLSearchParams({ new: "" }))}>
      {texts.projects.new}
    </button>
  </div>
)

const shownOperations = 20
/** Milliseconds until operations are looked at again, while one runs and while none does: others may start one. */
const pauses = { running: 1500, idle: 15_000 }

/** The operations of a project, looked at again and again; `imported`: those that made models, null until they are there. */
const useOperations = (project: Project) => {
  const loading = useLoaded(
    (signal) =>
      call<{ readonly operations: ReadonlyArray<Operation> }>(
        "GET",
        `/projects/${project.id}/operations?pageSize=${shownOperations}`,
        { signal }
      ),
    [project.id]
  )
  const known = loading.state.tag === "Ready" ? loading.state.value.operations : null
  useEffect(() => {
    if (known === null) return undefined
    const isRunning = known.some(({ status }) => status === "Queued" || status === "InProgress")
    const timer = setTimeout(loading.reload, isRunning ? pauses.running : pauses.idle)
    return () => clearTimeout(timer)
  }, [loading.state])
  const imports = known?.filter(({ kind, status }) => kind === "ImportIfc" && status === "Ready")
  return { loading, operations: known ?? [], imported: imports?.map(({ id }) => id).join() ?? null }
}

const Operations = ({ operations }: { readonly operations: ReadonlyArray<Operation> }) => (
  <details class="operations">
    <summary>
      {texts.operations.title} ({counted(operations.length)})
    </summary>
    <table class="list">
      <thead>
        <tr>
          <th>{texts.operations.kind}</th>
          <th>{texts.operations.status}</th>
          <th>{texts.operations.why}</th>
          <th>{texts.report.title}</th>
        </tr>
      </thead>
      <tbody>
        {operations.map((operation) => (
          <tr key={operation.id}>
            <td>{texts.operations.kinds[operation.kind] ?? operation.kind}</td>
            <td>
              {texts.operations.statuses[operation.status]}
              {operation.status === "InProgress" && (
                <>
                  {" "}
                  {inPercent(operation.percentageCompleted)}{" "}
                  <Progress label={texts.operations.status} value={operation.percentageCompleted} />
                </>
              )}
            </td>
            <td>
              {operation.errorDetails} {operation.error !== undefined && <code>{operation.error}</code>}
            </td>
            <td>{operation.reportUrl !== undefined && <ReportButton url={operation.reportUrl} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

type Models = { readonly models: ReadonlyArray<Model> }

const Grid = ({ loading, project }: { readonly loading: Loading<Models>; readonly project: Project }) => {
  const { has, input, sought } = useSought()
  const { setOpen, window } = useOpen(loading.reload)
  return (
    <>
      <Bar title={texts.project.tabs.models}>{input}</Bar>
      <Loaded of={loading}>
        {({ models }) => {
          const shown = models.filter(({ name, tags }) => has(name, ...tags))
          return models.length === 0 ? (
            <Empty title={texts.models.none}>
              {project.isSample !== true && <p>{mayWrite(project) ? texts.models.noneHint : texts.models.noneRead}</p>}
            </Empty>
          ) : shown.length === 0 ? (
            <NoMatch sought={sought} />
          ) : (
            <ul class="cards">
              {shown.map((model) => (
                <li key={model.id} class="holds">
                  <Link to={`/projects/${project.id}/models/${model.id}`} class="card">
                    {model.image === undefined ? (
                      <span class="picture" />
                    ) : (
                      <img class="picture" src={model.image} alt="" loading="lazy" />
                    )}
                    <span class="name">{model.name}</span>
                    {model.tags.length > 0 && <span class="soft">{model.tags.join(", ")}</span>}
                  </Link>
                  {model.canEdit && (
                    <button
                      type="button"
                      class="corner"
                      aria-label={`${texts.delete} ${model.name}`}
                      onClick={() =>
                        setOpen({
                          doomed: {
                            path: `/projects/${project.id}/models/${model.id}`,
                            name: model.name,
                            about: texts.models.removeAbout
                          }
                        })
                      }
                    >
                      ✕
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {window}
    </>
  )
}

/** The models of a project, and files on the way to become some. */
export const Models = ({ project }: PartProperties) => {
  const loading = useLoaded((signal) => call<Models>("GET", modelsOf(project), { signal }), [project.id])
  const { imported, loading: ofOperations, operations } = useOperations(project)
  const own = uploads.value.filter(({ to }) => to === modelsOf(project))
  const over = own.filter(({ stage }) => ["Ready", "Failed", "Cancelled"].includes(stage.tag)).length
  const before = useRef<string | null>(null)
  useEffect(() => {
    // Somebody's import has ended.
    if (before.current !== null && before.current !== imported) loading.reload()
    before.current = imported
  }, [imported])
  useEffect(() => {
    if (own.length > 0) ofOperations.reload()
  }, [own.length, over])
  return (
    <>
      {project.isSample === true ? (
        <Sample />
      ) : mayWrite(project) ? (
        <Drop project={project} />
      ) : (
        <MayNot why={texts.upload.mayNot} />
      )}
      {own.length > 0 && (
        <section aria-label={texts.upload.title}>
          <ul class="uploads">
            {own.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
          {over > 0 && (
            <button type="button" class="link" onClick={() => clear(modelsOf(project))}>
              {texts.upload.clear}
            </button>
          )}
        </section>
      )}
      <Grid loading={loading} project={project} />
      {operations.length > 0 && <Operations operations={operations} />}
    </>
  )
}
