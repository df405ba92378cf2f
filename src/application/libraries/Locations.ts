import * as Effect from "effect/Effect"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { LocationChange } from "../../domain/libraries/Location.ts"
import { missing } from "../../domain/Missing.ts"
import { LocationRepository } from "../../ports/libraries/LocationRepository.ts"
import * as Pull from "../../runtime/Pull.ts"
import { fn } from "../../runtime/Span.ts"

/** The spatial locations of a project. */
export class Locations extends Effect.Service<Locations>()("application/Locations", {
  effect: Effect.gen(function* () {
    const locations = yield* LocationRepository

    const list = (projectId: ProjectId) => locations.list(projectId, null)

    /** Fails with `NotFound` if there is no such location. */
    const demand = fn("Locations.demand")((projectId: ProjectId, guid: GlobalId) =>
      Effect.asVoid(Effect.filterOrFail(locations.exists(projectId, guid), (there) => there, missing.location))
    )

    /** Changes a location and returns it in its new state with all of its descendants, which are read on demand. */
    const change = fn("Locations.change")(function* (projectId: ProjectId, guid: GlobalId, wanted: LocationChange) {
      const location = yield* locations.change(projectId, guid, wanted)
      const below = Effect.flatMap(locations.list(projectId, guid), ({ topDown }) =>
        Pull.filter(topDown, ({ level }) => level > 1)
      )
      return Pull.concat([Pull.make({ location, level: 1 }), below])
    })

    return { list, demand, create: locations.create, change, remove: locations.remove }
  })
}) {}
