import { expect } from "bun:test"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Logger from "effect/Logger"
import { NotFound } from "../../domain/Errors.ts"
import { effect } from "../../testing/EffectTest.ts"
import { answerTo } from "./ErrorResponse.ts"

const context = { area: null, requestId: "r1", path: "/v1" }
const failure = Cause.fail(new NotFound({ details: "gone" }))
const defect = Cause.die("broken")

effect("defects are logged, even if a failure occurs too, and the response describes the failure", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ annotations, cause }) =>
      lines.push(`${JSON.stringify([...annotations])} ${Cause.pretty(cause)}`)
    )
    for (const [cause, status, isLogged] of [
      [failure, 404, false],
      [defect, 500, true],
      [Cause.sequential(failure, defect), 404, true],
      [Cause.parallel(Cause.interrupt(FiberId.none), defect), 500, true],
      [Cause.interrupt(FiberId.none), 500, false]
    ] as const) {
      lines.length = 0
      let logged = Effect.void
      const response = answerTo(Exit.failCause(cause), context, (line) => (logged = line))
      yield* Effect.provide(logged, Logger.replace(Logger.defaultLogger, logger))
      expect([response.status, lines.length], Cause.pretty(cause)).toEqual([status, isLogged ? 1 : 0])
      if (isLogged) expect(lines[0]).toMatch(/"requestId","r1".*broken/s)
    }
  })
)
