import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { Claim } from "../../domain/operations/Operation.ts"
import { limits, secondsOf } from "../../domain/Limits.ts"
import type { JobCrashed } from "../../ports/Computation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { countsAtOnce, measuredFiles, MeasureModelJob } from "../../ports/operations/Jobs.ts"
import { fn } from "../../runtime/Span.ts"
import { atOnce, Claims } from "../operations/Claims.ts"

/**
 * Number of attempts by cause of a crash: a timeout with the counting engine would happen again, the host may have been
 * short of memory, and a process killed from outside says nothing about the file.
 */
const tries: Readonly<Record<JobCrashed["cause"], number>> = {
  time: 1,
  memory: 2,
  silence: limits.attempts.most,
  exit: limits.attempts.most
}

/** The files of a model in a scratch folder. */
interface Measured {
  readonly file: string
  readonly table: string
  /** An `ImportReport` to which findings about the geometry are added. */
  readonly report: string | null
  /** A PNG used as the preview if the model has no geometry; null: it is drawn. */
  readonly picture: string | null
  /** The part of the operation's progress that this job covers. */
  readonly part?: readonly [from: number, to: number]
}

/** Computes and reads the geometry of models, for workers. */
export class ModelGeometries extends Effect.Service<ModelGeometries>()("application/ModelGeometries", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const geometries = yield* GeometryRepository

    /** Runs the job and stores its files. */
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
     * Computes the geometry of a file in a worker process and stores the result. If the file is at fault, or the
     * process died or was ended in all of its attempts, the model counts as one without geometry, and the reason is
     * returned as `failure`.
     *
     * Fails with `JobCrashed` if a retry may succeed.
     */
    const measure = fn("ModelGeometries.measure")(function* (
      claim: Claim,
      scratch: string,
      { file, part, picture, report, table }: Measured
    ) {
      const { size } = Bun.file(file)
      const workSeconds = Math.ceil(secondsOf(limits.shapesSeconds, limits.shapesSecondsOfMegabyte, size))
      const work = (file: string | null, report: string | null, counting = false) => {
        // The engine never ends on certain elements. A large file that stalls is measured once more with the counting
        // engine, which small files use right away: it skips such elements, and has longer steps.
        const least = counting ? limits.shapesStallCounting : limits.shapesStall
        const stallSeconds = secondsOf(least, limits.shapesStallOfMegabyte, size)
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

    /** Returns the path of a local copy of the measures of a table; null if there are none. */
    const measures = fn("ModelGeometries.measures")(function* (table: string, scratch: string) {
      const geometry = Option.getOrNull(yield* geometries.find(table))
      return geometry === null ? null : yield* blobs.localCopy(geometry.measures, scratch)
    })

    return { measure, measures }
  })
}) {}
