import { Effect } from "effect"
import type { JobCrashed } from "../ports/Computation.ts"
import type { ChildProcess } from "./ChildProcess.ts"
import * as Death from "./Death.ts"

/** What a process has printed since it was last asked, as annotations of a log line. */
export const printed = (child: ChildProcess): Readonly<Record<string, string>> => {
  const { stdout, stderr } = child.output()
  return { ...(stdout === null ? {} : { stdout }), ...(stderr === null ? {} : { stderr }) }
}

const OUT_OF_MEMORY = /out of memory|MemoryExhaustion/i

/** Logs the end of a dead process with its last words, and gives the reason, corrected by them. */
export const autopsy = (message: string, child: ChildProcess, reason: JobCrashed): Effect.Effect<JobCrashed> =>
  Effect.gen(function* () {
    yield* child.drained
    const words = printed(child)
    const memory = reason.cause === "exit" && OUT_OF_MEMORY.test(words["stderr"] ?? "")
    const corrected = memory ? Death.outOfMemory : reason
    yield* Effect.logWarning(message).pipe(
      Effect.annotateLogs({ pid: child.pid, cause: corrected.cause, reason: corrected.reason, ...words })
    )
    return corrected
  })
