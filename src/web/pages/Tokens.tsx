import { useId, useState } from "preact/hooks"
import { call } from "../api/Call.ts"
import type { ProgramToken, Project, ShownProgramToken } from "../api/Views.ts"
import { type Entered, FormDialog } from "../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../ui/Loaded.tsx"
import { ShownOnce } from "../ui/ShownOnce.tsx"
import { useTitle } from "../ui/Title.ts"
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
        <label key={String(one)}>
          <input type="radio" name={group} checked={one === isLimited} onChange={() => limit(one)} />{" "}
          {one ? texts.tokens.some : texts.tokens.all}
        </label>
      ))}
      {isLimited &&
        projects.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" name={`project ${id}`} /> {name}
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
      <fieldset class="group">
        <legend>{texts.tokens.scopes}</legend>
        {scopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name={`scope ${scope}`} defaultChecked={usualScopes.has(scope)} />{" "}
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <Reach projects={properties.projects} isLimited={isLimited} limit={setLimited} />
    </FormDialog>
  )
}

const List = (properties: {
  readonly tokens: ReadonlyArray<ProgramToken>
  readonly nameOf: (projectId: string) => string
  readonly remove: (token: ProgramToken) => void
}) => (
  <table class="list">
    <thead>
      <tr>
        <th>{texts.tokens.name}</th>
        <th>{texts.tokens.scopes}</th>
        <th>{texts.tokens.projects}</th>
        <th>{texts.tokens.expires}</th>
        <th>{texts.tokens.used}</th>
        <th>
          <span class="unseen">{texts.tokens.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {properties.tokens.map((token) => (
        <tr key={token.id}>
          <td>{token.name}</td>
          <td>
            <code>{token.scopes.join(" ")}</code>
          </td>
          <td>
            {token.projects === undefined
              ? texts.tokens.allShort
              : token.projects.map((id) => properties.nameOf(id)).join(", ") || texts.tokens.noProjects}
          </td>
          <td>{dated(token.expiresAt)}</td>
          <td>{token.lastUsedAt === undefined ? texts.tokens.never : dayOf(token.lastUsedAt)}</td>
          <td>
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
          </td>
        </tr>
      ))}
    </tbody>
  </table>
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
