import { expect } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Claim } from "../../domain/operations/Operation.ts"
import { limits } from "../../domain/Limits.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { JobCrashed, JobRefused } from "../../ports/Computation.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { Claims } from "../operations/Claims.ts"
import { ModelGeometries } from "./ModelGeometries.ts"

const it = withLayer(Layer.empty)

/** Measures with jobs that end so, one after the other; gives what was asked of them too. */
const measuring = (attempt: number, ...ends: ReadonlyArray<Effect.Effect<unknown, JobCrashed | JobRefused>>) =>
  measuringOf(import.meta.path, attempt, ...ends)
const measuringOf = (
  file: string,
  attempt: number,
  ...ends: ReadonlyArray<Effect.Effect<unknown, JobCrashed | JobRefused>>
) =>
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
    const files = { file, table: "t", report: "r", picture: "p" }
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
  ["silence", limits.attempts.most],
  ["exit", limits.attempts.most]
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

/** A file of 9 MB, which is not measured at once by an engine that counts. */
const withLargeFile = <A, E>(use: (file: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const file = join(await mkdtemp(join(tmpdir(), "plinth-shapes-")), "large.ifc")
      await Bun.write(file, new Uint8Array(9 * 1024 ** 2))
      return file
    }),
    use,
    (file) => Effect.promise(() => rm(dirname(file), { recursive: true }))
  )

it("shapes of a large file that take too long are measured once more by an engine that counts, then there are none", () =>
  withLargeFile((file) =>
    Effect.gen(function* () {
      const crash = Effect.fail(new JobCrashed({ cause: "time", reason: "It stood still." }))
      const counted = yield* measuringOf(file, 1, crash, Effect.succeed({ exchangeTriangles: 2, viewTriangles: 1 }))
      expect(counted.exit).toMatchObject({ _tag: "Right", right: { geometry: kept(2, 1), failure: null } })
      // Nine megabytes: 0.2 seconds more for each.
      expect(counted.asked).toMatchObject([
        { job: { file, counting: false }, options: { workSeconds: 330, stallSeconds: 3.8 } },
        { job: { file, report: "r", counting: true }, options: { workSeconds: 330, stallSeconds: 4.8 } }
      ])
      const { asked, exit } = yield* measuringOf(file, 1, crash, crash, nothing)
      expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(0, 0), failure: "It stood still." } })
      expect(asked.map(({ job }) => job)).toMatchObject([{}, {}, { file: null, report: null, counting: false }])
    })
  ))

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
    const more = (0.2 * Bun.file(import.meta.path).size) / 1024 ** 2
    // The parts of a second of work are rounded up.
    expect(asked).toMatchObject([{ job: { counting: true }, options: { workSeconds: 61, stallSeconds: 3 + more } }])
  }))
