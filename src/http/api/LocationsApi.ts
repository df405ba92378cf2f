import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { GlobalId } from "../../domain/GlobalId.ts"
import { ProjectId } from "../../domain/Identifier.ts"
import { Location, LocationChange, LocationDraft, LocationView } from "../../domain/Location.ts"
import { inProject, Policy } from "./Policy.ts"

const path = Schema.Struct({ projectId: ProjectId })
const locationPath = Schema.Struct({ projectId: ProjectId, locationGuid: GlobalId })

/** All locations of a project, as a flat list in the order of creation and as a tree. */
const LocationList = Schema.Struct({
  locations: Schema.Array(Location),
  locationViews: Schema.Array(LocationView)
}).annotations({ identifier: "LocationList" })

/** The spatial locations of a project. */
export class LocationsApi extends HttpApiGroup.make("locations")
  .add(
    HttpApiEndpoint.get("listLocations", "/v1/projects/:projectId/locations")
      .setPath(path)
      .addSuccess(LocationList)
      .annotate(Policy, inProject("locations", "libraries:read", "User"))
      .annotate(OpenApi.Summary, "List the locations of a project")
      .annotate(OpenApi.Description, "As a flat list, and as a tree under `locationViews`.")
  )
  .add(
    HttpApiEndpoint.post("createLocation", "/v1/projects/:projectId/locations")
      .setPath(path)
      .setPayload(LocationDraft)
      .addSuccess(LocationView, { status: 201 })
      .annotate(Policy, inProject("locations", "libraries:write", "Contributor", { keepsAnswer: true }))
      .annotate(OpenApi.Summary, "Create a location")
      .annotate(OpenApi.Description, "Without members it is a nameless Space at the top. At most 64 levels.")
  )
  .add(
    HttpApiEndpoint.put("changeLocation", "/v1/projects/:projectId/locations/:locationGuid")
      .setPath(locationPath)
      .setPayload(LocationChange)
      .addSuccess(LocationView)
      .annotate(Policy, inProject("locations", "libraries:write", "Contributor"))
      .annotate(OpenApi.Summary, "Change a location")
      .annotate(OpenApi.Description, "An absent member keeps its value; `parentGuid: null` moves it to the top.")
  )
  .add(
    HttpApiEndpoint.del("deleteLocation", "/v1/projects/:projectId/locations/:locationGuid")
      .setPath(locationPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, inProject("locations", "libraries:write", "Contributor"))
      .annotate(OpenApi.Summary, "Delete a location")
      .annotate(OpenApi.Description, "What lies below it goes along; its products become unplaced.")
  )
  .annotate(
    OpenApi.Description,
    "The sites, buildings, floors, spaces and other places of a project, as a hierarchy."
  ) {}
