import { Effect, Layer } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Computation, JobCrashed, JobRefused } from "../../ports/Computation.ts"
import type { JobFunction } from "../../worker/Child.ts"

const crashed = (error: unknown) => new JobCrashed({ cause: "exit", reason: String(error) })

/** Runs jobs in this process, one after the other, on folders under the system's temporary one. */
export const layer = (jobs: Readonly<Record<string, JobFunction>>): Layer.Layer<Computation> =>
  Layer.effect(
    Computation,
    Effect.map(Effect.makeSemaphore(1), (semaphore) =>
      Computation.of({
        run: (job, scratch) =>
          semaphore.withPermits(1)(
            Effect.tryPromise({
              try: () => jobs[job.name]!(job.input, { scratch, progress: () => undefined }),
              catch: (error) => (error instanceof JobRefused ? error : crashed(error))
            })
          ),
        scratch: Effect.acquireRelease(
          Effect.tryPromise({ try: () => mkdtemp(join(tmpdir(), "plinth-job-")), catch: crashed }),
          (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
        ),
        state: Effect.succeed({ alive: 1, busy: 0, wanted: 1 })
      })
    )
  )
