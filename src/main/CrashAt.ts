import process from "node:process"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { FaultPoints } from "../ports/FaultPoints.ts"

/**
 * Kills this process in tests of crashes: `CRASH_AT=operation.claimed:2` kills it when it reaches the point for the
 * second time. If the variable is not set, nothing is ever killed.
 */
export const crashAt = Effect.map(Config.option(Config.nonEmptyString("CRASH_AT")), (setting) => {
  const [name, count = "1"] = Option.getOrElse(setting, () => "").split(":")
  let left = Number(count)
  return FaultPoints.of({
    reach: (point) =>
      Effect.sync(() => {
        if (point !== name) return
        left -= 1
        if (left === 0) process.kill(process.pid, "SIGKILL")
      })
  })
})
