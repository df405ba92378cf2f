import { useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { Condition, Project, SavedQuery } from "../../../api/Views.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Fault, Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { useOwnSubject } from "../../OwnSubject.ts"
import { texts } from "../ModelTexts.ts"
import { projectOf, setFilters } from "../Query.ts"
import { savedConditions } from "./Conditions.ts"

interface Listed {
  readonly queries: ReadonlyArray<SavedQuery>
  readonly project: Project
}

const read = async (project: string, signal: AbortSignal): Promise<Answer<Listed>> => {
  const [queries, above] = await Promise.all([
    call<Pick<Listed, "queries">>("GET", `${project}/queries`, { signal }),
    call<Project>("GET", project, { signal })
  ])
  if ("failure" in queries) return queries
  return "failure" in above ? above : { value: { queries: queries.value.queries, project: above.value } }
}

const Line = (properties: {
  readonly saved: SavedQuery
  readonly mayChange: boolean
  readonly mayShare: boolean
  readonly isOwn: boolean
  readonly use: (filters: ReadonlyArray<Condition>) => void
  readonly send: (method: "PUT" | "DELETE", id: number, body?: object) => Promise<boolean>
}) => {
  const { isOwn, mayChange, mayShare, saved, send, use } = properties
  const { id, name, shared } = saved
  const [renamed, setRenamed] = useState<string | null>(null)
  const filters = savedConditions(saved.query)
  const words = texts.filters.saved
  if (renamed !== null) {
    const rename = async () => {
      if (await send("PUT", id, { name: renamed })) setRenamed(null)
    }
    return (
      <li>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            void rename()
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.preventDefault()
            setRenamed(null)
          }}
        >
          <input
            ref={(element) => element?.focus()}
            class="grow"
            required
            maxLength={255}
            aria-label={words.saveAs}
            value={renamed}
            onInput={({ currentTarget }) => setRenamed(currentTarget.value)}
          />
          <button class="primary">{texts.save}</button>
          <button type="button" onClick={() => setRenamed(null)}>
            {texts.cancel}
          </button>
        </form>
      </li>
    )
  }
  return (
    <li class="row">
      <button
        type="button"
        class="link grow"
        disabled={filters === null}
        title={filters === null ? words.notShown : undefined}
        aria-label={words.use(name)}
        onClick={() => use(filters ?? [])}
      >
        {name}
      </button>
      <span class="tag">{shared ? words.shared : words.private}</span>
      {!isOwn && <span class="soft">{words.by(saved.createdByName ?? saved.createdBy)}</span>}
      {mayChange && (
        <>
          <button type="button" class="plain" aria-label={words.renameOf(name)} onClick={() => setRenamed(name)}>
            {words.rename}
          </button>
          {mayShare && (
            <button
              type="button"
              class="plain"
              aria-label={shared ? words.unshareOf(name) : words.shareOf(name)}
              onClick={() => void send("PUT", id, { shared: !shared })}
            >
              {shared ? words.unshare : words.share}
            </button>
          )}
          <button type="button" class="plain" aria-label={words.deleteOf(name)} onClick={() => void send("DELETE", id)}>
            {texts.delete}
          </button>
        </>
      )}
    </li>
  )
}

const SaveForm = (properties: {
  readonly mayShare: boolean
  readonly save: (name: string, isShared: boolean) => Promise<boolean>
}) => {
  const { mayShare, save } = properties
  const [name, setName] = useState("")
  const [isShared, setShared] = useState(false)
  const submit = async () => {
    if (await save(name, isShared)) setName("")
  }
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        class="grow"
        required
        maxLength={255}
        aria-label={texts.filters.saved.saveAs}
        placeholder={texts.filters.saved.saveAs}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button class="primary">{texts.filters.saved.save}</button>
      {mayShare && (
        <label>
          <input
            type="checkbox"
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />{" "}
          {texts.filters.saved.shareIt}
        </label>
      )}
    </form>
  )
}

/** Renders a dialog with the saved queries of the project: one is used as filters, the present filters are saved. */
export const SavedFilters = (properties: {
  readonly base: string
  readonly filters: ReadonlyArray<Condition>
  readonly close: () => void
}) => {
  const { base, close, filters } = properties
  const project = projectOf(base)
  const loading = useLoaded((signal) => read(project, signal), [project])
  const own = useOwnSubject()
  const [failure, setFailure] = useState<Failure | null>(null)
  const ended = (answer: Answer<unknown>): boolean => {
    setFailure("failure" in answer ? answer.failure : null)
    if (!("failure" in answer)) loading.reload()
    return !("failure" in answer)
  }
  return (
    <Dialog title={texts.filters.saved.title} close={close}>
      <Loaded of={loading}>
        {({ project: { role }, queries }) => (
          <div class="saved">
            {filters.length === 0 ? (
              <p class="soft">{texts.filters.saved.nothing}</p>
            ) : (
              <SaveForm
                mayShare={role !== "User"}
                save={async (name, shared) =>
                  ended(
                    await call("POST", `${project}/queries`, {
                      body: { name, shared, query: { where: { and: filters } } }
                    })
                  )
                }
              />
            )}
            {failure !== null && (
              <p>
                <Fault failure={failure} />
              </p>
            )}
            {queries.length === 0 ? (
              <p class="soft">{texts.filters.saved.none}</p>
            ) : (
              <ul aria-label={texts.filters.saved.title}>
                {queries.map((saved) => (
                  <Line
                    key={saved.id}
                    saved={saved}
                    isOwn={saved.createdBy === own}
                    mayChange={saved.createdBy === own || (saved.shared && role === "Owner")}
                    mayShare={role !== "User"}
                    use={(next) => {
                      setFilters(next)
                      close()
                    }}
                    send={async (method, id, body) =>
                      ended(await call(method, `${project}/queries/${id}`, body === undefined ? {} : { body }))
                    }
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
