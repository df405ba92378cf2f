import { JobCrashed } from "../ports/Computation.ts"

export const outOfMemory = new JobCrashed({ cause: "memory", reason: "The worker process ran out of memory" })

export const silent = (millis: number): JobCrashed =>
  new JobCrashed({ cause: "silence", reason: `The worker process did not answer for ${millis / 1000} seconds` })

export const outOfTime = (seconds: number): JobCrashed =>
  new JobCrashed({ cause: "time", reason: `The work was not done within ${seconds} seconds` })

export const notStarted = new JobCrashed({ cause: "exit", reason: "The worker process could not be started" })

export const ended = new JobCrashed({ cause: "exit", reason: "The worker process was ended" })

export const threw = (job: string, error: string): JobCrashed =>
  new JobCrashed({ cause: "exit", reason: `${job} ended with an unexpected ${error}` })

// Signals that end a process without memory: WebKit aborts or traps, C libraries touch the null page, the kernel kills.
const OF_MEMORY = new Set(["SIGABRT", "SIGSEGV", "SIGBUS", "SIGTRAP", "SIGILL", "SIGKILL"])

/**
 * Returns why a process ended that this service did not kill. Its end does not tell lack of memory and a fault apart.
 */
export const causeOf = (code: number | null, signal: string | null): JobCrashed => {
  if (signal === null) return new JobCrashed({ cause: "exit", reason: `The worker process ended with code ${code}` })
  return OF_MEMORY.has(signal)
    ? new JobCrashed({ cause: "memory", reason: `The worker process ended by ${signal}, likely for lack of memory` })
    : new JobCrashed({ cause: "exit", reason: `The worker process ended by ${signal}` })
}
