import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { Computation } from "../../ports/Computation.ts"
import * as ProcessPool from "../ProcessPool.ts"
import { AnyJob } from "./AnyJob.ts"

/** A process that owns a pool in the folder of its argument, and keeps one long process busy until it is killed. */
const directory = process.argv[2]!

await Effect.gen(function* () {
  const pool = yield* Computation
  yield* pool.run(AnyJob.make({ name: "endless", input: null }), { scratch: directory })
}).pipe(
  Effect.scoped,
  Effect.provide(
    ProcessPool.layer({
      processes: 2,
      warm: 2,
      memoryBytes: 1024 ** 3,
      timeoutSeconds: 600,
      directory: join(directory, "workers"),
      entry: join(import.meta.dir, "Child.ts")
    })
  ),
  Effect.runPromise
)
