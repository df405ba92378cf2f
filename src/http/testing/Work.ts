import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Computation, JobCrashed } from "../../ports/Computation.ts"
import type { Job } from "../../worker/Job.ts"

const crashed = (error: unknown) => new JobCrashed({ cause: "exit", reason: String(error) })

/** Runs jobs in this process, one after the other, on folders under the system's temporary one. */
export const layer = (jobs: ReadonlyArray<Job>): Layer.Layer<Computation> =>
  Layer.effect(
    Computation,
    Effect.map(Effect.makeSemaphore(1), (semaphore) =>
      Computation.of({
        run: (request, { scratch }) =>
          Effect.gen(function* () {
            const encoded = yield* Effect.orDie(Schema.serialize(request))
            const job = jobs.find(({ tag }) => tag === request._tag)!
            const exit = yield* job.run(encoded, { scratch, progress: () => undefined })
            return yield* Effect.flatten(Effect.orDie(Schema.deserializeExit(request, exit)))
          }).pipe(
            Effect.catchAllDefect((defect) => Effect.fail(crashed(defect))),
            semaphore.withPermits(1)
          ),
        scratch: Effect.acquireRelease(
          Effect.tryPromise({ try: () => mkdtemp(join(tmpdir(), "plinth-job-")), catch: crashed }),
          (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
        ),
        state: Effect.succeed({ alive: 1, busy: 0, wanted: 1 })
      })
    )
  )
