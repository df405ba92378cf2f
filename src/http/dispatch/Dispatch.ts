import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { Answers } from "../../application/common/Answers.ts"
import { Users } from "../../application/projects/Users.ts"
import { InvalidHeader, MethodNotAllowed, Overloaded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { Principal, UserId } from "../../domain/Principal.ts"
import { missing } from "../../domain/Missing.ts"
import { Caller } from "../../ports/Caller.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { Settings } from "../../ports/Settings.ts"
import * as Tracing from "../../ports/Tracing.ts"
import * as FairScheduler from "../../runtime/FairScheduler.ts"
import { andThen } from "../../runtime/Ready.ts"
import * as Admission from "../guard/Admission.ts"
import * as Authentication from "../guard/Authentication.ts"
import type { PolicyShape } from "../errors/Policy.ts"
import type { Binding, Gate } from "../call/Call.ts"
import * as Connection from "../call/Connection.ts"
import { preflight } from "./Cors.ts"
import { Draining } from "./Draining.ts"
import { finish } from "./Finish.ts"
import * as Handling from "./Handling.ts"
import { answerTo, errorResponse } from "../errors/ErrorResponse.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import * as Gatekeeper from "../guard/Gatekeeper.ts"
import * as KnownCallers from "../guard/KnownCallers.ts"
import * as LargeBodies from "../body/LargeBodies.ts"
import { shownPath } from "../observe/AccessLog.ts"
import { Observer } from "../observe/Observer.ts"
import { networkOf } from "../call/Client.ts"
import * as RateLimit from "../guard/RateLimit.ts"
import * as Refused from "./Refused.ts"
import * as RefusedTokens from "../guard/RefusedTokens.ts"
import { requestIdOf } from "../observe/RequestId.ts"
import { pathOf, requestUrl } from "../call/RequestUrl.ts"
import type { RequestContext } from "./RequestContext.ts"
import * as Route from "./Route.ts"
import * as Router from "./Router.ts"
import * as Running from "./Running.ts"

/**
 * Returns the function that turns a web request into a web response; every request goes through it. Contract section 3
 * defines the order of the checks. A failure is written in the form that the endpoint has for its status; a defect is
 * logged. A request that is refused at once gets a plain response instead of an effect, because refusing must cost far
 * less than serving.
 */
export const make = (bindings: ReadonlyArray<Binding>) =>
  Effect.gen(function* () {
    const { requestsPerMinute } = yield* Settings
    const limit = RateLimit.make(requestsPerMinute)
    const limitRefused = RefusedTokens.make(requestsPerMinute > 0)
    const countRefused = (network: string) => limitRefused(network, Date.now())
    const authenticate = yield* Authentication.make(countRefused)
    const admit = yield* Gatekeeper.make
    const refused = yield* Refused.make
    const users = yield* Users
    const decodeLarge = yield* LargeBodies.make
    const handle = yield* Handling.make
    const requests = yield* Running.make
    const admission = Admission.make()
    const callers = KnownCallers.make()
    const find = Router.make(bindings)
    const { isDraining } = yield* Draining
    const { level } = yield* Pressure
    const observe = yield* Observer
    const { tracer } = yield* Tracing.Tracing
    const answers = yield* Answers
    const routes = new Map(bindings.map((binding) => [binding, Route.make(binding, decodeLarge, answers)]))

    /** Returns the part of a request that its handler sees before the body is read. */
    const gateOf = ({ request, url }: Arrived, { requestId }: RequestContext, network: string, admitted: object) =>
      ({
        ...admitted,
        request,
        url,
        requestId,
        network,
        countFailure: Effect.suspend(() => countRefused(network) ?? Effect.void)
      }) as Gate<unknown>

    /** Serves an authenticated request: checks the limits of the user, then the scope, the path and the role. */
    const serve = (arrived: Arrived, principal: Principal, network: string, context: RequestContext): Work => {
      const { known, parameters, request, route } = arrived
      const { policy } = route
      const { userId } = principal
      context.userId = userId
      const excess = limit(userId, Date.now())
      if (excess !== null) return excess
      if (!policy.isRelief) {
        context.admitted = admission.admit(classOf(request.method, policy), userId, route.binding.endpoint.name)
        if (context.admitted === null) return tooMany
        callers.keep(request.headers, userId)
      }
      const work = (): Work =>
        andThen(Authentication.requireScope(principal, policy.scope!), (): Work =>
          andThen(route.path(parameters), (path): Work =>
            andThen(admit(policy, principal, path as Named, request.headers), (access) => {
              const handled = handle(route, gateOf(arrived, context, network, { path, principal, ...access }), context)
              // Reads are not audited, so they need no `Caller`; providing a service costs as much as a statement.
              return request.method === "GET"
                ? handled
                : Effect.provideService(handled, Caller, { userId, requestId: context.requestId })
            })
          )
        )
      // Refusals above are sent at once. Admitted requests yield here, so that the scheduler decides when each begins.
      const inTurn = Effect.flatMap(Effect.yieldNow(), () => andThen(users.register(principal), work))
      return known === userId ? inTurn : Effect.zipRight(FairScheduler.countFor(userId), inTurn)
    }

    const run = (arrived: Arrived, context: RequestContext): Work => {
      const { parameters, request, route } = arrived
      const network = networkOf(context.address ?? "")
      if (route.policy.scope !== null) {
        return Effect.flatMap(authenticate(request.headers, network), (principal) =>
          serve(arrived, principal, network, context)
        )
      }
      return andThen(route.path(parameters), (path) =>
        handle(route, gateOf(arrived, context, network, { path, principal: null, project: null, model: null }), context)
      )
    }

    /**
     * Returns the reason to refuse a request before any work, or null. Records the user in the context if the request
     * is refused because of that user's load.
     */
    const refusal = (
      { policy }: Route.Route,
      userId: UserId | undefined,
      { method }: Request,
      context: RequestContext
    ): Overloaded | null => {
      if (isOfOperator(policy)) return null
      if (isDraining()) return stopping
      const pressure = level()
      if (pressure === "Critical" || (pressure === "High" && policy.isHeavy)) return short
      if (policy.scope === null || policy.isRelief || userId === undefined) return null
      if (!admission.refuses(classOf(method, policy), userId)) return null
      context.userId = userId
      return tooMany
    }

    /** Begins the span of a request. Returns null if tracing is off, and for probes and documentation. */
    const spanOf = ({ headers, method }: Request, path: string, { binding, policy }: Route.Route) =>
      tracer === null || isOfOperator(policy)
        ? null
        : Tracing.begin(tracer, `${method} ${binding.endpoint.path}`, {
            kind: "server",
            parent: Tracing.spanOf(headers.get("traceparent")),
            attributes: {
              "http.request.method": method,
              "http.route": binding.endpoint.path,
              "url.path": shownPath(path),
              "plinth.endpoint": binding.endpoint.name
            }
          })

    return (request: Request, connection = Connection.none): Response | Promise<Response> => {
      const startedAt = performance.now()
      const requestId = requestIdOf(request.headers)
      const url = requestUrl(request, connection.scheme)
      const path = url?.pathname ?? pathOf(request)
      const found = url === null ? null : find(request.method, path)
      const route = found?._tag === "Endpoint" ? routes.get(found.binding)! : null
      const context: RequestContext = {
        area: route?.policy.area ?? null,
        requestId,
        path,
        userId: null,
        address: connection.address,
        reservation: null,
        bytes: null,
        admitted: null
      }
      const span = route === null ? null : spanOf(request, path, route)
      const tell = (status: number): void => {
        if (span !== null) {
          span.attribute("http.response.status_code", status)
          span.attribute("plinth.request.id", requestId)
          Tracing.end(span, status >= 500 || status === clientGone ? String(status) : null)
        }
        observe({
          endpoint: route?.binding.endpoint.name ?? null,
          method: request.method,
          path,
          status,
          milliseconds: performance.now() - startedAt,
          bytes: context.bytes,
          userId: context.userId,
          address: context.address,
          requestId,
          span
        })
      }
      const done = (response: Response, isGone: boolean): Response => {
        context.reservation?.release()
        context.admitted?.end()
        connection.answered(response.ok && route !== null && !isOfOperator(route.policy))
        tell(isGone ? clientGone : response.status)
        return finish(response, context, request)
      }
      const known = callers.find(request.headers)
      const notNow = route === null ? null : refusal(route, known, request, context)
      if (notNow !== null) return done(errorResponse(notNow, context), false)
      const answer = (outcome: Running.Outcome): Response =>
        done(answerTo(outcome, context, requests.fork), Exit.isInterrupted(outcome))
      if (found === null || url === null) {
        return answer(Exit.fail(new InvalidHeader({ details: "Host must name one host." })))
      }
      if (found._tag !== "Endpoint") return answer(withoutEndpoint(request, found))
      const { parameters } = found
      const work = Effect.flatMap(FairScheduler.countFor(known ?? networkOf(connection.address ?? "")), () =>
        run({ route: route!, parameters, request, url, known }, context)
      )
      const recorded = Effect.catchAllCause(work, (cause) =>
        Option.match(Cause.failureOption(cause), {
          onNone: () => Effect.failCause(cause),
          onSome: (error) => Effect.zipRight(refused(error, route!, parameters, context), Effect.failCause(cause))
        })
      )
      return requests.run(span === null ? recorded : Effect.zipRight(enter(span), recorded), request.signal, answer)
    }
  })

type Work = Effect.Effect<Response, WireError>
type Named = { readonly projectId?: ProjectId; readonly modelId?: ModelId }

/** A request for an endpoint. */
interface Arrived {
  readonly route: Route.Route
  /** The parameters of the path, not decoded yet. */
  readonly parameters: Readonly<Record<string, string>>
  readonly request: Request
  readonly url: URL
  /** The user that the same `Authorization` header was accepted for before. */
  readonly known: UserId | undefined
}

/** Returns the outcome of a request whose path, or whose method on that path, has no endpoint. */
const withoutEndpoint = (request: Request, found: Exclude<Router.Found, { _tag: "Endpoint" }>): Running.Outcome => {
  if (found._tag === "UnknownPath") return Exit.fail(missing.path())
  if (request.method === "OPTIONS") return Exit.succeed(preflight(request, found.allow))
  const allow = found.allow.join(", ")
  return Exit.fail(new MethodNotAllowed({ details: `${request.method} is not for this path.`, allow }))
}

/**
 * Makes the span the parent of all that follows in the fiber. It is never left again, because the fiber serves this
 * request only and leaving a span costs ten times as much.
 */
const enter = (span: Tracer.Span) =>
  FiberRef.update(FiberRef.currentContext, (context) => Context.add(context, Tracer.ParentSpan, span))

/** The status that is logged if the client goes away before the response. It is never sent. */
const clientGone = 499

/** Returns whether an endpoint serves health or documentation. These are served until the service has stopped. */
const isOfOperator = ({ area, scope }: PolicyShape): boolean => scope === null && area === "operations"

/** Returns the admission class of a request. A POST without a stored response is a query. */
const classOf = (method: string, { keepsAnswer }: PolicyShape): Admission.RequestClass =>
  method === "GET" ? "read" : method === "POST" && !keepsAnswer ? "query" : "write"

const tooMany = new Overloaded({
  details: "More requests are being worked on than can be answered soon. Try again later."
})
const stopping = new Overloaded({ details: "The service is about to stop." })
const short = new Overloaded({ details: "The service is short of memory or time. Try again later." })
