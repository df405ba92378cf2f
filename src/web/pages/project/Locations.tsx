import { call } from "../../api/Call.ts"
import type { Location } from "../../api/Views.ts"
import { texts } from "./ProjectTexts.ts"
import type { Field } from "../../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { type Node, Tree } from "../../ui/Tree.tsx"
import { fullNameOf, inOrder } from "../model/view/places/Locations.ts"
import { Bar, cleared, MayNot, RowButtons, typed, useOpen } from "./Library.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

const typeOf = (word: string): string => texts.locations.types[word] ?? word

interface Lists {
  readonly locations: ReadonlyArray<Location>
  readonly locationViews: ReadonlyArray<Location>
}

/** Returns the locations that match a search, with their ancestors: storeys by height, everything else by name. */
const sifted = (tree: ReadonlyArray<Location>, is: (one: Location) => boolean): ReadonlyArray<Location> =>
  tree.toSorted(inOrder).flatMap((one) => {
    const children = sifted(one.children, is)
    return is(one) || children.length > 0 ? [{ ...one, children }] : []
  })

/** Renders the locations of a project as a tree. */
export const Locations = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/locations`
  const loading = useLoaded((signal) => call<Lists>("GET", base, { signal }), [])
  const { setOpen, window } = useOpen(loading.reload)
  const { has, input, sought } = useSearch()
  const canWrite = mayWrite(project)
  const fields = (all: Lists["locations"], of: Partial<Location>): ReadonlyArray<Field> => [
    { name: "name", label: texts.projects.name, value: of.name ?? "" },
    {
      name: "type",
      label: texts.locations.type,
      value: of.type ?? "Space",
      options: Object.entries(texts.locations.types).map(([value, label]) => ({ value, label }))
    },
    {
      name: "parentGuid",
      label: texts.locations.parent,
      value: of.parentGuid ?? "",
      options: [
        { value: "", label: texts.locations.top },
        ...all
          .filter(({ locationGuid }) => locationGuid !== of.locationGuid)
          .map((one) => ({
            value: one.locationGuid,
            label: `${fullNameOf(one) || texts.locations.nameless} (${typeOf(one.type)})`
          }))
      ]
    }
  ]
  const create = (all: Lists["locations"], parentGuid?: string) =>
    setOpen({
      draft: {
        title: texts.locations.new,
        method: "POST",
        path: base,
        fields: fields(all, parentGuid === undefined ? {} : { parentGuid }),
        body: typed
      }
    })
  const nodeOf =
    (all: Lists["locations"]) =>
    (one: Location): Node => {
      const path = `${base}/${one.locationGuid}`
      const elevation = one.properties.find(({ name, set }) => set === "" && name === "Elevation")?.value
      return {
        id: one.locationGuid,
        label: (
          <>
            {fullNameOf(one) || <em>{texts.locations.nameless}</em>} <span class="soft">{typeOf(one.type)}</span>
            {elevation !== undefined && <span class="soft"> · {texts.locations.elevation(Number(elevation))}</span>}
          </>
        ),
        buttons: canWrite && (
          <>
            <button
              type="button"
              class="plain add"
              aria-label={`${texts.locations.below} ${one.name}`}
              onClick={() => create(all, one.locationGuid)}
            >
              {texts.locations.below}
            </button>
            <RowButtons
              name={one.name}
              change={() =>
                setOpen({
                  draft: {
                    title: texts.locations.change,
                    method: "PUT",
                    path,
                    fields: fields(all, one),
                    body: ({ name = "", ...rest }) => ({ name, ...cleared(rest) })
                  }
                })
              }
              remove={() =>
                setOpen({ doomed: { path, name: one.name || typeOf(one.type), about: texts.locations.removeAbout } })
              }
            />
          </>
        ),
        children: one.children.map(nodeOf(all))
      }
    }
  const all = loading.state.tag === "Ready" ? loading.state.value.locations : []
  return (
    <>
      <Bar title={texts.project.tabs.locations}>
        {input}
        {canWrite && (
          <button type="button" class="primary" onClick={() => create(all)}>
            {texts.locations.new}
          </button>
        )}
      </Bar>
      {!canWrite && <MayNot />}
      <Loaded of={loading}>
        {({ locationViews, locations }) => {
          if (locations.length === 0) {
            return (
              <Empty title={texts.locations.none}>
                <p>{texts.locations.noneHint}</p>
              </Empty>
            )
          }
          const shown = sifted(locationViews, (one) => has(fullNameOf(one), typeOf(one.type), one.locationGuid))
          return shown.length === 0 ? (
            <NoMatch sought={sought} />
          ) : (
            <Tree label={texts.project.tabs.locations} opened nodes={shown.map(nodeOf(locations))} />
          )
        }}
      </Loaded>
      {window}
    </>
  )
}
