import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Tracer from "effect/Tracer"
import { Answers } from "../../application/common/Answers.ts"
import { Users } from "../../application/projects/Users.ts"
import { InvalidHeader, MethodNotAllowed, NotFound, Overloaded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { Caller } from "../../ports/Caller.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { Settings } from "../../ports/Settings.ts"
import * as Tracing from "../../ports/Tracing.ts"
import * as FairScheduler from "../../runtime/FairScheduler.ts"
import * as Admission from "../guard/Admission.ts"
import * as Authentication from "../guard/Authentication.ts"
import type { PolicyShape } from "../errors/Policy.ts"
import type { Binding, Gate } from "../call/Call.ts"
import * as Connection from "../call/Connection.ts"
import { preflight } from "./Cors.ts"
import { Draining } from "./Draining.ts"
import { finish } from "./Finish.ts"
import { answerTo, type ErrorContext, errorResponse } from "../errors/ErrorResponse.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import * as Gatekeeper from "../guard/Gatekeeper.ts"
import * as KnownCallers from "../guard/KnownCallers.ts"
import * as Idempotency from "./Idempotency.ts"
import * as BodyBytes from "../body/BodyBytes.ts"
import * as LargeBodies from "../body/LargeBodies.ts"
import { shownPath } from "../observe/AccessLog.ts"
import { Observer } from "../observe/Observer.ts"
import { networkOf } from "../call/Client.ts"
import * as RateLimit from "../guard/RateLimit.ts"
import * as Refused from "./Refused.ts"
import * as RefusedTokens from "../guard/RefusedTokens.ts"
import * as RequestBody from "../body/RequestBody.ts"
import { requestIdOf } from "../observe/RequestId.ts"
import { pathOf, requestUrl } from "../call/RequestUrl.ts"
import * as Route from "./Route.ts"
import * as Router from "./Router.ts"

/** The facts about a request that its response, its log line and its clean-up need; filled in while it is handled. */
interface RequestContext extends ErrorContext, RequestBody.Holder {
  userId: string | null
  /** The size of the response body; null if unknown. */
  bytes: number | null
  admitted: Admission.Admitted | null
}

/**
 * Returns the function that turns a web request into a web response; every request goes through it. Contract section 3
 * defines the order of the checks. A failure is written in the form that the endpoint has for its status; a defect is
 * logged. A request that is refused at once gets a plain response instead of an effect, because refusing must cost far
 * less than serving.
 */
export const make = (bindings: ReadonlyArray<Binding>) =>
  Effect.gen(function* () {
    const authenticate = yield* Authentication.make
    const admit = yield* Gatekeeper.make
    const refused = yield* Refused.make
    const once = yield* Idempotency.make
    const users = yield* Users
    const decodeLarge = yield* LargeBodies.make
    const readBody = yield* RequestBody.make
    const { requestsPerMinute } = yield* Settings
    const limit = RateLimit.make(requestsPerMinute)
    const admission = Admission.make()
    const callers = KnownCallers.make()
    const countRefusedToken = RefusedTokens.make(requestsPerMinute > 0)
    const find = Router.make(bindings)
    const { isDraining } = yield* Draining
    const { level } = yield* Pressure
    const observe = yield* Observer
    const { tracer } = yield* Tracing.Tracing
    const answers = yield* Answers
    const routes = new Map(bindings.map((binding) => [binding, Route.make(binding, decodeLarge, answers)]))

    const run = Effect.fnUntraced(function* (
      route: Route.Route,
      parameters: Readonly<Record<string, string>>,
      request: Request,
      url: URL,
      context: RequestContext
    ) {
      const { policy } = route
      if (policy.scope === null) {
        const path = yield* route.path(parameters)
        return yield* perform(route, { path, principal: null, project: null, model: null, request, url }, context)
      }
      const network = networkOf(context.address ?? "")
      const principal = yield* Effect.tapErrorTag(
        authenticate(request.headers, network),
        "Unauthorized",
        ({ tokenGiven }) => (tokenGiven ? countRefusedToken(network) : Effect.void)
      )
      context.userId = principal.userId
      yield* FairScheduler.countFor(principal.userId)
      yield* limit(principal.userId)
      if (!policy.isRelief) {
        const kind = classOf(request.method, policy)
        context.admitted = admission.admit(kind, principal.userId, route.binding.endpoint.name)
        if (context.admitted === null) return yield* tooMany
        callers.keep(request.headers, principal.userId)
      }
      // Refusals above are sent at once. Admitted requests yield here, so that the scheduler decides when each begins.
      yield* Effect.yieldNow()
      yield* users.register(principal)
      yield* Authentication.requireScope(principal, policy.scope)
      const path = yield* route.path(parameters)
      const admitted = yield* admit(
        policy,
        principal,
        path as { projectId?: ProjectId; modelId?: ModelId },
        request.headers
      )
      const performed = perform(route, { path, principal, ...admitted, request, url }, context)
      // Reads are not audited, so they need no `Caller`; providing a service costs as much as a statement.
      return yield* request.method === "GET"
        ? performed
        : Effect.provideService(performed, Caller, { userId: principal.userId, requestId: context.requestId })
    })

    const perform = Effect.fnUntraced(function* (route: Route.Route, admitted: object, context: RequestContext) {
      const { address, requestId } = context
      const network = networkOf(address ?? "")
      const gate = { ...admitted, requestId, network, countFailure: countRefusedToken(network) } as Gate<unknown>
      const { handler } = route.binding
      const steps = "resource" in handler ? yield* handler.resource(gate) : handler
      const bytes = route.takesBody ? yield* bodyOf(gate.request, route.policy, context) : BodyBytes.none
      // The digest is computed first, because decoding a large body transfers its bytes to another thread.
      const digest = route.policy.keepsAnswer ? Idempotency.digestOf(gate.request, bytes) : ""
      const call = Effect.map(route.sent(bytes, gate), (sent) => ({ ...gate, ...sent }))
      const answered = Effect.flatMap((value: unknown) => route.answer(value, context))
      if (typeof steps === "function" && !route.policy.keepsAnswer) return yield* answered(Effect.flatMap(call, steps))
      const prepared = Effect.map(
        typeof steps === "function" ? Effect.map(call, steps) : Effect.flatMap(call, steps.prepare),
        answered
      )
      if (!route.policy.keepsAnswer) return yield* Effect.scoped(Effect.flatten(prepared))
      const failed = (error: WireError) => errorResponse(error, context)
      return yield* once(gate.request, gate.principal.userId, gate.url.pathname, digest, prepared, failed)
    })

    /** Reads the body. The admission slot is released meanwhile, so that a slow client does not occupy it. */
    const bodyOf = (request: Request, { mostBodyBytes, takesForm }: PolicyShape, context: RequestContext) =>
      Effect.suspend(() => {
        context.admitted?.wait()
        const read = readBody(request, mostBodyBytes, context, takesForm)
        return Effect.tap(read, () => Effect.sync(() => context.admitted?.go()))
      })

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

    return (request: Request, connection = Connection.none): Response | Effect.Effect<Response> => {
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
        hold: null,
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
        context.hold?.release()
        context.admitted?.end()
        connection.answered(response.ok && route !== null && !isOfOperator(route.policy))
        tell(isGone ? clientGone : response.status)
        return finish(response, context, request)
      }
      const known = callers.find(request.headers)
      const notNow = route === null ? null : refusal(route, known, request, context)
      if (notNow !== null) return done(errorResponse(notNow, context), false)
      const work: Effect.Effect<Response, WireError> =
        found === null || url === null
          ? new InvalidHeader({ details: "Host must name one host." })
          : found._tag === "Endpoint"
            ? Effect.tapError(run(route!, found.parameters, request, url, context), (error) =>
                refused(error, route!, found.parameters, context)
              )
            : found._tag === "UnknownPath"
              ? new NotFound({ details: "There is no such path." })
              : request.method === "OPTIONS"
                ? Effect.succeed(preflight(request, found.allow))
                : new MethodNotAllowed({
                    details: `${request.method} is not for this path.`,
                    allow: found.allow.join(", ")
                  })
      const counted = Effect.zipRight(FairScheduler.countFor(known ?? networkOf(connection.address ?? "")), work)
      const traced = span === null ? counted : Effect.zipRight(enter(span), counted)
      // Uninterruptible, so that a request whose client has gone away is observed too.
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.exit(restore(traced)), (exit) =>
          Effect.map(answerTo(exit, context), (response) => done(response, Exit.isInterrupted(exit)))
        )
      )
    }
  })

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
