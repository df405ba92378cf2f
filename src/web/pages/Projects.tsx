import { useEffect, useRef, useState } from "preact/hooks"
import { choose, go, place } from "../address/Address.ts"
import { Link } from "../address/Link.tsx"
import { call } from "../api/Call.ts"
import type { Model, Project } from "../api/Views.ts"
import { texts } from "../Texts.ts"
import { FormDialog } from "../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../ui/Loaded.tsx"
import { NoPicture } from "../ui/NoPicture.tsx"
import { useTitle } from "../ui/Title.ts"

/**
 * Renders the picture of a project. A project without one shows that of its first model with a picture, requested when
 * it scrolls into view.
 */
const Picture = ({ project }: { readonly project: Project }) => {
  const place = useRef<HTMLSpanElement>(null)
  const [found, setFound] = useState(project.image ?? null)
  useEffect(() => {
    if (found !== null || place.current === null) return undefined
    const control = new AbortController()
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const { signal } = control
      void call<{ readonly models: ReadonlyArray<Model> }>("GET", `/projects/${project.id}/models`, { signal }).then(
        (answer) => {
          if ("value" in answer) setFound(answer.value.models.find(({ image }) => image !== undefined)?.image ?? null)
        }
      )
    })
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      control.abort()
    }
  }, [])
  return found === null ? (
    <NoPicture place={place} />
  ) : (
    <img class="picture" src={found} alt="" onError={() => setFound(null)} />
  )
}

const Card = ({ project }: { readonly project: Project }) => (
  <li>
    <Link to={`/projects/${project.id}`} class="card">
      <Picture project={project} />
      <span class="name">{project.name}</span>
      <span class="tag">{texts.roles[project.role] ?? project.role}</span>
      {project.isSample === true && <span class="soft">{texts.sample.short}</span>}
      {project.description !== undefined && <span class="soft">{project.description}</span>}
    </Link>
  </li>
)

/** Takes a new user straight to the building of the sample project. */
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

/** Renders the user's projects, by name. */
export const Projects = () => {
  const loading = useLoaded(
    (signal) => call<{ readonly projects: ReadonlyArray<Project> }>("GET", "/projects", { signal }),
    []
  )
  useTitle(texts.projects.title)
  const isCreating = place.value.query.has("new")
  const close = () => choose({ new: null })
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
        <button type="button" class="primary" onClick={() => choose({ new: "" })}>
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
            if ("value" in answer) {
              close()
              go(`/projects/${answer.value.id}`)
            }
            return answer
          }}
          done={() => {}}
          close={close}
        />
      )}
    </>
  )
}
