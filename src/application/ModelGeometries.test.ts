import { expect } from "bun:test"
import { Effect, Layer } from "effect"
import { type Claim, maxAttempts } from "../domain/Operation.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { JobCrashed, JobRefused } from "../ports/Computation.ts"
import { GeometryRepository } from "../ports/GeometryRepository.ts"
import { withLayer } from "../testing/EffectTest.ts"
import { Claims } from "./Claims.ts"
import { ModelGeometries } from "./ModelGeometries.ts"

const it = withLayer(Layer.empty)

/** Measures with jobs that end so; gives what they were allowed too. */
const measuring = (attempt: number, end: Effect.Effect<unknown, JobCrashed | JobRefused>) =>
  Effect.gen(function* () {
    const options: Array<Parameters<Claims["compute"]>[3]> = []
    const claims = {
      compute: (...[, , , given]: Parameters<Claims["compute"]>) => {
        options.push(given)
        return end
      },
      keep: (_: Claim, __: string, name: string) => Effect.succeed(`kept/${name}`)
    } as unknown as Claims
    const layer = ModelGeometries.Default.pipe(
      Layer.provide(Layer.succeed(Claims, claims)),
      Layer.provide(Layer.mock(BlobStore, {})),
      Layer.provide(Layer.mock(GeometryRepository, {}))
    )
    const { measure } = yield* Effect.provide(ModelGeometries, layer)
    const files = { file: import.meta.path, table: "t", report: null, picture: null }
    const exit = yield* Effect.either(measure({ attempt } as Claim, "/nowhere", files))
    return { exit, options }
  })

for (const cause of ["memory", "time", "silence", "exit"] as const) {
  it(`a process that ends for ${cause} takes no geometry before the last try`, () =>
    Effect.gen(function* () {
      const crash = new JobCrashed({ cause, reason: "It ended." })
      for (let attempt = 1; attempt < maxAttempts; attempt++) {
        const { exit } = yield* measuring(attempt, Effect.fail(crash))
        expect(exit).toMatchObject({ _tag: "Left", left: crash })
      }
      const { exit } = yield* measuring(maxAttempts, Effect.fail(crash))
      expect(exit).toMatchObject({ _tag: "Right", right: { geometry: null, failure: "It ended." } })
    }))
}

it("a file that is at fault has none at once", () =>
  Effect.gen(function* () {
    const { exit } = yield* measuring(1, Effect.fail(new JobRefused({ code: "ResourceLimit", reason: "Too long." })))
    expect(exit).toMatchObject({ _tag: "Right", right: { geometry: null, failure: "Too long." } })
  }))

it("what was measured is kept; it may take a minute, and half of one without progress", () =>
  Effect.gen(function* () {
    const done = { exchangeTriangles: 2, viewTriangles: 1 }
    const { exit, options } = yield* measuring(1, Effect.succeed(done))
    expect(exit).toMatchObject({
      _tag: "Right",
      right: {
        geometry: {
          measures: "kept/measures.bin",
          exchange: { blob: "kept/exchange.glb", triangles: 2 },
          view: { blob: "kept/view.glb", triangles: 1 },
          picture: "kept/picture.png"
        },
        failure: null
      }
    })
    // A file of some kilobytes: the parts of seconds are rounded up.
    expect(options).toEqual([{ timeoutSeconds: 61, stallSeconds: 31 }])
  }))
