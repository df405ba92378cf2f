import * as Effect from "effect/Effect"
import { Locations } from "../../../application/libraries/Locations.ts"
import { LocationsApi } from "../../api/libraries/LocationsApi.ts"
import { bind } from "../../call/Call.ts"
import { streamedJson } from "../../answer/StreamedJson.ts"
import { listPieces, treePieces } from "./LocationJson.ts"

export const bindings = Effect.map(Locations, (locations) =>
  bind(LocationsApi, {
    listLocations: ({ path }) => streamedJson(Effect.flatMap(locations.list(path.projectId), listPieces)),
    createLocation: ({ body, path }) =>
      Effect.map(locations.create(path.projectId, body), (location) => ({ ...location, children: [] })),
    changeLocation: {
      resource: ({ path }) =>
        Effect.as(locations.demand(path.projectId, path.locationGuid), ({ body }) =>
          Effect.flatMap(locations.change(path.projectId, path.locationGuid, body), (branch) =>
            streamedJson(treePieces(branch))
          )
        )
    },
    deleteLocation: ({ path }) => locations.remove(path.projectId, path.locationGuid)
  })
)
