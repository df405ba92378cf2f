import { call } from "../../api/Call.ts"
import type { MaterialLibrary } from "../../api/Views.ts"
import { texts } from "./ProjectTexts.ts"
import type { Field } from "../../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { Bar, cleared, MayNot, type Open, RowButtons, typed, useOpen } from "./Library.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

type Facts = Readonly<Record<string, string>>

const factsOf = (rows: MaterialLibrary["properties"][number]): Facts =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

const libraryFields: ReadonlyArray<Field> = [
  { name: "name", label: texts.projects.name, required: true },
  { name: "description", label: texts.projects.description, type: "long" },
  { name: "source", label: texts.libraries.source },
  { name: "edition", label: texts.libraries.edition }
]

const fields = (facts: Facts = {}): ReadonlyArray<Field> => [
  { name: "name", label: texts.projects.name, required: true, value: facts["Name"] ?? "" },
  { name: "category", label: texts.materials.category, value: facts["Category"] ?? "" },
  { name: "color", label: texts.materials.color, hint: texts.materials.colorHint, value: facts["Color"] ?? "" },
  { name: "description", label: texts.projects.description, type: "long", value: facts["Description"] ?? "" }
]

/** Renders a colour as an SVG image, because the content security policy forbids inline styles. */
const Swatch = ({ color = "" }: { readonly color?: string | undefined }) =>
  /^#[\da-f]{3,8}$/i.test(color) ? (
    <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" fill={color} />
    </svg>
  ) : null

interface LibraryProperties {
  readonly library: MaterialLibrary
  readonly shown: ReadonlyArray<Facts>
  readonly base: string
  readonly canWrite: boolean
  readonly open: (open: Open) => void
}

const Library = ({ base, canWrite, library, open, shown }: LibraryProperties) => {
  const path = `${base}/${library.guid}`
  return (
    <section class="group">
      <div class="bar">
        <h3>{library.name}</h3>
        <span class="grow" />
        {canWrite && (
          <>
            <button
              type="button"
              onClick={() =>
                open({
                  draft: {
                    title: texts.materials.new,
                    method: "POST",
                    path: `${path}/materials`,
                    fields: fields(),
                    body: typed
                  }
                })
              }
            >
              {texts.materials.new}
            </button>
            <RowButtons
              name={library.name}
              remove={() => open({ doomed: { path, name: library.name, about: texts.libraries.removeAbout } })}
            />
          </>
        )}
      </div>
      {shown.length > 0 && (
        <table class="list aligned">
          <thead>
            <tr>
              <th>{texts.projects.name}</th>
              <th>{texts.materials.category}</th>
              <th>{texts.projects.description}</th>
              {canWrite && (
                <th>
                  <span class="unseen">{texts.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((facts) => (
              <tr key={facts["Guid"]}>
                <td>
                  <Swatch color={facts["Color"]} /> {facts["Name"]}
                </td>
                <td>{facts["Category"]}</td>
                <td>{facts["Description"]}</td>
                {canWrite && (
                  <td>
                    <RowButtons
                      name={facts["Name"] ?? ""}
                      change={() =>
                        open({
                          draft: {
                            title: texts.materials.change,
                            method: "PUT",
                            path: `${path}/materials/${facts["Guid"]}`,
                            fields: fields(facts),
                            body: cleared
                          }
                        })
                      }
                      remove={() =>
                        open({
                          doomed: {
                            path: `${path}/materials/${facts["Guid"]}`,
                            name: facts["Name"] ?? "",
                            about: texts.materials.removeAbout
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

/** Renders the materials of a project, by library. */
export const Materials = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/material-libraries`
  const loading = useLoaded(
    (signal) => call<{ readonly materialProperties: ReadonlyArray<MaterialLibrary> }>("GET", base, { signal }),
    []
  )
  const { setOpen, window } = useOpen(loading.reload)
  const { has, input, sought } = useSearch()
  const canWrite = mayWrite(project)
  return (
    <>
      <Bar title={texts.project.tabs.materials}>
        {input}
        {canWrite && (
          <button
            type="button"
            class="primary"
            onClick={() =>
              setOpen({
                draft: {
                  title: texts.libraries.new,
                  method: "POST",
                  path: base,
                  fields: libraryFields,
                  body: typed
                }
              })
            }
          >
            {texts.libraries.new}
          </button>
        )}
      </Bar>
      {!canWrite && <MayNot />}
      <Loaded of={loading}>
        {({ materialProperties }) => {
          if (materialProperties.length === 0) {
            return (
              <Empty title={texts.materials.none}>
                <p>{texts.materials.noneHint}</p>
              </Empty>
            )
          }
          const found = materialProperties
            .map((library) => ({
              library,
              shown: library.properties
                .map(factsOf)
                .filter((facts) => has(facts["Name"], facts["Category"], facts["Description"]))
            }))
            .filter(({ shown }) => sought === "" || shown.length > 0)
          return found.length === 0 ? (
            <NoMatch sought={sought} />
          ) : (
            found.map((one) => (
              <Library key={one.library.guid} {...one} base={base} canWrite={canWrite} open={setOpen} />
            ))
          )
        }}
      </Loaded>
      {window}
    </>
  )
}
