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

/** Measures with jobs that end so, one after the other; gives what was asked of them too. */
const measuring = (attempt: number, ...ends: ReadonlyArray<Effect.Effect<unknown, JobCrashed | JobRefused>>) =>
  Effect.gen(function* () {
    const asked: Array<{ readonly job: unknown; readonly options: unknown }> = []
    const claims = {
      compute: (...[, job, , options]: Parameters<Claims["compute"]>) =>
        Effect.suspend(() => ends[asked.push({ job, options }) - 1]!),
      keep: (_: Claim, __: string, name: string) => Effect.succeed(`kept/${name}`)
    } as unknown as Claims
    const layer = ModelGeometries.Default.pipe(
      Layer.provide(Layer.succeed(Claims, claims)),
      Layer.provide(Layer.mock(BlobStore, {})),
      Layer.provide(Layer.mock(GeometryRepository, {}))
    )
    const { measure } = yield* Effect.provide(ModelGeometries, layer)
    const files = { file: import.meta.path, table: "t", report: "r", picture: "p" }
    const exit = yield* Effect.either(measure({ attempt } as Claim, "/nowhere", files))
    return { exit, asked }
  })

const kept = (exchangeTriangles: number, viewTriangles: number) => ({
  measures: "kept/measures.bin",
  exchange: { blob: "kept/exchange.glb", triangles: exchangeTriangles },
  view: { blob: "kept/view.glb", triangles: viewTriangles },
  picture: "kept/picture.png"
})
const nothing = Effect.succeed({ exchangeTriangles: 0, viewTriangles: 0 })

for (const [cause, tries] of [
  ["time", 1],
  ["memory", 2],
  ["silence", maxAttempts],
  ["exit", maxAttempts]
] as const) {
  it(`a process that ends for ${cause} takes no shapes before try ${tries}`, () =>
    Effect.gen(function* () {
      const crash = Effect.fail(new JobCrashed({ cause, reason: "It ended." }))
      for (let attempt = 1; attempt < tries; attempt++) {
        const { asked, exit } = yield* measuring(attempt, crash)
        expect(exit).toMatchObject({ _tag: "Left", left: { _tag: "JobCrashed", cause } })
        expect(asked).toHaveLength(1)
      }
      const { exit } = yield* measuring(tries, crash, nothing)
      expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(0, 0), failure: "It ended." } })
      const { exit: end } = yield* measuring(tries, crash, crash)
      expect(end).toMatchObject({ _tag: "Left", left: { _tag: "JobCrashed" } })
    }))
}

it("a file that is at fault becomes a model without shapes at once, which keeps its own picture", () =>
  Effect.gen(function* () {
    const refused = Effect.fail(new JobRefused({ code: "ResourceLimit", reason: "Too long." }))
    const { asked, exit } = yield* measuring(1, refused, nothing)
    expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(0, 0), failure: "Too long." } })
    expect(asked.map(({ job }) => job)).toMatchObject([
      { file: import.meta.path, table: "t", report: "r", picture: "p" },
      { file: null, table: "t", report: null, picture: "p" }
    ])
  }))

it("what was measured is kept; it may be a minute's work, three seconds of it without progress", () =>
  Effect.gen(function* () {
    const { asked, exit } = yield* measuring(1, Effect.succeed({ exchangeTriangles: 2, viewTriangles: 1 }))
    expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(2, 1), failure: null } })
    // A file of some kilobytes: the parts of seconds are rounded up.
    expect(asked.map(({ options }) => options)).toEqual([{ workSeconds: 61, stallSeconds: 4 }])
  }))
