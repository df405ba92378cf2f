import { useMemo } from "preact/hooks"
import { choose, place } from "../../../../address/Address.ts"
import { call } from "../../../../api/Call.ts"
import type { Answer } from "../../../../api/Failure.ts"
import type { Leaf, Location, Row } from "../../../../api/Views.ts"
import { counted } from "../../../../Texts.ts"
import { texts } from "../../ModelTexts.ts"
import { Empty, Loaded, useLoaded } from "../../../../ui/Loaded.tsx"
import { type Node, Tree } from "../../../../ui/Tree.tsx"
import { NoMatch, useSearch } from "../../../../ui/Search.tsx"
import { revision } from "../../edit/Editing.ts"
import { isLeaf } from "../../filter/Conditions.ts"
import { areaUnitIn, type Fields } from "../../Fields.ts"
import { measured } from "../../Units.ts"
import { projectOf, query, setFilters, versionSeen } from "../../Query.ts"
import { allRows } from "../../table/Rows.ts"
import { liftOf, storeyText, type StoreyHeight } from "./Heights.ts"
import { areaOf, type Filled, filled, fullNameOf, heightOf } from "./Locations.ts"
import { Icon } from "../Icon.tsx"
import { hiding, hidings, stage } from "../Stage.ts"
import type { Viewer } from "../../../../viewer/Viewer.ts"

interface Lists {
  readonly locations: ReadonlyArray<Location>
  readonly locationViews: ReadonlyArray<Location>
}

const placeOf = (row: Row): string => {
  const cell = row["SpatialLocation"]
  const found = typeof cell === "object" && cell !== null && "SpatialLocationId" in cell ? cell.SpatialLocationId : ""
  return typeof found === "string" ? found : ""
}

/** Returns the locations that match a search, with their ancestors. */
const sifted = (tree: ReadonlyArray<Filled>, is: (one: Location) => boolean): ReadonlyArray<Filled> =>
  tree.flatMap((one) => {
    const children = sifted(one.children, is)
    return is(one.location) || children.length > 0 ? [{ ...one, children }] : []
  })

/** Locations of a model, with its products. */
export interface Places {
  readonly tree: ReadonlyArray<Filled>
  readonly all: ReadonlyArray<string>
  /** Heights of storeys with products, in metres, lowest first. */
  readonly heights: ReadonlyArray<number>
}

/** Returns storeys that have a height, with their products. */
const storeysOf = (tree: ReadonlyArray<Filled>): ReadonlyArray<Filled> =>
  tree.flatMap((one) => [...(heightOf(one.location) === null ? [] : [one]), ...storeysOf(one.children)])

/** Number of products that are enough to find the height of a storey. */
const mostTelling = 200

/** Returns how far the storeys in the view are above their heights in the file, in metres. */
const liftIn = (viewer: Viewer, tree: ReadonlyArray<Filled>): number =>
  liftOf(
    storeysOf(tree).map(({ guids, location }): StoreyHeight => {
      const products = viewer.shapesOf(guids.slice(0, mostTelling))
      return { height: heightOf(location)!, lows: products.map((product) => viewer.extent([product]).least[1]) }
    })
  )

/** Reads the locations of the model at `base`, with the products in each. */
export const readPlaces = async (base: string, signal: AbortSignal): Promise<Answer<Places>> => {
  const project = projectOf(base)
  const [lists, rows] = await Promise.all([
    call<Lists>("GET", `${project}/locations`, { signal }),
    allRows(base, { filters: [], sort: null, columns: [] }, ["Guid", "SpatialLocation"], signal)
  ])
  if ("failure" in lists) return lists
  if ("code" in rows) return { failure: rows }
  const inside = new Map<string, Array<string>>()
  for (const row of rows) {
    const at = placeOf(row)
    const guids = inside.get(at)
    if (guids === undefined) inside.set(at, [row["Guid"] as string])
    else guids.push(row["Guid"] as string)
  }
  const tree = filled(lists.value.locationViews, inside)
  const heights = [...new Set(storeysOf(tree).map(({ location }) => heightOf(location)!))].sort((a, b) => a - b)
  return { value: { tree, heights, all: rows.map((row) => row["Guid"] as string) } }
}

const isPlace = ({ property }: Leaf): boolean => property === "SpatialLocation"

