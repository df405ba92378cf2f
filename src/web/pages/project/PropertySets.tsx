import { call } from "../../api/Call.ts"
import type { Definition, PropertySet } from "../../api/Views.ts"
import { texts } from "./ProjectTexts.ts"
import type { Entered, Field } from "../../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { Bar, MayNot, type Open, RowButtons, useOpen } from "./Library.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

const split = (text = "", at: RegExp | string = "\n"): ReadonlyArray<string> =>
  text
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** Parses `IfcDoor; IfcWall.PARTITIONING`: classes, or predefined types of a class. */
const entityTypes = (text: string | undefined) => {
  const types = new Map<string, Array<string>>()
  for (const one of split(text, /[;\n]/)) {
    const [value = "", predefined] = one.split(".")
    types.set(value, [...(types.get(value) ?? []), ...(predefined === undefined ? [] : [predefined])])
  }
  return Array.from(types, ([value, predefined]) => ({
    value,
    predefinedTypes: predefined.map((word) => ({ value: word }))
  }))
}

const writtenTypes = ({ entityTypes }: PropertySet): string =>
  entityTypes
    .flatMap(({ name, predefinedTypes }) =>
      predefinedTypes.length === 0 ? [name] : predefinedTypes.map((word) => `${name}.${word}`)
    )
    .join("; ")

const dataTypes = Object.entries(texts.sets.dataTypes).map(([value, label]) => ({ value, label }))

/** Returns the name by which requests name a data type; responses spell it differently. */
const askedFor = (spelled: string): string =>
  spelled === "double" ? "Real" : spelled.slice(0, 1).toUpperCase() + spelled.slice(1)

const setFields = (set?: PropertySet): ReadonlyArray<Field> => [
  { name: "name", label: texts.projects.name, required: true, value: set?.name ?? "" },
  {
    name: "types",
    label: texts.sets.types,
    hint: texts.sets.typesHint,
    value: set === undefined ? "" : writtenTypes(set)
  }
]

const setBody = ({ name, types }: Entered) => ({ name, entityTypes: entityTypes(types) })

const definitionFields = (definition?: Definition): ReadonlyArray<Field> => [
  { name: "name", label: texts.projects.name, required: true, value: definition?.name ?? "" },
  {
    name: "dataType",
    label: texts.sets.dataType,
    value: askedFor(definition?.dataType ?? "string"),
    options: dataTypes
  },
  { name: "unit", label: texts.sets.unit, value: definition?.unitName ?? "", hint: texts.sets.unitHint },
  {
    name: "measureType",
    label: texts.sets.measure,
    value: definition?.measureType ?? "",
    hint: texts.sets.measureHint
  },
  {
    name: "words",
    label: texts.sets.words,
    type: "long",
    hint: texts.sets.wordsHint,
    value: definition?.enumerationValues?.join("\n") ?? ""
  }
]

const definitionBody = ({ dataType, measureType, name, unit, words }: Entered) => ({
  name,
  dataType,
  unit: unit === "" ? null : unit,
  measureType: measureType === "" ? null : measureType,
  ...(dataType === "Enumeration" ? { enumerationValues: split(words) } : {})
})

interface SetProperties {
  readonly set: PropertySet
  readonly shown: ReadonlyArray<Definition>
  readonly base: string
  readonly canWrite: boolean
  readonly open: (open: Open) => void
}

const Set = ({ base, canWrite, open, set, shown }: SetProperties) => {
  const path = `${base}/${set.id}`
  return (
    <section class="group">
      <div class="bar">
        <h3>{set.name}</h3>
        <span class="soft">{writtenTypes(set) || texts.sets.everything}</span>
        <span class="grow" />
        {canWrite && (
          <>
            <button
              type="button"
              onClick={() =>
                open({
                  draft: {
                    title: texts.sets.newProperty,
                    method: "POST",
                    path: `${path}/property`,
                    fields: definitionFields(),
                    body: definitionBody
                  }
                })
              }
            >
              {texts.sets.newProperty}
            </button>
            <RowButtons
              name={set.name}
              change={() =>
                open({
                  draft: { title: texts.sets.change, method: "PUT", path, fields: setFields(set), body: setBody }
                })
              }
              remove={() => open({ doomed: { path, name: set.name, about: texts.sets.removeAbout } })}
            />
          </>
        )}
      </div>
      {shown.length > 0 && (
        <table class="list aligned">
          <thead>
            <tr>
              <th>{texts.projects.name}</th>
              <th>{texts.sets.dataType}</th>
              <th>{texts.sets.unit}</th>
              <th>{texts.sets.words}</th>
              {canWrite && (
                <th>
                  <span class="unseen">{texts.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((definition) => (
              <tr key={definition.id}>
                <td>{definition.name}</td>
                <td>{texts.sets.dataTypes[askedFor(definition.dataType ?? "")] ?? definition.dataType}</td>
                <td>{definition.unitName}</td>
                <td>{definition.enumerationValues?.join(", ")}</td>
                {canWrite && (
                  <td>
                    <RowButtons
                      name={definition.name}
                      change={() =>
                        open({
                          draft: {
                            title: texts.sets.changeProperty,
                            method: "PUT",
                            path: `${path}/property/${definition.id}`,
                            fields: definitionFields(definition),
                            body: definitionBody
                          }
                        })
                      }
                      remove={() =>
                        open({
                          doomed: {
                            path: `${path}/property/${definition.id}`,
                            name: definition.name,
                            about: texts.sets.removePropertyAbout
                          }
                        })
                      }
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Renders the property sets that a project defines itself. */
export const PropertySets = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/customProperties`
  const loading = useLoaded(
    (signal) => call<{ readonly sets: ReadonlyArray<PropertySet> }>("GET", base, { signal }),
    []
  )
  const { setOpen, window } = useOpen(loading.reload)
  const { has, input, sought } = useSearch()
  const canWrite = mayWrite(project)
  const sets = `${base}/property-sets`
  return (
    <>
      <Bar title={texts.project.tabs.sets}>
        {input}
        {canWrite && (
          <button
            type="button"
            class="primary"
            onClick={() =>
              setOpen({
                draft: { title: texts.sets.new, method: "POST", path: sets, fields: setFields(), body: setBody }
              })
            }
          >
            {texts.sets.new}
          </button>
        )}
      </Bar>
      {!canWrite && <MayNot />}
      <Loaded of={loading}>
        {(library) => {
          if (library.sets.length === 0) {
            return (
              <Empty title={texts.sets.none}>
                <p>{texts.sets.noneHint}</p>
              </Empty>
            )
          }
          const found = library.sets
            .map((set) => ({
              set,
              shown: has(set.name) ? set.propertyDefinitions : set.propertyDefinitions.filter(({ name }) => has(name))
            }))
            .filter(({ set, shown }) => has(set.name) || shown.length > 0)
          return found.length === 0 ? (
            <NoMatch sought={sought} />
          ) : (
            found.map((one) => <Set key={one.set.id} {...one} base={sets} canWrite={canWrite} open={setOpen} />)
          )
        }}
      </Loaded>
      {window}
    </>
  )
}
