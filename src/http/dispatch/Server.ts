import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import type { Binding } from "../call/Call.ts"
import * as Dispatch from "./Dispatch.ts"
import { Draining } from "./Draining.ts"
import type { Listener } from "../call/Listener.ts"

/**
 * Serves the given endpoints on the listener. A request is interrupted if its client disconnects or the scope closes;
 * the scope waits until interrupted requests have cleaned up.
 */
export const layer = <R>(listener: Listener, bindings: Effect.Effect<ReadonlyArray<Binding>, never, R>) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const dispatch = yield* Effect.flatMap(bindings, Dispatch.make)
      const { reach } = yield* FaultPoints
      const requests = yield* FiberSet.make<Response>()
      const fork = yield* withoutContext(FiberSet.runtime(requests)())
      yield* listener.serve((request, connection) => {
        const answer = dispatch(request, connection)
        if (answer instanceof Response) return answer
        const reached = request.method === "POST" ? Effect.zipLeft(answer, reach("post.answered")) : answer
        const fiber = fork(reached, { immediate: true })
        request.signal.addEventListener("abort", () => fiber.unsafeInterruptAsFork(FiberId.none), { once: true })
        return new Promise((resolve, reject) => {
          fiber.addObserver((exit) => (Exit.isSuccess(exit) ? resolve(exit.value) : reject(Cause.squash(exit.cause))))
        })
      })
    }).pipe(Effect.provideService(Draining, listener))
  )
