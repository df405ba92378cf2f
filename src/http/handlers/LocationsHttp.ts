import { Effect } from "effect"
import { Locations } from "../../application/Locations.ts"
import { LocationsApi } from "../api/LocationsApi.ts"
import { bind, raw } from "../dispatch/Call.ts"
import { streamedJson } from "../answer/StreamedJson.ts"
import { listPieces, treePieces } from "./LocationJson.ts"

export const bindings = Effect.map(Locations, (locations) =>
  bind(LocationsApi, {
    listLocations: ({ path }) =>
      locations.list(path.projectId).pipe(
        Effect.flatMap((listed) => streamedJson(listPieces(listed))),
        Effect.map(raw)
      ),
    createLocation: ({ body, path }) =>
      Effect.map(locations.create(path.projectId, body), (location) => ({ ...location, children: [] })),
    changeLocation: {
      resource: ({ path }) =>
        Effect.as(locations.demand(path.projectId, path.locationGuid), ({ body }) =>
          locations.change(path.projectId, path.locationGuid, body).pipe(
            Effect.flatMap((branch) => streamedJson(treePieces(branch))),
            Effect.map(raw)
          )
        )
    },
    deleteLocation: ({ path }) => locations.remove(path.projectId, path.locationGuid)
  })
)
