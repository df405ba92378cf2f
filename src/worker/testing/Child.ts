import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { getPriority } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { type JobContext, JobRefused } from "../../ports/Computation.ts"
import { serve } from "../Child.ts"
import * as Job from "../Job.ts"
import { AnyJob } from "./AnyJob.ts"

const millis = (input: unknown) => (input as { readonly millis: number }).millis

/** Returns the processor time of this process so far, in milliseconds. */
const processorTime = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Works until the process has used this much processor time. */
const burn = (until: number) => {
  let x = 0
  while (processorTime() < until) x = Math.sqrt(x + 1)
  return x
}

/** The niceness of the child's own session; null if the kernel does not report sessions. */
const sessionNiceness = async () => {
  for (let look = 0; ; look++) {
    if (!existsSync("/proc/self/autogroup")) return null
    const niceness = /nice (-?\d+)/.exec(readFileSync("/proc/self/autogroup", "utf8"))?.[1] ?? null
    if (niceness !== "0" || look === 30) return niceness
    await Bun.sleep(100)
  }
}

/** Jobs that fail in every way that the pool must handle. */
const jobs: Readonly<Record<string, (input: unknown, context: JobContext) => Promise<unknown>>> = {
  pid: async () => process.pid,
  double: async (input) => (input as number) * 2,
  sleep: async (input) => {
    await Bun.sleep(millis(input))
    return process.pid
  },
  burn: async (input, { progress }: JobContext) => {
    const from = processorTime()
    for (let part = 1; part <= 10; part++) {
      burn(from + (millis(input) * part) / 10)
      progress(part / 10)
    }
    return process.pid
  },
  backwards: async (_, { progress }) => {
    for (const fraction of [0.5, 0.2, Number.NaN, -1, 0.7, 0.6, 7]) {
      progress(fraction)
      await Bun.sleep(120)
    }
    return null
  },
  endless: async (_, { scratch }) => {
    writeFileSync(join(scratch, "pid"), String(process.pid))
    for (;;) burn(Number.MAX_VALUE)
  },
  converter: async (_, { scratch }) => {
    const program = Bun.spawn(["sleep", "600"], { stdio: ["ignore", "inherit", "inherit"] })
    writeFileSync(join(scratch, "pid"), String(program.pid))
    return await program.exited
  },
  refuse: async () => {
    throw new JobRefused({ code: "InvalidModelFile", reason: "No data section", line: 7 })
  },
  refuseAgain: async () => {
    throw new JobRefused({ code: "ArchiveTooLarge", reason: "Too large" })
  },
  throw: async () => {
    throw new TypeError("secret-of-the-stack")
  },
  unsendable: async () => () => 1,
  exit: async () => process.exit(3),
  buffers: async () => {
    const all: Array<Uint8Array> = []
    for (;;) all.push(new Uint8Array(8 << 20).fill(1))
  },
  objects: async () => {
    const all: Array<unknown> = []
    for (;;) all.push({ a: all.length, b: [`${all.length}`] })
  },
  grow: async (input) => {
    const kept = new Uint8Array(input as number).fill(1)
    Object.assign(globalThis, { kept })
    return process.pid
  },
  hold: async (input) => {
    const kept = new Uint8Array(input as number).fill(1)
    await Bun.sleep(600_000)
    return kept.length
  },
  chatter: async () => {
    for (let line = 0; line < 20_000; line++) console.log("chatter ".repeat(16))
    return null
  },
  surroundings: async (_, { scratch }) => ({
    cwd: process.cwd(),
    scratch,
    variables: readFileSync("/proc/self/environ", "utf8").split("\0").filter(Boolean),
    limits: readFileSync("/proc/self/limits", "utf8"),
    oomScore: readFileSync("/proc/self/oom_score_adj", "utf8").trim(),
    niceness: getPriority(),
    sessionNiceness: await sessionNiceness()
  }),
  tooLarge: async (_, { scratch }) => {
    for (let size = 0; ; size += 1 << 20) writeFileSync(join(scratch, "big"), new Uint8Array(1 << 20), { flag: "a" })
  }
}

/** Rejections with `JobRefused` say that the input is at fault; there is nothing to warm up with. */
serve(
  [
    Job.make(AnyJob, ({ input, name }, context) =>
      Effect.catchAllDefect(
        Effect.promise(() => jobs[name]!(input, context)),
        (error) => (error instanceof JobRefused ? error : Effect.die(error))
      )
    )
  ],
  () => Promise.reject(new Error("cold"))
)
