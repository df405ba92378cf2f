import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { ModelGeometry } from "../../domain/models/DerivedFile.ts"
import type { Claim } from "../../domain/operations/Operation.ts"
import { limits, secondsOf, stallSecondsOf } from "../../domain/Limits.ts"
import type { JobCrashed } from "../../ports/Computation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { begunElement, measuredFiles, MeasureModelJob } from "../../ports/operations/Jobs.ts"
import { fn } from "../../runtime/Span.ts"
import { atOnce, Claims, timesStall } from "../operations/Claims.ts"

/**
 * Number of attempts by cause of a crash: a timeout would happen again, the host may have been short of memory, and a
 * process killed from outside says nothing about the file.
 */
const tries: Readonly<Record<JobCrashed["cause"], number>> = {
  time: 1,
  stall: 1,
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

/** Returns the element that an ended process was meshing; "" if it was doing something else. */
const elementBegun = (scratch: string): Effect.Effect<string> =>
  Effect.tryPromise(() => Bun.file(join(scratch, begunElement)).text()).pipe(
    Effect.map((text) => text.trim()),
    Effect.orElseSucceed(() => "")
  )

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
      const { exchangeTriangles, offset, viewTriangles } = yield* claims.compute(claim, job, scratch, options)
      const keep = (name: string) => claims.keep(claim, scratch, name)
      const { exchange, view, ...kept } = yield* Effect.all(Record.map(measuredFiles, keep), atOnce)
      const geometry: ModelGeometry = {
        ...kept,
        exchange: { blob: exchange, triangles: exchangeTriangles },
        view: { blob: view, triangles: viewTriangles },
        offset
      }
      return geometry
    })

    /**
     * Computes the geometry of a file in a worker process and stores the result. Elements whose shapes never end are left
     * out, each found by a process that had to be ended. If the file is at fault, or the process died or was ended in all
     * of its attempts, the model counts as one without geometry, and the reason is returned as `failure`.
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
      const work = (file: string | null, report: string | null, without: ReadonlyArray<string> = []) => {
        const job = MeasureModelJob.make({ file, table, report, picture, without })
        // Certain (maliciously constructed) elements never end and must not hold up others.
        const stallSeconds = stallSecondsOf(size, without.length)
        // A busy machine may give a process little of its time, however many elements were endless.
        const silenceSeconds = stallSecondsOf(size, 0) * timesStall
        return made(claim, scratch, job, {
          workSeconds,
          stallSeconds,
          silenceSeconds,
          ...(part === undefined ? {} : { part })
        })
      }
      const withoutShapes = (failure: string) => Effect.map(work(null, null), (geometry) => ({ geometry, failure }))
      const withShapes = (without: ReadonlyArray<string>): ReturnType<typeof work> =>
        Effect.catchIf(
          work(file, report, without),
          (error) =>
            error._tag === "JobCrashed" && error.cause === "stall" && without.length <= limits.endlessElements.most,
          (stall) =>
            Effect.flatMap(elementBegun(scratch), (element) =>
              // The note of an earlier process is still there if this one stalled before it made its own.
              element === "" || without.includes(element) ? stall : withShapes([...without, element])
            )
        )
      return yield* withShapes([]).pipe(
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
