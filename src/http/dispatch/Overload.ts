import * as Effect from "effect/Effect"
import { Overloaded, type TooManyRequests } from "../../domain/Errors.ts"
import type { Principal } from "../../domain/Principal.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { Settings } from "../../ports/Settings.ts"
import type { PolicyShape } from "../errors/Policy.ts"
import * as Admission from "../guard/Admission.ts"
import * as RateLimit from "../guard/RateLimit.ts"
import { type ErrorContext, errorResponse } from "../errors/ErrorResponse.ts"
import { respondFailure, wantsPage } from "../signin/Answering.ts"
import { Draining } from "./Draining.ts"
import type { RequestContext } from "./RequestContext.ts"
import type { Route } from "./Route.ts"

/** Returns whether an endpoint serves health or documentation. These are served until the service has stopped. */
export const isOfOperator = ({ area, scope }: PolicyShape): boolean => scope === null && area === "operations"

/** Returns the admission class of a request. A POST without a stored response is a query. */
const classOf = (method: string, { keepsAnswer }: PolicyShape): Admission.RequestClass =>
  method === "GET" ? "read" : method === "POST" && !keepsAnswer ? "query" : "write"

const tooMany = new Overloaded({
  details: "The service is working on too many requests. Try again later."
})
const stopping = new Overloaded({ details: "The service is stopping. Try again later." })
const short = new Overloaded({ details: "The service is short of memory or time. Try again later." })

/** Returns the response to a request that is refused because of the load. A browser that signs a user in gets a page. */
export const refusalTo = (error: Overloaded, request: Request, context: ErrorContext): Response =>
  context.area === "auth" && wantsPage(request) ? respondFailure(error, request) : errorResponse(error, context)

/** Creates the checks that refuse requests because of the load of the service or of a user. */
export const make = Effect.gen(function* () {
  const { requestsPerMinute } = yield* Settings
  const limit = RateLimit.make(requestsPerMinute)
  const admission = Admission.make()
  const { isDraining } = yield* Draining
  const { level } = yield* Pressure

  /**
   * Returns the reason to refuse a request before any work, or null. Records the user in the context if the request
   * is refused because of that user's load.
   */
  const refusal = (
    { policy }: Route,
    method: string,
    principal: Principal | null,
    context: RequestContext
  ): Overloaded | null => {
    if (isOfOperator(policy)) return null
    // A tool may finish the requests that belong to a call that has already begun.
    if (isDraining() && context.via === "api") return stopping
    const pressure = level()
    if (pressure === "Critical" || (pressure === "High" && policy.isHeavy)) return short
    if (policy.scope === null || policy.isRelief || principal === null) return null
    if (!admission.refuses(classOf(method, policy), principal.userId)) return null
    context.userId = principal.userId
    return tooMany
  }

  /** Counts a request of a user. Returns the error if the user has too many, or null. */
  const excess = (
    { binding, policy }: Route,
    method: string,
    { userId }: Principal,
    context: RequestContext
  ): Overloaded | TooManyRequests | null => {
    context.userId = userId
    const refusal = limit(userId, Date.now())
    if (refusal !== null || policy.isRelief) return refusal
    context.admitted = admission.admit(classOf(method, policy), userId, binding.endpoint.name)
    return context.admitted === null ? tooMany : null
  }

  return { refusal, excess }
})
