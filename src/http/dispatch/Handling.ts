import * as Effect from "effect/Effect"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { andThen } from "../../runtime/Ready.ts"
import * as BodyBytes from "../body/BodyBytes.ts"
import * as RequestBody from "../body/RequestBody.ts"
import * as StoredBodies from "../body/StoredBodies.ts"
import type { AnySteps, Gate } from "../call/Call.ts"
import { errorResponse } from "../errors/ErrorResponse.ts"
import * as DryRun from "../guard/DryRun.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import * as Idempotency from "./Idempotency.ts"
import type { RequestContext } from "./RequestContext.ts"
import type { Route } from "./Route.ts"

type Work = Effect.Effect<Response, WireError>

const noBody = Effect.succeed(BodyBytes.none)

/**
 * Returns the function that serves a request that has passed all checks: it reads the body, decodes what was sent, calls
 * the handler and writes its result. Call it only while the fiber of the request runs.
 */
export const make = Effect.gen(function* () {
  const once = yield* Idempotency.make
  const readBody = yield* RequestBody.make
  const { remove, store } = yield* StoredBodies.make
  const { reach } = yield* FaultPoints

  /** Reads the body. The admission slot is released meanwhile, so that a slow client does not occupy it. */
  const bodyOf = ({ request }: Gate<unknown>, { policy, takesBody }: Route, context: RequestContext) => {
    if (!takesBody) return noBody
    context.admitted?.wait()
    const isOfBytes = RequestBody.byteKindOf(request.headers, policy.takesBytes) !== null
    const read = readBody(request, policy.mostBodyBytes, context, policy, isOfBytes ? store : null)
    return Effect.tap(read, () => Effect.sync(() => context.admitted?.go()))
  }

  const act = (
    route: Route,
    steps: AnySteps,
    gate: Gate<unknown>,
    bytes: BodyBytes.BodyBytes,
    context: RequestContext
  ): Work => {
    const { keepsAnswer, showsSecret } = DryRun.policyOf(route.policy, gate.url)
    const written = (value: unknown) => route.answer(value, context)
    if (typeof steps === "function" && !keepsAnswer) {
      return andThen(
        andThen(route.sent(bytes, gate), (sent) => steps({ ...gate, ...sent })),
        written
      )
    }
    // The digest is computed first, because decoding a large body transfers its bytes to another thread.
    const digest = keepsAnswer ? Idempotency.digestOf(gate.request, bytes) : ""
    const call = Effect.map(
      Effect.suspend(() => route.sent(bytes, gate)),
      (sent) => ({ ...gate, ...sent })
    )
    const prepared = Effect.map(
      typeof steps === "function" ? Effect.map(call, steps) : Effect.flatMap(call, steps.prepare),
      Effect.flatMap(written)
    )
    if (!keepsAnswer) return Effect.scoped(Effect.flatten(prepared))
    const failed = (error: WireError) => errorResponse(error, context)
    const place = { userId: gate.principal.userId, path: Idempotency.placeOf(gate.url.pathname), bodyHash: digest }
    return once(gate.request, { ...place, showsSecret }, prepared, failed)
  }

  return (route: Route, gate: Gate<unknown>, context: RequestContext): Work => {
    const { handler } = route.binding
    const work = andThen("resource" in handler ? handler.resource(gate) : Effect.succeed(handler), (steps) =>
      andThen(bodyOf(gate, route, context), (bytes) => {
        const done = act(route, steps, gate, bytes, context)
        return bytes.stored === undefined ? done : Effect.ensuring(done, remove(bytes))
      })
    )
    return gate.request.method === "POST" ? Effect.zipLeft(work, reach("post.answered")) : work
  }
})
