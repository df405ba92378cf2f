import { useEffect, useState } from "preact/hooks"
import { go, place } from "../address/Address.ts"
import { Link } from "../address/Link.tsx"
import { call } from "../api/Call.ts"
import type { Model, Project } from "../api/Views.ts"
import { texts } from "../Texts.ts"
import { FormDialog } from "../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../ui/Loaded.tsx"

const Card = ({ project }: { readonly project: Project }) => (
  <li>
    <Link to={`/projects/${project.id}`} class="card">
      {project.image === undefined ? <span class="picture" /> : <img class="picture" src={project.image} alt="" />}
      <span class="name">{project.name}</span>
      <span class="tag">{texts.roles[project.role] ?? project.role}</span>
      {project.description !== undefined && <span class="soft">{project.description}</span>}
    </Link>
  </li>
)

/** Who is new here sees the building of the sample project at once. */
const useWelcome = (projects: ReadonlyArray<Project> | null) => {
  const isNew = place.value.query.has("welcome")
  useEffect(() => {
    const first = projects?.[0]
    if (!isNew || first === undefined) return
    void call<{ readonly models: ReadonlyArray<Model> }>("GET", `/projects/${first.id}/models`).then((answer) => {
      const model = "value" in answer ? answer.value.models[0] : undefined
      go(model === undefined ? "/" : `/projects/${first.id}/models/${model.id}`, undefined, { replace: true })
    })
  }, [isNew, projects])
}

/** The projects of the reader, by name. */
export const Projects = () => {
  const loading = useLoaded(
    (signal) => call<{ readonly projects: ReadonlyArray<Project> }>("GET", "/projects", { signal }),
    []
  )
  const [isCreating, setCreating] = useState(false)
  const [sought, setSought] = useState("")
  useWelcome(loading.state.tag === "Ready" ? loading.state.value.projects : null)
  const has = ({ description = "", name }: Project) =>
    `${name}\n${description}`.toLowerCase().includes(sought.toLowerCase())
  return (
    <>
      <div class="bar">
        <h1>{texts.projects.title}</h1>
        <input
          type="search"
          aria-label={texts.projects.search}
          placeholder={texts.search}
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          {texts.projects.new}
        </button>
      </div>
      <Loaded of={loading}>
        {({ projects }) =>
          projects.length === 0 ? (
            <Empty title={texts.projects.none}>
              <p>{texts.projects.noneHint}</p>
            </Empty>
          ) : projects.some(has) ? (
            <ul class="cards">
              {projects.filter(has).map((project) => (
                <Card key={project.id} project={project} />
              ))}
            </ul>
          ) : (
            <p class="soft">{texts.projects.noMatch}</p>
          )
        }
      </Loaded>
      {isCreating && (
        <FormDialog
          title={texts.projects.new}
          button={texts.create}
          fields={[
            { name: "name", label: texts.projects.name, required: true },
            { name: "description", label: texts.projects.description, type: "long" }
          ]}
          send={async ({ description, name }) => {
            const body = { name, ...(description === "" ? {} : { description }) }
            const answer = await call<Project>("POST", "/projects", { body })
            if ("value" in answer) go(`/projects/${answer.value.id}`)
            return answer
          }}
          done={() => setCreating(false)}
          close={() => setCreating(false)}
        />
      )}
    </>
  )
}
