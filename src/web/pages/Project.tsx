import { useState } from "preact/hooks"
import { type Identifiers, choose, go, place } from "../address/Address.ts"
import { Link } from "../address/Link.tsx"
import { call } from "../api/Call.ts"
import type { Project } from "../api/Views.ts"
import { texts } from "./project/ProjectTexts.ts"
import { FormDialog } from "../ui/Dialog.tsx"
import { Loaded, type Loading, useLoaded } from "../ui/Loaded.tsx"
import { lazy } from "../ui/Lazy.tsx"
import { workStyles } from "../ui/Styles.ts"
import { Tabs } from "../ui/Tabs.tsx"
import { useTitle } from "../ui/Title.ts"
import { Codes } from "./project/Codes.tsx"
import { Locations } from "./project/Locations.tsx"
import { Materials } from "./project/Materials.tsx"
import { Members } from "./project/Members.tsx"
import { Models } from "./project/Models.tsx"
import { PropertySets } from "./project/PropertySets.tsx"

const Products = lazy(async () => {
  const [{ Products }] = await Promise.all([import("./project/Products.tsx"), workStyles()])
  return Products
})

const Operations = lazy(async () => (await import("./project/Operations.tsx")).Operations)
const Requirements = lazy(async () => (await import("./project/Requirements.tsx")).Requirements)
const Topics = lazy(async () => {
  const [{ Topics }] = await Promise.all([import("./project/Topics.tsx"), workStyles()])
  return Topics
})
const Webhooks = lazy(async () => (await import("./project/Webhooks.tsx")).Webhooks)

const tabs = {
  models: Models,
  products: Products,
  members: Members,
  sets: PropertySets,
  materials: Materials,
  locations: Locations,
  codes: Codes,
  requirements: Requirements,
  topics: Topics,
  operations: Operations,
  webhooks: Webhooks
} as const

export { TokensPage } from "./Tokens.tsx"

type Tab = keyof typeof tabs

/** Parameters of the address that belong to one tab. */
const ofTab = { q: null, library: null, panel: null, state: null, kind: null, person: null, topic: null }

const Heading = ({ loading, project }: { readonly loading: Loading<Project>; readonly project: Project }) => {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null)
  const close = () => setOpen(null)
  const path = `/projects/${project.id}`
  return (
    <>
      <div class="bar">
        <h1>{project.name}</h1>
        <span class="tag">{texts.roles[project.role] ?? project.role}</span>
        {project.role === "Owner" && (
          <>
            <button type="button" onClick={() => setOpen("edit")}>
              {texts.edit}
            </button>
            <button type="button" onClick={() => setOpen("delete")}>
              {texts.delete}
            </button>
          </>
        )}
      </div>
      {project.description !== undefined && <p class="soft">{project.description}</p>}
      {open === "edit" && (
        <FormDialog
          title={texts.project.edit}
          button={texts.save}
          fields={[
            { name: "name", label: texts.projects.name, value: project.name, required: true },
            {
              name: "description",
              label: texts.projects.description,
              type: "long",
              value: project.description ?? ""
            }
          ]}
          send={({ description, name }) =>
            call("PUT", path, { body: { name, description: description === "" ? null : description } })
          }
          done={() => {
            close()
            loading.reload()
          }}
          close={close}
        />
      )}
      {open === "delete" && (
        <FormDialog
          title={texts.project.remove}
          about={texts.project.removeAbout(project.name)}
          button={texts.delete}
          isDangerous
          fields={[]}
          send={() => call("DELETE", path)}
          done={() => go("/")}
          close={close}
        />
      )}
    </>
  )
}

/** Renders the page of a project: its contents, by kind. */
export const ProjectPage = ({ of }: { readonly of: Identifiers }) => {
  const id = of["project"]!
  const loading = useLoaded((signal) => call<Project>("GET", `/projects/${id}`, { signal }), [id])
  useTitle(loading.state.tag === "Ready" ? loading.state.value.name : null)
  const asked = place.value.query.get("tab") ?? "models"
  const shown = asked in tabs ? (asked as Tab) : "models"
  const Part = tabs[shown]
  return (
    <>
      <p class="crumbs">
        <Link to="/">{texts.projects.title}</Link>
      </p>
      {loading.state.tag !== "Ready" && <h1 class="unseen">{texts.project.title}</h1>}
      <Loaded of={loading}>
        {(project) => (
          <>
            <Heading loading={loading} project={project} />
            <Tabs
              label={texts.project.parts}
              tabs={(Object.keys(tabs) as ReadonlyArray<Tab>).filter(
                (tab) => project.role === "Owner" || tab !== "webhooks"
              )}
              shown={shown}
              titleOf={(tab) => texts.project.tabs[tab]}
              choose={(tab) => choose({ ...ofTab, tab: tab === "models" ? null : tab }, { replace: false })}
            />
            <Part key={shown} project={project} />
          </>
        )}
      </Loaded>
    </>
  )
}
