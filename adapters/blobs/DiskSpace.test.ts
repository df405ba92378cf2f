import { expect } from "bun:test"
import { tmpdir } from "node:os"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Layer from "effect/Layer"
import { FreeSpace } from "../../src/ports/FreeSpace.ts"
import { withLayer } from "../../src/testing/EffectTest.ts"
import * as DiskSpace from "./DiskSpace.ts"

const demand = Effect.flatMap(FreeSpace, (space) => space.demand)
const quiet = Logger.remove(Logger.defaultLogger)

withLayer(DiskSpace.layer({ directory: tmpdir(), leastBytes: 0 }))("a disk with room takes what comes", () => demand)

withLayer(DiskSpace.layer({ directory: tmpdir(), leastBytes: Number.MAX_SAFE_INTEGER }))(
  "a disk with less room than has to stay refuses, each time",
  () =>
    Effect.gen(function* () {
      for (let i = 0; i < 3; i++) expect(yield* Effect.flip(demand)).toMatchObject({ reason: "ENOSPC" })
    })
)

withLayer(Layer.merge(quiet, DiskSpace.layer({ directory: "/nowhere" })))(
  "a disk that tells nothing has room",
  () => demand
)
