import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { Answers } from "../../application/common/Answers.ts"
import { Users } from "../../application/projects/Users.ts"
import { InvalidHeader, MethodNotAllowed } from "../../domain/Errors.ts"
import type { Via } from "../../domain/audit/AuditEntry.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { Principal } from "../../domain/Principal.ts"
import { missing } from "../../domain/Missing.ts"
import { Caller } from "../../ports/Caller.ts"
import { Reached } from "../../ports/Reached.ts"
import { Settings } from "../../ports/Settings.ts"
import * as Tracing from "../../ports/Tracing.ts"
import * as FairScheduler from "../../runtime/FairScheduler.ts"
import { andThen } from "../../runtime/Ready.ts"
import * as Authentication from "../guard/Authentication.ts"
import type { Binding, Gate } from "../call/Call.ts"
import * as Connection from "../call/Connection.ts"
import * as Challenge from "./Challenge.ts"
import { preflight } from "./Cors.ts"
import { finish } from "./Finish.ts"
import * as Handling from "./Handling.ts"
import { answerTo } from "../errors/ErrorResponse.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import { areaOf } from "../errors/ErrorForms.ts"
import * as DryRun from "../guard/DryRun.ts"
import * as Gatekeeper from "../guard/Gatekeeper.ts"
import * as LargeBodies from "../body/LargeBodies.ts"
import { shownPath } from "../observe/AccessLog.ts"
import { Observer } from "../observe/Observer.ts"
import { networkOf } from "../call/Client.ts"
import * as Overload from "./Overload.ts"
import * as Refused from "./Refused.ts"
import * as RefusedTokens from "../guard/RefusedTokens.ts"
import { requestIdOf } from "../observe/RequestId.ts"
import { pathOf, requestUrl } from "../call/RequestUrl.ts"
import { callerOf, type RequestContext } from "./RequestContext.ts"
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
    const { publicUrl, requestsPerMinute } = yield* Settings
    const challenge = Challenge.make(publicUrl)
    const limitRefused = RefusedTokens.make(requestsPerMinute > 0)
    const countRefused = (network: string) => limitRefused(network, Date.now())
    const { excess, refusal } = yield* Overload.make
    const { authenticate, known } = yield* Authentication.make(countRefused)
    const admit = yield* Gatekeeper.make
    const refused = yield* Refused.make
    const users = yield* Users
    const decodeLarge = yield* LargeBodies.make
    const handle = yield* Handling.make
    const requests = yield* Running.make
    const find = Router.make(bindings)
    const observe = yield* Observer
    const { tracer } = yield* Tracing.Tracing
    const answers = yield* Answers
    const routes = new Map(bindings.map((binding) => [binding, Route.make(binding, decodeLarge, answers)]))

    /** Runs an effect with the projects that the caller's token reaches; a token for programs may be limited to some. */
    const within = <A, E, R>(principal: Principal, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      principal.program === undefined ? effect : Effect.provideService(effect, Reached, principal.program.reach)

    /** Checks the caller of a request again, whose path is decoded already. */
    const again = ({ network, request, route: { policy } }: Arrived, path: unknown) =>
      Effect.gen(function* () {
        const principal = yield* authenticate(request.headers, network)
        yield* Authentication.requirePermission(principal, policy)
        const { project } = yield* within(principal, admit(policy, principal, path as Named, request.headers))
        return { principal, project }
      })

    /** Returns the part of a request that its handler sees before the body is read. */
    const gateOf = (arrived: Arrived, path: unknown, context: RequestContext, admitted: object) => {
      const { network, request, url } = arrived
      const { address, requestId, via } = context
      return {
        ...admitted,
        path,
        request,
        url,
        requestId,
        network,
        via,
        ask: async (inner: Request) => dispatch(inner, { ...Connection.none, address }, "mcp"),
        again: Effect.suspend(() => again(arrived, path)),
        countFailure: Effect.suspend(() => countRefused(network) ?? Effect.void)
      } as Gate<unknown>
    }

    /** Serves a request of a user: checks the scope, the path and the role. */
    const serve = (arrived: Arrived, principal: Principal, context: RequestContext): Work => {
      const { parameters, request, route } = arrived
      const { policy } = route
      const { userId } = principal
      context.client = principal.client
      const work = (): Work =>
        andThen(Authentication.requirePermission(principal, policy), (): Work =>
          andThen(route.path(parameters), (path): Work =>
            andThen(
              admit(DryRun.policyOf(policy, arrived.url), principal, path as Named, request.headers),
              (access) => {
                const handled = handle(route, gateOf(arrived, path, context, { principal, ...access }), context)
                // Reads are not audited, so they need no `Caller`; providing a service costs as much as a statement.
                return request.method === "GET"
                  ? handled
                  : Effect.provideService(handled, Caller, callerOf(context, userId))
              }
            )
          )
        )
      return within(principal, andThen(users.register(principal), work))
    }

    /** Serves a request whose caller is not known yet, if it needs one. */
    const serveUnknown = (arrived: Arrived, context: RequestContext): Work => {
      const { parameters, request, route } = arrived
      if (route.policy.scope === null) {
        return andThen(route.path(parameters), (path) =>
          handle(route, gateOf(arrived, path, context, { principal: null, project: null, model: null }), context)
        )
      }
      return Effect.flatMap(authenticate(request.headers, arrived.network), (principal): Work => {
        const error = excess(route, request.method, principal, context)
        if (error !== null) return error
        // Refusals above are sent at once. Admitted requests yield here, so that the scheduler decides when each begins.
        return FairScheduler.countFor(principal.userId).pipe(
          Effect.zipRight(Effect.yieldNow()),
          Effect.flatMap(() => serve(arrived, principal, context))
        )
      })
    }

    /** Begins the span of a request. Returns null if tracing is off, and for probes and documentation. */
    const spanOf = ({ headers, method }: Request, path: string, { binding, policy }: Route.Route) =>
      tracer === null || Overload.isOfOperator(policy)
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

    const dispatch: Dispatch = (request, connection = Connection.none, via = "api") => {
      const startedAt = performance.now()
      const requestId = requestIdOf(request.headers)
      const url = requestUrl(request, connection.scheme)
      const path = url?.pathname ?? pathOf(request)
      const found = url === null ? null : find(request.method, path)
      const route = found?._tag === "Endpoint" ? routes.get(found.binding)! : null
      const isShared =
        route?.policy.isShared ??
        (found?._tag !== "OtherMethod" || found.others.every((binding) => routes.get(binding)!.policy.isShared))
      const context: RequestContext = {
        area: route?.policy.area ?? areaOf(path),
        requestId,
        // Errors name the path, and are stored for an Idempotency-Key: a secret in the path must not be.
        path: shownPath(path),
        userId: null,
        client: undefined,
        via,
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
        connection.answered(response.ok && route !== null && !Overload.isOfOperator(route.policy))
        tell(isGone ? clientGone : response.status)
        challenge(response, path)
        return finish(response, context, request, isShared)
      }
      const principal = route === null || route.policy.scope === null ? null : known(request.headers, Date.now())
      const notNow = route === null ? null : refusal(route, request.method, principal, context)
      if (notNow !== null) return done(Overload.refusalTo(notNow, request, context), false)
      const answer = (outcome: Running.Outcome): Response =>
        done(answerTo(outcome, context, requests.log), Exit.isInterrupted(outcome))
      if (found === null || url === null) {
        return answer(
          Exit.fail(new InvalidHeader({ details: "The request must have one Host header that names one host." }))
        )
      }
      if (found._tag !== "Endpoint") return answer(withoutEndpoint(request, found, isShared))
      const { parameters } = found
      const network = networkOf(connection.address ?? "")
      const arrived = { route: route!, parameters, request, url, network }
      if (principal !== null) {
        const error = excess(route!, request.method, principal, context)
        if (error !== null) return answer(Exit.fail(error))
      }
      const work = Effect.suspend(() =>
        principal === null ? serveUnknown(arrived, context) : serve(arrived, principal, context)
      )
      const recorded = Effect.catchAllCause(work, (cause) =>
        Option.match(Cause.failureOption(cause), {
          onNone: () => Effect.failCause(cause),
          onSome: (error) => Effect.zipRight(refused(error, route!, parameters, context), Effect.failCause(cause))
        })
      )
      const traced = span === null ? recorded : Effect.zipRight(enter(span), recorded)
      // The scheduler decides when the work of a known user begins. For other requests the user is not known yet.
      return requests.run(traced, {
        user: principal?.userId ?? network,
        isImmediate: principal === null,
        signal: request.signal,
        answer
      })
    }
    return dispatch
  })

