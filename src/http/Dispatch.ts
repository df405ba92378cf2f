import { HttpApiSchema } from "@effect/platform"
import { Cause, Context, Effect, Exit, Option, Schema } from "effect"
import { InvalidBody, MethodNotAllowed, NotFound } from "../domain/Errors.ts"
import type { ModelId, ProjectId } from "../domain/Identifier.ts"
import { Policy, type PolicyShape } from "./api/Policy.ts"
import * as Authentication from "./Authentication.ts"
import * as BodyDecoder from "./BodyDecoder.ts"
import { type Binding, type Gate, Reply, type Sent } from "./Call.ts"
import { corsHeaders, preflight } from "./Cors.ts"
import { Newcomers } from "../application/Newcomers.ts"
import { Settings } from "../ports/Settings.ts"
import { defectResponse, type ErrorContext, errorResponse } from "./errors/ErrorResponse.ts"
import type { WireError } from "./errors/ErrorTable.ts"
import * as Gatekeeper from "./Gatekeeper.ts"
import * as Idempotency from "./Idempotency.ts"
import * as QueryString from "./QueryString.ts"
import * as RateLimit from "./RateLimit.ts"
import * as RequestBody from "./RequestBody.ts"
import { requestIdOf } from "./RequestId.ts"
import * as Router from "./Router.ts"

/** An endpoint with everything compiled that its requests need. */
interface Route {
  readonly binding: Binding
  readonly policy: PolicyShape
  readonly path: (parameters: Readonly<Record<string, string>>) => Effect.Effect<unknown, WireError>
  readonly bytes: (request: Request) => Effect.Effect<Uint8Array, WireError>
  readonly sent: (bytes: Uint8Array, url: URL) => Effect.Effect<Sent<unknown, unknown>, WireError>
  readonly answer: (value: unknown) => Response
}

const noBytes = new Uint8Array(0)

const noContent = new Set([204, 302])

const compile = (binding: Binding): Route => {
  const { endpoint } = binding
  const policy = Context.get(endpoint.annotations as Context.Context<Policy>, Policy)
  const pathSchema = Option.getOrElse(endpoint.pathSchema, () => Schema.Struct({}))
  const query = Option.map(endpoint.urlParamsSchema, (schema) => QueryString.make(schema as Schema.Schema<unknown>))
  const body = Option.map(endpoint.payloadSchema, (schema) => BodyDecoder.make(schema as Schema.Schema<unknown>))
  const status = HttpApiSchema.getStatusSuccess(endpoint.successSchema)
  const encode = Schema.encodeSync(endpoint.successSchema as Schema.Schema<unknown>)
  return {
    binding,
    policy,
    path: Gatekeeper.decodePath(pathSchema as unknown as Schema.Schema<unknown>, policy),
    bytes: (request) => (Option.isSome(body) ? RequestBody.read(request) : Effect.succeed(noBytes)),
    sent: Effect.fn(function* (bytes, url) {
      return {
        query: Option.isSome(query) ? yield* query.value(url.searchParams) : undefined,
        body: Option.isSome(body) ? yield* body.value(bytes) : undefined
      }
    }),
    answer: (value) => {
      if (!(value instanceof Reply)) {
        return noContent.has(status) ? new Response(null, { status }) : Response.json(encode(value), { status })
      }
      if ("response" in value.body) return value.body.response
      const json = "bytes" in value.body ? value.body.bytes : JSON.stringify(encode(value.body.value))
      return new Response(json, {
        status,
        headers: { "content-type": "application/json", ...value.headers }
      })
    }
  }
}

/**
 * Turns a web request into a web response: the one way that data takes through the HTTP side. Order of the answers:
 * contract section 3. A failure is written in the form that the endpoint has for its status; a defect is logged.
 */
export const make = (bindings: ReadonlyArray<Binding>) =>
  Effect.gen(function* () {
    const authenticate = yield* Authentication.make
    const admit = yield* Gatekeeper.make
    const once = yield* Idempotency.make
    const newcomers = yield* Newcomers
    const limit = RateLimit.make((yield* Settings).requestsPerMinute)
    const find = Router.make(bindings)
    const routes = new Map(bindings.map((binding) => [binding, compile(binding)]))

    const run = Effect.fn(function* (
      route: Route,
      parameters: Readonly<Record<string, string>>,
      request: Request,
      url: URL,
      context: ErrorContext
    ) {
      const { policy } = route
      if (policy.scope === null) {
        const path = yield* route.path(parameters)
        return yield* perform(route, { path, principal: null, project: null, model: null, request, url }, context)
      }
      const principal = yield* authenticate(request.headers)
      yield* limit(principal.userId)
      yield* newcomers.welcome(principal)
      yield* Authentication.requireScope(principal, policy.scope)
      const path = yield* route.path(parameters)
      const admitted = yield* admit(policy, principal, path as { projectId?: ProjectId; modelId?: ModelId })
      return yield* perform(route, { path, principal, ...admitted, request, url }, context)
    })

    const perform = Effect.fn(function* (route: Route, admitted: object, context: ErrorContext) {
      const gate = { ...admitted, requestId: context.requestId } as Gate<unknown>
      const { handler } = route.binding
      const rest =
        typeof handler === "function"
          ? (sent: Sent<unknown, unknown>) => handler({ ...gate, ...sent })
          : yield* handler.resource(gate)
      const bytes = yield* route.bytes(gate.request)
      const work = Effect.map(Effect.flatMap(route.sent(bytes, gate.url), rest), route.answer)
      if (!route.policy.keepsAnswer) return yield* work
      const failed = (error: WireError) => errorResponse(error, context)
      return yield* once(gate.request, gate.principal.userId, gate.url.pathname, bytes, work, failed)
    })

    return (request: Request): Effect.Effect<Response> => {
      const requestId = requestIdOf(request.headers)
      const url = new URL(request.url)
      const found = find(request.method, url.pathname)
      const route = found._tag === "Endpoint" ? routes.get(found.binding)! : null
      const context = { area: route?.policy.area ?? null, requestId, path: url.pathname }
      const work: Effect.Effect<Response, WireError> =
        found._tag === "Endpoint"
          ? run(route!, found.parameters, request, url, context)
          : found._tag === "UnknownPath"
            ? new NotFound({ details: "There is no such path." })
            : request.method === "OPTIONS"
              ? Effect.succeed(preflight(request, found.allow))
              : new MethodNotAllowed({
                  details: `${request.method} is not for this path.`,
                  allow: found.allow.join(", ")
                })
      return Effect.map(Effect.exit(work), (exit) => finish(exit, context, request))
    }
  })

const finish = (exit: Exit.Exit<Response, WireError>, context: ErrorContext, request: Request): Response => {
  const response = Exit.match(exit, {
    onSuccess: (answer) => answer,
    onFailure: (cause) => {
      const failure = Cause.failureOption(cause)
      return Option.isSome(failure) ? errorResponse(failure.value, context) : defectResponse(context)
    }
  })
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
  response.headers.set("x-request-id", context.requestId)
  return request.method === "HEAD" ? new Response(null, response) : response
}
