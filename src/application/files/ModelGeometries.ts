import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import { type Claim, maxAttempts } from "../../domain/operations/Operation.ts"
import type { JobCrashed } from "../../ports/Computation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { countsAtOnce, measuredFiles, MeasureModelJob } from "../../ports/operations/Jobs.ts"
import { fn } from "../../runtime/Span.ts"
import { atOnce, Claims } from "../operations/Claims.ts"

/** How much work the shapes of any file may be, and more for each MB of it. */
const secondsAtLeast = 60
const secondsForEachMegabyte = 30

/**
 * How long they may be worked on without progress, and more for each MB: the engine has no end for some elements of files
 * that are made so, which must not hold up others. Steps of real models tell nothing for a second at the most. A large
 * file that stands still is measured once more by an engine that counts, as small ones are at once: that one goes on
 * without such elements, and has longer steps.
 */
const [stallAtLeast, stallCounting] = [2, 3]
const stallForEachMegabyte = 0.2

/**
 * How often shapes are tried that end so: what used up its time with an engine that counts would do so again, a host may
 * have been short of memory for others, and what was killed from outside says nothing of the file.
 */
const tries: Readonly<Record<JobCrashed["cause"], number>> = {
  time: 1,
  memory: 2,
  silence: maxAttempts,
  exit: maxAttempts
}

/** Files of a model that are there as files of a scratch folder. */
interface Measured {
  readonly file: string
  readonly table: string
  /** An `ImportReport` that is told of the shapes. */
  readonly report: string | null
  /** A PNG that is its picture where it has no shapes; null: one is drawn. */
  readonly picture: string | null
  /** Which part of the operation it is. */
  readonly part?: readonly [from: number, to: number]
}

/** The geometry of models, as workers make and read it. */
export class ModelGeometries extends Effect.Service<ModelGeometries>()("application/ModelGeometries", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const geometries = yield* GeometryRepository

    /** Has the files of a model's geometry made, and stores them. */
    const made = Effect.fnUntraced(function* (
      claim: Claim,
      scratch: string,
      job: MeasureModelJob,
      options: Parameters<typeof claims.compute>[3]
    ) {
      const { exchangeTriangles, viewTriangles } = yield* claims.compute(claim, job, scratch, options)
      const keep = (name: string) => claims.keep(claim, scratch, name)
      const { exchange, view, ...kept } = yield* Effect.all(Record.map(measuredFiles, keep), atOnce)
      const geometry: ModelGeometry = {
        ...kept,
        exchange: { blob: exchange, triangles: exchangeTriangles },
        view: { blob: view, triangles: viewTriangles }
      }
      return geometry
    })

    /**
     * Works out the geometry of a file in a process of its own, and stores what that wrote. Where the file is at fault, or
     * the process died or was ended as often as it is tried, the model is one without shapes: gives the reason.
     *
     * Fails: JobCrashed where another try may succeed.
     */
    const measure = fn("ModelGeometries.measure")(function* (
      claim: Claim,
      scratch: string,
      { file, part, picture, report, table }: Measured
    ) {
      const { size } = Bun.file(file)
      const megabytes = size / 1024 ** 2
      const workSeconds = Math.ceil(secondsAtLeast + secondsForEachMegabyte * megabytes)
      const work = (file: string | null, report: string | null, counting = false) => {
        const stallSeconds = (counting ? stallCounting : stallAtLeast) + stallForEachMegabyte * megabytes
        const job = MeasureModelJob.make({ file, table, report, picture, counting })
        return made(claim, scratch, job, { workSeconds, stallSeconds, ...(part === undefined ? {} : { part }) })
      }
      const withoutShapes = (failure: string) => Effect.map(work(null, null), (geometry) => ({ geometry, failure }))
      const counts = countsAtOnce(size)
      return yield* work(file, report, counts).pipe(
        Effect.catchIf(
          (error) => !counts && error._tag === "JobCrashed" && error.cause === "time",
          () => work(file, report, true)
        ),
        Effect.map((geometry) => ({ geometry, failure: null })),
        Effect.catchTags({
          JobRefused: ({ reason }) => withoutShapes(reason),
          JobCrashed: (crash) => (claim.attempt < tries[crash.cause] ? crash : withoutShapes(crash.reason))
        })
      )
    })

    /** A local copy of the measures of a table; null where there are none. */
    const measures = fn("ModelGeometries.measures")(function* (table: string, scratch: string) {
      const geometry = Option.getOrNull(yield* geometries.find(table))
      return geometry === null ? null : yield* blobs.localCopy(geometry.measures, scratch)
    })

    return { measure, measures }
  })
}) {}
