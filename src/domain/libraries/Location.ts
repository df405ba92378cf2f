import * as Schema from "effect/Schema"
import { applied } from "./Change.ts"
import { GlobalId } from "../GlobalId.ts"
import { ProjectId } from "../Identifier.ts"
import type { JsonText } from "../JsonText.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import { PropertyRow } from "../products/PropertyRow.ts"
import { text } from "../Text.ts"

export const LocationType = Schema.Literal(
  "Site",
  "Building",
  "Floor",
  "Space",
  "Bridge",
  "MarineFacility",
  "Railway",
  "Road",
  "BridgePart",
  "FacilityPartCommon",
  "MarinePart",
  "RailwayPart",
  "RoadPart",
  "Facility",
  "ExternalSpatialElement"
).annotations({ identifier: "LocationType" })
export type LocationType = typeof LocationType.Type

/** A location of a project. `properties`: set `""` with Guid and LongName, then the properties from the file. */
export const Location = Schema.Struct({
  locationGuid: GlobalId,
  projectId: ProjectId,
  name: Schema.String,
  type: LocationType,
  parentGuid: Schema.NullOr(GlobalId),
  properties: Schema.Array(PropertyRow)
}).annotations({ identifier: "Location" })
export type Location = typeof Location.Type

/** A location as it is stored: its properties are the text that answers show. */
export interface KeptLocation extends Omit<Location, "properties"> {
  readonly properties: JsonText
}

export interface LocationView extends Location {
  readonly children: ReadonlyArray<LocationView>
}

/** A location with everything below it. */
export const LocationView: Schema.Schema<LocationView> = Schema.Struct({
  ...Location.fields,
  children: Schema.Array(Schema.suspend((): Schema.Schema<LocationView> => LocationView))
}).annotations({ identifier: "LocationView" }) as unknown as Schema.Schema<LocationView>

/** A location's name may be empty, unlike all others. */
const LocationName = Schema.compose(Schema.Trim, text(255)).annotations({
  jsonSchema: { type: "string", maxLength: 255 }
})

/** A new location. A draft without members makes a nameless Space at the top. */
export const LocationDraft = Schema.Struct({
  name: maybe(LocationName),
  type: maybe(LocationType),
  parentGuid: maybe(GlobalId)
}).annotations({ identifier: "LocationDraft" })
export type LocationDraft = typeof LocationDraft.Type

/** An absent member keeps its value; a null parent moves the location to the top. */
export const LocationChange = Schema.Struct({
  name: optional(LocationName),
  type: optional(LocationType),
  parentGuid: clearable(GlobalId)
}).annotations({ identifier: "LocationChange" })
export type LocationChange = typeof LocationChange.Type

/** The parts of a location that users decide. */
export type LocationText = Pick<Location, "name" | "type" | "parentGuid">

/** Returns the content of a new location. */
export const drafted = (draft: LocationDraft): LocationText => ({ name: "", type: "Space", parentGuid: null, ...draft })

/** Returns a location after a change, or `before` itself if nothing changes. */
export const changed = (before: LocationText, change: LocationChange): LocationText => applied(before, change)
