import { join } from "node:path"
import process from "node:process"
import { Effect } from "effect"
import { Computation } from "../../ports/Computation.ts"
import * as ProcessPool from "../ProcessPool.ts"

/** A process that owns a pool in the folder of its argument, and keeps one long process busy until it is killed. */
const directory = process.argv[2]!

await Effect.gen(function* () {
  const pool = yield* Computation
  yield* pool.run({ name: "endless", input: null, lane: "long" }, directory, () => Effect.void)
}).pipe(
  Effect.scoped,
  Effect.provide(
    ProcessPool.layer({
      workers: 1,
      memoryBytes: 1024 ** 3,
      timeoutSeconds: 600,
      directory: join(directory, "workers"),
      childEntry: join(import.meta.dir, "Child.ts")
    })
  ),
  Effect.runPromise
)