/** Serves a request. */
type Dispatch = (request: Request, connection?: Connection.Connection, via?: Via) => Response | Promise<Response>

type Work = Effect.Effect<Response, WireError>
type Named = { readonly projectId?: ProjectId; readonly modelId?: ModelId }

/** A request for an endpoint. */
interface Arrived {
  readonly route: Route.Route
  /** The parameters of the path, not decoded yet. */
  readonly parameters: Readonly<Record<string, string>>
  readonly request: Request
  readonly url: URL
  /** The network of the client; empty if unknown. */
  readonly network: string
}

/** Returns the outcome of a request whose path, or whose method on that path, has no endpoint. */
const withoutEndpoint = (
  request: Request,
  found: Exclude<Router.Found, { _tag: "Endpoint" }>,
  isShared: boolean
): Running.Outcome => {
  if (found._tag === "UnknownPath") return Exit.fail(missing.path())
  if (request.method === "OPTIONS" && isShared) return Exit.succeed(preflight(request, found.allow))
  const allow = found.allow.join(", ")
  return Exit.fail(new MethodNotAllowed({ details: `${request.method} is not supported for this path.`, allow }))
}

/**
 * Makes the span the parent of all that follows in the fiber. It is never left again, because the fiber serves this
 * request only and leaving a span costs ten times as much.
 */
const enter = (span: Tracer.Span) =>
  FiberRef.update(FiberRef.currentContext, (context) => Context.add(context, Tracer.ParentSpan, span))

/** The status that is logged if the client goes away before the response. It is never sent. */
const clientGone = 499
