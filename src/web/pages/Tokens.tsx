import { useId, useState } from "preact/hooks"
import { call } from "../api/Call.ts"
import type { ProgramToken, Project, ShownProgramToken } from "../api/Views.ts"
import { type Entered, FormDialog } from "../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../ui/Loaded.tsx"
import { ShownOnce } from "../ui/ShownOnce.tsx"
import { Table } from "../ui/Table.tsx"
import { useTitle } from "../ui/Title.ts"
import { ScopeBoxes } from "./ScopeBoxes.tsx"
import { dated, dayOf, texts } from "./TokenTexts.ts"

const dayMillis = 24 * 3_600_000
const lifetimes = [7, 30, 90, 365]
const usual = "90"

const scopes = [
  "projects:read",
  "projects:write",
  "models:read",
  "models:write",
  "libraries:read",
  "libraries:write"
] as const
const usualScopes: ReadonlySet<string> = new Set(["projects:read", "models:read"])

/** Returns the values of the checked boxes whose names begin with `prefix`. */
const checkedIn = (entered: Entered, prefix: string): ReadonlyArray<string> =>
  Object.keys(entered).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))

const bodyOf = (entered: Entered, isLimited: boolean) => ({
  name: entered["name"],
  scopes: checkedIn(entered, "scope "),
  expiresAt: new Date(Date.now() + Number(entered["days"]) * dayMillis).toISOString(),
  ...(isLimited ? { projects: checkedIn(entered, "project ") } : {})
})

/** Renders which projects the token shall reach. */
const Reach = (properties: {
  readonly projects: ReadonlyArray<Project>
  readonly isLimited: boolean
  readonly limit: (isLimited: boolean) => void
}) => {
  const { isLimited, limit, projects } = properties
  const group = useId()
  return (
    <fieldset class="group">
      <legend>{texts.tokens.projects}</legend>
      {[false, true].map((one) => (
        <label key={String(one)} class="option">
          <input type="radio" name={group} checked={one === isLimited} onChange={() => limit(one)} />
          <span>{one ? texts.tokens.some : texts.tokens.all}</span>
        </label>
      ))}
      {isLimited &&
        projects.map(({ id, name }) => (
          <label key={id} class="option">
            <input type="checkbox" name={`project ${id}`} />
            <span>{name}</span>
          </label>
        ))}
    </fieldset>
  )
}

const NewToken = (properties: {
  readonly projects: ReadonlyArray<Project>
  readonly made: (token: string) => void
  readonly close: () => void
}) => {
  const [isLimited, setLimited] = useState(false)
  return (
    <FormDialog
      title={texts.tokens.new}
      button={texts.create}
      fields={[
        { name: "name", label: texts.tokens.name, required: true },
        {
          name: "days",
          label: texts.tokens.lasts,
          value: usual,
          options: lifetimes.map((days) => ({ value: String(days), label: texts.tokens.days(days) }))
        }
      ]}
      send={async (entered) => {
        const answer = await call<ShownProgramToken>("POST", "/tokens", { body: bodyOf(entered, isLimited) })
        if ("value" in answer) properties.made(answer.value.token)
        return answer
      }}
      done={() => {}}
      close={properties.close}
    >
      <ScopeBoxes scopes={scopes} isUsual={(scope) => usualScopes.has(scope)} />
      <Reach projects={properties.projects} isLimited={isLimited} limit={setLimited} />
    </FormDialog>
  )
}

const List = (properties: {
  readonly tokens: ReadonlyArray<ProgramToken>
  readonly nameOf: (projectId: string) => string
  readonly remove: (token: ProgramToken) => void
}) => (
  <Table
    caption={texts.tokens.title}
    columns={[
      { label: texts.tokens.name, cell: ({ name }) => name },
      { label: texts.tokens.scopes, cell: ({ scopes }) => <code>{scopes.join(" ")}</code> },
      {
        label: texts.tokens.projects,
        cell: ({ projects }) =>
          projects === undefined
            ? texts.tokens.allShort
            : projects.map((id) => properties.nameOf(id)).join(", ") || texts.tokens.noProjects
      },
      { label: texts.tokens.expires, cell: ({ expiresAt }) => dated(expiresAt) },
      {
        label: texts.tokens.used,
        cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? texts.tokens.never : dayOf(lastUsedAt))
      },
      {
        label: texts.tokens.actions,
        isUnseen: true,
        cell: (token) => (
          <span class="rowbuttons">
            <button
              type="button"
              class="plain"
              aria-label={`${texts.delete} ${token.name}`}
              onClick={() => properties.remove(token)}
            >
              {texts.delete}
            </button>
          </span>
        )
      }
    ]}
    rows={properties.tokens}
    keyOf={({ id }) => id}
  />
)

/** Dialog that is open over the list. */
type Open = { readonly doomed: ProgramToken } | { readonly made: string } | "new" | null

/** Renders the user's tokens for programs. */
export const TokensPage = () => {
  const tokens = useLoaded(
    (signal) => call<{ readonly tokens: ReadonlyArray<ProgramToken> }>("GET", "/tokens", { signal }),
    []
  )
  const listed = useLoaded(
    (signal) => call<{ readonly projects: ReadonlyArray<Project> }>("GET", "/projects", { signal }),
    []
  )
  useTitle(texts.tokens.title)
  const [open, setOpen] = useState<Open>(null)
  const projects = listed.state.tag === "Ready" ? listed.state.value.projects : []
  const close = () => setOpen(null)
  // After a refusal too: a token may have been made whose answer was lost.
  const closeAnew = () => {
    close()
    tokens.reload()
  }
  return (
    <>
      <div class="bar">
        <h1>{texts.tokens.title}</h1>
        <button type="button" class="primary" onClick={() => setOpen("new")}>
          {texts.tokens.new}
        </button>
      </div>
      <p class="soft">{texts.tokens.about}</p>
      <Loaded of={tokens}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <Empty title={texts.tokens.none}>
              <p>{texts.tokens.noneHint}</p>
            </Empty>
          ) : (
            <List
              tokens={tokens}
              nameOf={(id) => projects.find((project) => project.id === id)?.name ?? id}
              remove={(doomed) => setOpen({ doomed })}
            />
          )
        }
      </Loaded>
      {open === "new" && <NewToken projects={projects} made={(made) => setOpen({ made })} close={closeAnew} />}
      {open !== null && open !== "new" && "made" in open && (
        <ShownOnce words={texts.tokens} secret={open.made} close={closeAnew} />
      )}
      {open !== null && open !== "new" && "doomed" in open && (
        <FormDialog
          title={texts.tokens.deleting(open.doomed.name)}
          about={texts.tokens.deleteAbout}
          button={texts.delete}
          isDangerous
          fields={[]}
          send={() => call("DELETE", `/tokens/${open.doomed.id}`)}
          done={closeAnew}
          close={close}
          after={() => document.getElementById("content")}
        />
      )}
    </>
  )
}
