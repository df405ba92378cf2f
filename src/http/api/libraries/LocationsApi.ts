import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Location, LocationChange, LocationDraft, LocationView } from "../../../domain/libraries/Location.ts"
import { locationGuid, projectId } from "../common/Parameters.ts"
import { inProject, told } from "../../errors/Policy.ts"

/** All locations of a project, as a flat list in the order of creation and as a tree. */
const LocationList = Schema.Struct({
  locations: Schema.Array(Location),
  locationViews: Schema.Array(LocationView)
}).annotations({ identifier: "LocationList" })

const writing = inProject("locations", "libraries:write", "Contributor")

/** The spatial locations of a project. */
export class LocationsApi extends HttpApiGroup.make("locations")
  .add(
    HttpApiEndpoint.get("listLocations")`/v1/projects/${projectId}/locations`
      .addSuccess(LocationList)
      .annotateContext(told(inProject("locations", "libraries:read", "User"), "List the locations of a project"))
      .annotate(OpenApi.Description, "Returns the locations as a flat list and, under `locationViews`, as a tree.")
  )
  .add(
    HttpApiEndpoint.post("createLocation")`/v1/projects/${projectId}/locations`
      .setPayload(LocationDraft)
      .addSuccess(LocationView, { status: 201 })
      .annotateContext(told({ ...writing, keepsAnswer: true }, "Create a location"))
      .annotate(
        OpenApi.Description,
        "An empty body creates a Space without a name at the top level. Returns 400 if the location would be deeper than 64 levels."
      )
  )
  .add(
    HttpApiEndpoint.put("changeLocation")`/v1/projects/${projectId}/locations/${locationGuid}`
      .setPayload(LocationChange)
      .addSuccess(LocationView)
      .annotateContext(told(writing, "Change a location"))
      .annotate(
        OpenApi.Description,
        "An absent member keeps its value; `parentGuid: null` moves the location to the top level."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteLocation")`/v1/projects/${projectId}/locations/${locationGuid}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(writing, "Delete a location"))
      .annotate(
        OpenApi.Description,
        "All locations below it are deleted with it. Their products then have no location."
      )
  )
  .annotate(
    OpenApi.Description,
    "The sites, buildings, floors, spaces and other places of a project, as a hierarchy."
  ) {}
