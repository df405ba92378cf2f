import { choose, place } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import type { Code, CodeLibrary } from "../../api/Views.ts"
import { texts } from "../../Texts.ts"
import type { Field } from "../../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { type Node, Tree } from "../../ui/Tree.tsx"
import { Bar, RowButtons, typed, useOpen, useSought } from "./Library.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

const libraryFields: ReadonlyArray<Field> = [
  { name: "name", label: texts.projects.name, required: true },
  { name: "description", label: texts.projects.description, type: "long" },
  { name: "source", label: texts.libraries.source },
  { name: "edition", label: texts.libraries.edition },
  { name: "uri", label: texts.libraries.uri }
]

/** Codes above others, by the guid of what they lie below; those that nothing is above under "". */
const byParent = (codes: ReadonlyArray<Code>): ReadonlyMap<string, ReadonlyArray<Code>> => {
  const known = new Map<string, Array<Code>>()
  for (const code of codes) {
    const parent = code.parentId ?? ""
    known.set(parent, [...(known.get(parent) ?? []), code])
  }
  return known
}

const Library = ({ canWrite, path }: { readonly path: string; readonly canWrite: boolean }) => {
  const loading = useLoaded((signal) => call<{ readonly codes: ReadonlyArray<Code> }>("GET", path, { signal }), [path])
  const { setOpen, window } = useOpen(loading.reload)
  const { has, input, sought } = useSought()
  const fields = (all: ReadonlyArray<Code>, of: Partial<Code> = {}): ReadonlyArray<Field> => [
    { name: "identification", label: texts.codes.identification, required: true, value: of.identification ?? "" },
    { name: "name", label: texts.projects.name, required: true, value: of.name ?? "" },
    { name: "description", label: texts.projects.description, type: "long", value: of.description ?? "" },
    {
      name: "parentId",
      label: texts.codes.parent,
      value: of.parentId ?? "",
      options: [
        { value: "", label: texts.locations.top },
        ...all
          .filter(({ guid }) => guid !== of.guid)
          .map(({ guid, identification, name }) => ({ value: guid, label: `${identification} ${name}` }))
      ]
    }
  ]
  const nodesOf = (all: ReadonlyArray<Code>): ReadonlyArray<Node> => {
    const below = byParent(all)
    const nodeOf = (code: Code): ReadonlyArray<Node> => {
      const children = (below.get(code.guid) ?? []).flatMap(nodeOf)
      const isShown = sought === "" || has(code.identification, code.name, code.description) || children.length > 0
      if (!isShown) return []
      const buttons = canWrite && (
        <RowButtons
          name={code.identification}
          change={() =>
            setOpen({
              draft: {
                title: texts.codes.change,
                method: "PUT",
                path: `${path}/codification/${code.guid}`,
                fields: fields(all, code),
                body: (entered) => entered
              }
            })
          }
          remove={() =>
            setOpen({
              doomed: {
                path: `${path}/codification/${code.guid}`,
                name: code.identification,
                about: texts.codes.removeAbout
              }
            })
          }
        />
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
  const all = loading.state.tag === "Ready" ? loading.state.value.codes : []
  return (
    <>
      <div class="bar">
        {input}
        <span class="grow" />
        {canWrite && (
          <button
            type="button"
            onClick={() =>
              setOpen({
                draft: {
                  title: texts.codes.new,
                  method: "POST",
                  path: `${path}/codification`,
                  fields: fields(all),
                  body: typed
                }
              })
            }
          >
            {texts.codes.new}
          </button>
        )}
      </div>
      <Loaded of={loading}>
        {({ codes }) =>
          codes.length === 0 ? (
            <p class="soft">{texts.codes.noneHere}</p>
          ) : (
            <Tree label={texts.project.tabs.codes} opened={sought !== ""} nodes={nodesOf(codes)} />
          )
        }
      </Loaded>
      {window}
    </>
  )
}

/** The classifications of a project, each a tree of codes. */
export const Codes = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/codifications`
  const loading = useLoaded(
    (signal) => call<{ readonly codificationLibraries: ReadonlyArray<CodeLibrary> }>("GET", base, { signal }),
    []
  )
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
      <Loaded of={loading}>
        {({ codificationLibraries: libraries }) => {
          const asked = place.value.query.get("library")
          const shown = libraries.find(({ guid }) => guid === asked) ?? libraries[0]
          if (shown === undefined) {
            return (
              <Empty title={texts.codes.none}>
                <p>{texts.codes.noneHint}</p>
              </Empty>
            )
          }
          return (
            <>
              <div class="bar">
                <label>
                  {texts.codes.library}{" "}
                  <select onChange={({ currentTarget: { value } }) => choose({ library: value })}>
                    {libraries.map(({ group, guid, name }) => (
                      <option key={guid} value={guid} selected={guid === shown.guid}>
                        {name} ({texts.codes.groups[group]})
                      </option>
                    ))}
                  </select>
                </label>
                {canWrite && (
                  <RowButtons
                    name={shown.name}
                    remove={() =>
                      setOpen({
                        doomed: { path: `${base}/${shown.guid}`, name: shown.name, about: texts.libraries.removeAbout }
                      })
                    }
                  />
                )}
              </div>
              {shown.description !== undefined && <p class="soft">{shown.description}</p>}
              <Library key={shown.guid} path={`${base}/${shown.guid}`} canWrite={canWrite} />
            </>
          )
        }}
      </Loaded>
      {window}
    </>
  )
}
