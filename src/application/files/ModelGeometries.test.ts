import { expect } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Claim } from "../../domain/operations/Operation.ts"
import { limits } from "../../domain/Limits.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { JobCrashed, JobRefused } from "../../ports/Computation.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { begunElement } from "../../ports/operations/Jobs.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { Claims } from "../operations/Claims.ts"
import { ModelGeometries } from "./ModelGeometries.ts"

const it = withLayer(Layer.empty)

/** Measures with jobs that end in these ways, one after the other, and also returns their requests. */
const measuring = (attempt: number, ...ends: ReadonlyArray<Effect.Effect<unknown, JobCrashed | JobRefused>>) =>
  measuringIn("/nowhere", attempt, ...ends)
const measuringIn = (
  scratch: string,
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
    const files = { file: import.meta.path, table: "t", report: "r", picture: "p" }
    const exit = yield* Effect.either(measure({ attempt } as Claim, scratch, files))
    return { exit, asked }
  })

const kept = (exchangeTriangles: number, viewTriangles: number) => ({
  measures: "kept/measures.bin",
  exchange: { blob: "kept/exchange.glb", triangles: exchangeTriangles },
  view: { blob: "kept/view.glb", triangles: viewTriangles },
  picture: "kept/picture.png",
  offset: [1, 2, 3]
})
const nothing = Effect.succeed({ exchangeTriangles: 0, viewTriangles: 0, offset: [1, 2, 3] })

for (const [cause, tries] of [
  ["time", 1],
  ["stall", 1],
  ["memory", 2],
  ["silence", limits.attempts.most],
  ["exit", limits.attempts.most]
] as const) {
  it(`after its process ended for ${cause}, geometry is given up at try ${tries}`, () =>
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

const withScratch = <A, E>(use: (scratch: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "plinth-shapes-"))),
    use,
    (scratch) => Effect.promise(() => rm(scratch, { recursive: true }))
  )

it("after a stall the file is measured again without the element being meshed, up to a limit", () =>
  withScratch((scratch) =>
    Effect.gen(function* () {
      let elements = 0
      const note = (text: string) => Effect.promise(() => Bun.write(join(scratch, begunElement), text.padEnd(32)))
      const stall = new JobCrashed({ cause: "stall", reason: "It stood still." })
      const stalls = Effect.suspend(() => Effect.zipRight(note(`net ${++elements}`), stall))
      const shapes = Effect.succeed({ exchangeTriangles: 2, viewTriangles: 1, offset: [1, 2, 3] })
      const { asked, exit } = yield* measuringIn(scratch, 1, stalls, stalls, shapes)
      expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(2, 1), failure: null } })
      expect(asked).toMatchObject([
        { job: { without: [] } },
        { job: { without: ["net 1"] } },
        { job: { report: "r", without: ["net 1", "net 2"] } }
      ])

      const options = asked.map(({ options }) => options as { readonly stallSeconds: number })
      const { stallSeconds } = options[0]!
      const silenceSeconds = 15 * stallSeconds
      expect(options).toMatchObject([
        { stallSeconds, silenceSeconds },
        { stallSeconds: stallSeconds / 2, silenceSeconds },
        { stallSeconds: stallSeconds / 4, silenceSeconds }
      ])

      const many = Array.from({ length: limits.endlessElements.most + 2 }, () => stalls)
      const { exit: end } = yield* measuringIn(scratch, 1, ...many, nothing)
      expect(end).toMatchObject({ _tag: "Right", right: { geometry: kept(0, 0), failure: "It stood still." } })

      const again = [Effect.zipRight(note("net 1"), stall), stall, nothing]
      const { asked: stale } = yield* measuringIn(scratch, 1, ...again)
      expect(stale).toMatchObject([{ job: { without: [] } }, { job: { without: ["net 1"] } }, { job: { file: null } }])

      const { asked: once } = yield* measuringIn(scratch, 1, Effect.zipRight(note(""), stall), nothing)
      expect(once).toMatchObject([{ job: { without: [] } }, { job: { file: null } }])
    })
  ))

it("a file at fault becomes a model without shapes at once and keeps its picture", () =>
  Effect.gen(function* () {
    const refused = Effect.fail(new JobRefused({ code: "ResourceLimit", reason: "Too long." }))
    const { asked, exit } = yield* measuring(1, refused, nothing)
    expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(0, 0), failure: "Too long." } })
    expect(asked.map(({ job }) => job)).toMatchObject([
      { file: import.meta.path, table: "t", report: "r", picture: "p" },
      { file: null, table: "t", report: null, picture: "p" }
    ])
  }))

it("results are stored; a job may take a minute of processor time, and three seconds without progress", () =>
  Effect.gen(function* () {
    const { asked, exit } = yield* measuring(
      1,
      Effect.succeed({ exchangeTriangles: 2, viewTriangles: 1, offset: [1, 2, 3] })
    )
    expect(exit).toMatchObject({ _tag: "Right", right: { geometry: kept(2, 1), failure: null } })
    const more = (0.2 * Bun.file(import.meta.path).size) / 1024 ** 2
    // The parts of a second of work are rounded up.
    expect(asked).toMatchObject([{ job: { without: [] }, options: { workSeconds: 61, stallSeconds: 3 + more } }])
  }))
