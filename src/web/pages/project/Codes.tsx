import { Fragment } from "preact"
import { useMemo } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { Link } from "../../address/Link.tsx"
import { call } from "../../api/Call.ts"
import type { Code } from "../../api/Views.ts"
import { readLibraries } from "../CodeLibraries.ts"
import type { LabelledLibrary } from "../LibraryLabels.ts"
import { texts } from "./ProjectTexts.ts"
import type { Entered, Field } from "../../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { type Node, Tree } from "../../ui/Tree.tsx"
import { Bar, MayNot, RowButtons, typed, useOpen } from "./Library.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

const libraryFields: ReadonlyArray<Field> = [
  { name: "name", label: texts.projects.name, required: true },
  { name: "description", label: texts.projects.description, type: "long" },
  { name: "source", label: texts.libraries.source },
  { name: "edition", label: texts.libraries.edition },
  { name: "uri", label: texts.libraries.uri }
]

/** Groups codes by the guid of their parent; top-level codes are under "". */
const byParent = (codes: ReadonlyArray<Code>): ReadonlyMap<string, ReadonlyArray<Code>> =>
  Map.groupBy(codes, ({ parentId }) => parentId ?? "")

const none: ReadonlyArray<Code> = []

const Library = ({ canWrite, path }: { readonly path: string; readonly canWrite: boolean }) => {
  const loading = useLoaded((signal) => call<{ readonly codes: ReadonlyArray<Code> }>("GET", path, { signal }), [path])
  const { setOpen, window } = useOpen(loading.reload)
  const { has, input, sought } = useSearch()
  const identificationOf = (all: ReadonlyArray<Code>, guid: string | null | undefined): string =>
    all.find((code) => code.guid === guid)?.identification ?? ""
  const fields = (all: ReadonlyArray<Code>, of: Partial<Code> = {}): ReadonlyArray<Field> => [
    { name: "identification", label: texts.codes.identification, required: true, value: of.identification ?? "" },
    { name: "name", label: texts.projects.name, required: true, value: of.name ?? "" },
    { name: "description", label: texts.projects.description, type: "long", value: of.description ?? "" },
    // The parent is typed rather than chosen from a list: a library has up to 100,000 codes.
    {
      name: "parent",
      label: texts.codes.parent,
      hint: texts.codes.parentHint,
      value: identificationOf(all, of.parentId)
    }
  ]
  /** Returns the entered values with the guid of the parent code; an unknown parent is sent as typed. */
  const bodyOf =
    (all: ReadonlyArray<Code>, of: Partial<Code> = {}) =>
    ({ parent = "", ...entered }: Entered): Entered => {
      const isSame = parent === identificationOf(all, of.parentId)
      const found = isSame ? of.parentId : all.find(({ identification }) => identification === parent.trim())?.guid
      return { ...entered, parentId: found ?? parent }
    }
  const create = (all: ReadonlyArray<Code>, parentId?: string) => {
    const of = parentId === undefined ? {} : { parentId }
    setOpen({
      draft: {
        title: texts.codes.new,
        method: "POST",
        path: `${path}/codification`,
        fields: fields(all, of),
        body: (entered) => typed(bodyOf(all, of)(entered))
      }
    })
  }
  const nodesOf = (all: ReadonlyArray<Code>): ReadonlyArray<Node> => {
    const below = byParent(all)
    const nodeOf = (code: Code): ReadonlyArray<Node> => {
      const children = (below.get(code.guid) ?? []).flatMap(nodeOf)
      const isShown = sought === "" || has(code.identification, code.name, code.description) || children.length > 0
      if (!isShown) return []
      const at = `${path}/codification/${code.guid}`
      const buttons = canWrite && (
        <>
          <button
            type="button"
            class="plain add"
            aria-label={`${texts.codes.below} ${code.identification}`}
            onClick={() => create(all, code.guid)}
          >
            {texts.codes.below}
          </button>
          <RowButtons
            name={code.identification}
            change={() =>
              setOpen({
                draft: {
                  title: texts.codes.change,
                  method: "PUT",
                  path: at,
                  fields: fields(all, code),
                  body: bodyOf(all, code)
                }
              })
            }
            remove={() => setOpen({ doomed: { path: at, name: code.identification, about: texts.codes.removeAbout } })}
          />
        </>
      )
      const label = (
        <>
          <code>{code.identification}</code> {code.name}
        </>
      )
      return [{ id: code.guid, label, buttons, children }]
    }
    return (below.get("") ?? []).flatMap(nodeOf)
  }
  const all = loading.state.tag === "Ready" ? loading.state.value.codes : none
  // The nodes are memoized because a library has up to 100,000 codes.
  const nodes = useMemo(() => nodesOf(all), [all, sought, canWrite])
  return (
    <>
      <div class="bar">
        {input}
        {loading.state.tag === "Ready" && <span class="soft">{texts.codes.countOf(all.length)}</span>}
        <span class="grow" />
        {canWrite && (
          <button type="button" onClick={() => create(all)}>
            {texts.codes.new}
          </button>
        )}
      </div>
      <Loaded of={loading}>
        {({ codes }) => {
          if (codes.length === 0) return <p class="soft">{texts.codes.noneHere}</p>
          return nodes.length === 0 ? (
            <NoMatch sought={sought} />
          ) : (
            <Tree label={texts.project.tabs.codes} opened={sought !== ""} nodes={nodes} />
          )
        }}
      </Loaded>
      {window}
    </>
  )
}

