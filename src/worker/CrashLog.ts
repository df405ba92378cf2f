import * as Effect from "effect/Effect"
import type { JobCrashed } from "../ports/Computation.ts"
import type { ChildProcess } from "./ChildProcess.ts"
import * as Crash from "./Crash.ts"

const OUT_OF_MEMORY = /out of memory|MemoryExhaustion/i

/** Logs the end of a process with its last output. Returns the reason, corrected if the output shows lack of memory. */
export const log = (message: string, child: ChildProcess, crash: JobCrashed): Effect.Effect<JobCrashed> =>
  Effect.gen(function* () {
    yield* child.drained
    const output = child.output()
    const isMemory = crash.cause === "exit" && OUT_OF_MEMORY.test(output["stderr"] ?? "")
    const corrected = isMemory ? Crash.outOfMemory : crash
    const { cause, reason } = corrected
    yield* Effect.annotateLogs(Effect.logWarning(message), { pid: child.pid, cause, reason, ...output })
    return corrected
  })