const Spread = (properties: {
  readonly places: Places
  readonly top: string
  /** Symbol of the unit of areas; empty if it is unknown. */
  readonly unit: string
}) => {
  const { places, top, unit } = properties
  const { all, heights, tree } = places
  const { has, input, sought } = useSearch()
  const viewer = stage.value
  const cut = place.value.query.get("storey")
  const shapes = (guids: ReadonlyArray<string>) => viewer?.shapesOf(guids) ?? []
  const nodeOf =
    (heights: ReadonlyArray<number>, lift: number) =>
    ({ children, guids, location }: Filled): Node => {
      const { locationGuid: id } = location
      const name = fullNameOf(location) || texts.locations.nameless
      const area = location.type === "Space" ? areaOf(location) : null
      const height = heightOf(location)
      const above = height === null ? undefined : heights.find((one) => one > height + 0.01)
      const between = height === null ? null : storeyText(height + lift, above === undefined ? undefined : above + lift)
      const own = shapes(location.type === "Space" ? [id, ...guids] : guids)
      const isHidden = viewer?.areHidden(own) ?? false
      const isAlone = viewer?.areAlone(own) ?? false
      const isFilter = query().filters.some((one) => isLeaf(one) && isPlace(one) && one.value === id)
      const filter = () => {
        const others = query().filters.filter((one) => !isLeaf(one) || !isPlace(one))
        setFilters(isFilter ? others : [...others, { property: "SpatialLocation", operator: "Equals", value: id }])
      }
      return {
        id,
        label: (
          <button type="button" class="plain" aria-pressed={isFilter} title={texts.stage.filterPlace} onClick={filter}>
            {name}{" "}
            <span class="soft">
              {height !== null
                ? texts.locations.elevation(height)
                : area !== null
                  ? `${measured(area)} ${unit}`
                  : (texts.locations.types[location.type] ?? location.type)}
              {guids.length > 0 && (
                <>
                  {" · "}
                  <span class="number" title={texts.grid.count(counted(guids.length), guids.length)}>
                    {counted(guids.length)}
                  </span>
                </>
              )}
            </span>
          </button>
        ),
        buttons: viewer !== null && (
          <>
            <button
              type="button"
              class="plain"
              aria-pressed={isHidden}
              aria-label={texts.stage.hideOf(name)}
              title={texts.stage.hideOf(name)}
              onClick={() => hiding(() => (isHidden ? viewer.show(own) : viewer.hide(own)))}
            >
              <Icon of={isHidden ? "hidden" : "eye"} />
            </button>
            <button
              type="button"
              class="plain"
              aria-pressed={isAlone}
              aria-label={texts.stage.isolateOf(name)}
              title={texts.stage.isolateOf(name)}
              onClick={() => hiding(() => viewer.isolate(isAlone ? null : own))}
            >
              <Icon of="alone" />
            </button>
            {between !== null && (
              <button
                type="button"
                class="plain"
                aria-pressed={cut === between}
                aria-label={texts.stage.cutPlace(name)}
                title={texts.stage.cutPlace(name)}
                onClick={() => choose({ storey: cut === between ? null : between })}
              >
                <Icon of="cut" />
              </button>
            )}
          </>
        ),
        children: children.map(nodeOf(heights, lift))
      }
    }
  const lift = useMemo(() => (viewer === null ? 0 : liftIn(viewer, tree)), [places, viewer])
  const nodes = useMemo(
    () => sifted(tree, (one) => has(fullNameOf(one), one.type)).map(nodeOf(heights, lift)),
    [places, viewer, hidings.value, JSON.stringify(query().filters), cut, sought, unit]
  )
  if (tree.length === 0) return <Empty title={texts.locations.none} />
  const label = (
    <>
      {top}{" "}
      <span class="number" title={texts.grid.count(counted(all.length), all.length)}>
        {counted(all.length)}
      </span>
    </>
  )
  return (
    <>
      <div class="bar">{input}</div>
      {nodes.length === 0 ? (
        <NoMatch sought={sought} />
      ) : (
        <Tree label={texts.stage.places} opened nodes={[{ id: "top", label, children: nodes }]} />
      )}
    </>
  )
}

/** Renders the locations of products. Each can be isolated, hidden, cut at its height, or used as a filter. */
export const PlacesPanel = ({
  base,
  fields,
  name
}: {
  readonly base: string
  readonly fields: Fields | null
  readonly name: string
}) => {
  const of = [base, versionSeen()]
  const loading = useLoaded((signal) => readPlaces(base, signal), [...of, revision.value], of)
  return (
    <div class="places">
      <Loaded of={loading}>{(places) => <Spread places={places} top={name} unit={areaUnitIn(fields)} />}</Loaded>
    </div>
  )
}
