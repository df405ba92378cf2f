import { choose } from "../../../../address/Address.ts"
import { counted } from "../../../../Texts.ts"
import { Copy } from "../../../../ui/Copy.tsx"
import { Empty, Loaded, useLoaded } from "../../../../ui/Loaded.tsx"
import { NoMatch, useSearch } from "../../../../ui/Search.tsx"
import { tabbed } from "../../table/Cells.ts"
import { revision } from "../../edit/Editing.ts"
import { areaUnitIn, type Fields } from "../../Fields.ts"
import { conditionOf, isLeaf } from "../../filter/Conditions.ts"
import { texts } from "../../ModelTexts.ts"
import { query, select, selected, setFilters, versionSeen } from "../../Query.ts"
import { measured } from "../../Units.ts"
import { areaOf, fullNameOf, heightOf, longNameOf, type Room, roomsIn } from "./Locations.ts"
import { type Places, readPlaces } from "./Places.tsx"

const sumOf = (rooms: ReadonlyArray<Room>): number =>
  rooms.reduce((sum, { filled }) => sum + (areaOf(filled.location) ?? 0), 0)

const statedIn = (rooms: ReadonlyArray<Room>): number =>
  rooms.filter(({ filled }) => areaOf(filled.location) !== null).length

const storeyName = ({ storey }: Room): string =>
  storey === null ? texts.rooms.noStorey : storey.name || texts.locations.nameless

/** Leaves only the products in a room in table and view. */
const narrow = (guid: string): void =>
  setFilters([
    ...query().filters.filter((one) => !isLeaf(one) || one.property !== "SpatialLocation"),
    conditionOf("SpatialLocation", "Equals", guid)
  ])

const Line = ({ most, room, unit }: { readonly room: Room; readonly most: number; readonly unit: string }) => {
  const { guids, location } = room.filled
  const area = areaOf(location)
  const name = fullNameOf(location) || texts.locations.nameless
  return (
    <tr class={selected().includes(location.locationGuid) ? "active" : undefined}>
      <th scope="row">
        <button
          type="button"
          class="bar-button"
          title={texts.rooms.show(name)}
          onClick={() => {
            choose({ spaces: "1" })
            select([location.locationGuid])
          }}
        >
          <span class="fill" style={{ width: `${most > 0 ? (100 * (area ?? 0)) / most : 0}%` }} />
          <span class="over">{name}</span>
        </button>
      </th>
      <td class="number">{area === null ? "–" : `${measured(area)} ${unit}`}</td>
      <td class="number">
        <button
          type="button"
          class="plain"
          disabled={guids.length === 0}
          aria-label={`${counted(guids.length)}: ${texts.rooms.inside(name)}`}
          title={texts.rooms.inside(name)}
          onClick={() => narrow(location.locationGuid)}
        >
          {counted(guids.length)}
        </button>
      </td>
    </tr>
  )
}

const Table = ({ places, unit }: { readonly places: Places; readonly unit: string }) => {
  const { has, input, sought } = useSearch()
  const all = roomsIn(places.tree)
  const rooms = all.filter((room) => has(fullNameOf(room.filled.location), storeyName(room)))
  if (all.length === 0) return <Empty title={texts.rooms.none} />
  const storeys = Map.groupBy(rooms, ({ storey }) => storey?.locationGuid ?? "")
  const most = Math.max(...rooms.map(({ filled }) => areaOf(filled.location) ?? 0), 0)
  const { heads } = texts.rooms
  const text = tabbed([
    [texts.fields["SpatialLocation.Floor"]!, heads.number, heads.name, `${heads.area} ${unit}`.trim(), heads.products],
    ...rooms.map((room) => {
      const { guids, location } = room.filled
      const area = areaOf(location)
      return [
        storeyName(room),
        location.name,
        longNameOf(location) ?? "",
        area === null ? "" : String(area),
        String(guids.length)
      ]
    })
  ])
  const stated = statedIn(rooms)
  return (
    <>
      <div class="bar">
        {input} <Copy label={texts.rooms.copy} text={text} />
      </div>
      <p class="total">
        {measured(sumOf(rooms))} {unit}{" "}
        <span class="soft">
          {texts.rooms.count(rooms.length)}, {texts.rooms.stated(stated, rooms.length)}
        </span>
      </p>
      {rooms.length === 0 ? (
        <NoMatch sought={sought} />
      ) : (
        <div class="sheet-table">
          <table class="bars">
            <thead>
              <tr>
                <th>{texts.rooms.title}</th>
                <th class="number">{heads.area}</th>
                <th class="number">{heads.products}</th>
              </tr>
            </thead>
            {Array.from(storeys.values(), (rooms) => {
              const [first] = rooms
              const height = first!.storey === null ? null : heightOf(first!.storey)
              return (
                <tbody key={first!.storey?.locationGuid ?? ""}>
                  <tr class="subtotal">
                    <th scope="rowgroup">
                      {storeyName(first!)}{" "}
                      {height !== null && <span class="soft">{texts.locations.elevation(height)}</span>}
                    </th>
                    <td class="number">
                      {measured(sumOf(rooms))} {unit}
                    </td>
                    <td class="number">{counted(rooms.reduce((sum, { filled }) => sum + filled.guids.length, 0))}</td>
                  </tr>
                  {rooms.map((room) => (
                    <Line key={room.filled.location.locationGuid} room={room} most={most} unit={unit} />
                  ))}
                </tbody>
              )
            })}
          </table>
        </div>
      )}
    </>
  )
}

/** Renders the rooms of a model by storey, with their floor areas and the products in them. */
export const RoomsPanel = ({ base, fields }: { readonly base: string; readonly fields: Fields | null }) => {
  const of = [base, versionSeen()]
  const loading = useLoaded((signal) => readPlaces(base, signal), [...of, revision.value], of)
  return (
    <div class="quantities rooms">
      <Loaded of={loading}>{(places) => <Table places={places} unit={areaUnitIn(fields)} />}</Loaded>
    </div>
  )
}
