import { Effect } from "effect"
import { Locations } from "../../application/Locations.ts"
import { LocationsApi } from "../api/LocationsApi.ts"
import { bind, raw } from "../dispatch/Call.ts"
import { jsonStream } from "../body/JsonStream.ts"
import { branchPieces, opened, treePieces } from "./LocationJson.ts"

export const bindings = Effect.map(Locations, (locations) =>
  bind(LocationsApi, {
    listLocations: ({ path }) =>
      Effect.map(locations.list(path.projectId, opened), (tree) => raw(jsonStream(treePieces(tree)))),
    createLocation: ({ body, path }) =>
      Effect.map(locations.create(path.projectId, body), (location) => ({ ...location, children: [] })),
    changeLocation: {
      resource: ({ path }) =>
        Effect.as(locations.demand(path.projectId, path.locationGuid), ({ body }) =>
          Effect.map(locations.change(path.projectId, path.locationGuid, body, opened), (branch) =>
            raw(jsonStream(branchPieces(branch)))
          )
        )
    },
    deleteLocation: ({ path }) => locations.remove(path.projectId, path.locationGuid)
  })
)
