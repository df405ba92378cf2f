import { useEffect, useRef } from "preact/hooks"
import { go } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import { call } from "../../api/Call.ts"
import type { Model, Project } from "../../api/Views.ts"
import { texts } from "./ProjectTexts.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Empty, Loaded, type Loading, useLoaded } from "../../ui/Loaded.tsx"
import { Files } from "../../upload/Files.tsx"
import { UploadRow } from "../../upload/UploadRow.tsx"
import { add, clear, uploads } from "../../upload/Uploads.ts"
import { Bar, heading, MayNot, useOpen } from "./Library.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { Operations, useOperations } from "./Operations.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

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

const Grid = ({ loading, project }: { readonly loading: Loading<Models>; readonly project: Project }) => {
  const { has, input, sought } = useSearch()
  const { setOpen, window } = useOpen(loading.reload)
  return (
    <>
      <Bar title={texts.project.tabs.models}>
        {loading.state.tag === "Ready" && loading.state.value.models.length > 0 && (
          <Link to={`/projects/${project.id}/scene`}>{texts.scene.open}</Link>
        )}
        {input}
      </Bar>
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

/** Renders the models of a project, and the uploads that will become models. */
export const Models = ({ project }: PartProperties) => {
  const loading = useLoaded((signal) => call<Models>("GET", modelsOf(project), { signal }), [project.id])
  const { imported, known, loading: ofOperations } = useOperations(project)
  const own = uploads.value.filter(({ to }) => to === modelsOf(project))
  const over = own.filter(({ stage }) => ["Ready", "Failed", "Cancelled"].includes(stage.tag)).length
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
      <Operations known={known} loading={ofOperations} />
    </>
  )
}
