import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { effect } from "../testing/EffectTest.ts"
import * as Limits from "./Limits.ts"

const launched = (memoryBytes: number) =>
  Effect.suspend(() => {
    const warnings: Array<string> = []
    const logger = Logger.make(({ message }) => void warnings.push(String(message)))
    return Limits.launcher({ memoryBytes }).pipe(
      Effect.map((launcher) => ({ ...launcher, warnings })),
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
  })

effect("children are started by the available tools; the log names the missing ones and their effect", () =>
  Effect.gen(function* () {
    const { memoryIsLimited, prefix, warnings } = yield* launched(1024 ** 3)
    for (const tool of ["setpriv", "prlimit"]) {
      const isUsed = prefix.some((word) => word.endsWith(`/${tool}`))
      expect([tool, warnings.filter((line) => line.startsWith(`${tool} does not work`)).length]).toEqual([
        tool,
        isUsed ? 0 : 1
      ])
    }
    expect(memoryIsLimited).toBe(prefix.some((word) => word.endsWith("/prlimit")))
    const refused = yield* launched(Number.NaN)
    expect(refused.memoryIsLimited).toBe(false)
    expect(refused.warnings).toContain("prlimit does not work here: only the memory of workers is watched")
  })
)
