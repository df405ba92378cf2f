import { expect } from "bun:test"
import { Effect, Layer, Stream } from "effect"
import type { GlobalId } from "../domain/GlobalId.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type { Location } from "../domain/Location.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"
import { withLayer } from "../testing/EffectTest.ts"
import { Locations } from "./Locations.ts"

const [projectId, guid] = ["7" as ProjectId, "0location0000000000000" as GlobalId]
const location: Location = {
  locationGuid: guid,
  projectId,
  name: "Attic",
  type: "Floor",
  parentGuid: null,
  properties: []
}

const it = withLayer(
  Locations.Default.pipe(
    Layer.provide(
      Layer.mock(LocationRepository, { change: () => Effect.succeed(location), branch: () => Stream.empty })
    )
  )
)

it("a location that is deleted right after its change is given as it was changed", () =>
  Effect.gen(function* () {
    const locations = yield* Locations
    const { top, tree } = yield* locations.change(projectId, guid, { name: "Attic" }, ({ name }) => name)
    expect(top).toEqual({ guid, shown: "Attic" })
    expect(tree.childrenOf(top)).toEqual([])
  }))