/** Renders where a library comes from, and which publication it is. */
const Origin = ({ models, of }: { readonly models: string; readonly of: LabelledLibrary }) => {
  const { edition, editionDate, source, uri } = of.library
  const facts = [
    [texts.libraries.edition, edition],
    [texts.codes.published, editionDate],
    [texts.libraries.source, source],
    [texts.libraries.uri, uri]
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== "")
  if (of.model === null && facts.length === 0) return null
  return (
    <dl class="facts">
      {of.model !== null && (
        <>
          <dt>{texts.codes.ofModel}</dt>
          <dd>
            <Link to={`${models}/${of.model.id}`}>{of.model.name}</Link>
          </dd>
        </>
      )}
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Renders the classifications of a project, each as a tree of codes. */
export const Codes = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/codifications`
  const loading = useLoaded((signal) => readLibraries(`/projects/${project.id}`, signal), [])
  const { setOpen, window } = useOpen(loading.reload)
  const canWrite = mayWrite(project)
  return (
    <>
      <Bar title={texts.project.tabs.codes}>
        {canWrite && (
          <button
            type="button"
            class="primary"
            onClick={() =>
              setOpen({
                draft: { title: texts.libraries.new, method: "POST", path: base, fields: libraryFields, body: typed }
              })
            }
          >
            {texts.libraries.new}
          </button>
        )}
      </Bar>
      {!canWrite && <MayNot />}
      <Loaded of={loading}>
        {(libraries) => {
          const asked = place.value.query.get("library")
          const shown = libraries.find(({ library }) => library.guid === asked) ?? libraries[0]
          if (shown === undefined) {
            return (
              <Empty title={texts.codes.none}>
                <p>{texts.codes.noneHint}</p>
              </Empty>
            )
          }
          const { label, library } = shown
          return (
            <>
              <div class="bar">
                <label>
                  {texts.codes.library}{" "}
                  <select onChange={({ currentTarget: { value } }) => choose({ library: value })}>
                    {libraries.map(({ label, library: { guid } }) => (
                      <option key={guid} value={guid} selected={guid === library.guid}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                {canWrite && (
                  <RowButtons
                    name={label}
                    remove={() =>
                      setOpen({
                        doomed: { path: `${base}/${library.guid}`, name: label, about: texts.libraries.removeAbout }
                      })
                    }
                  />
                )}
              </div>
              {library.description !== undefined && <p class="soft">{library.description}</p>}
              <Origin of={shown} models={`/projects/${project.id}/models`} />
              <Library key={library.guid} path={`${base}/${library.guid}`} canWrite={canWrite} />
            </>
          )
        }}
      </Loaded>
      {window}
    </>
  )
}
