import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { JsonText } from "../../domain/JsonText.ts"
import type { KeptLocation } from "../../domain/libraries/Location.ts"
import { LocationRepository } from "../../ports/libraries/LocationRepository.ts"
import * as Pull from "../../runtime/Pull.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { Locations } from "./Locations.ts"

const [projectId, guid] = ["7" as ProjectId, "0location0000000000000" as GlobalId]
const location: KeptLocation = {
  locationGuid: guid,
  projectId,
  name: "Attic",
  type: "Floor",
  parentGuid: null,
  properties: JsonText.make("[]")
}

const it = withLayer(
  Locations.Default.pipe(
    Layer.provide(
      Layer.mock(LocationRepository, {
        change: () => Effect.succeed(location),
        list: () => Effect.succeed({ inOrder: Pull.make(), topDown: Pull.make() })
      })
    )
  )
)

it("a change returns the changed location even if it is deleted right afterwards", () =>
  Effect.gen(function* () {
    const locations = yield* Locations
    const branch = yield* Pull.all(yield* locations.change(projectId, guid, { name: "Attic" }))
    expect(branch).toEqual([{ location, level: 1 }])
  }))
