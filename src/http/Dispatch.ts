import { HttpApiSchema } from "@effect/platform"
import { Cause, Context, Effect, Exit, Option, Schema } from "effect"
import { InvalidBody, MethodNotAllowed, NotFound } from "../domain/Errors.ts"
import type { ModelId, ProjectId } from "../domain/Identifier.ts"
import { Policy, type PolicyShape } from "./api/Policy.ts"
import * as Authentication from "./Authentication.ts"
import * as BodyDecoder from "./BodyDecoder.ts"
import { type Binding, type Gate, Reply, type Sent } from "./Call.ts"
import { corsHeaders, preflight } from "./Cors.ts"
import { defectResponse, errorResponse } from "./errors/ErrorResponse.ts"
import type { WireError } from "./errors/ErrorTable.ts"
import * as Gatekeeper from "./Gatekeeper.ts"
import * as QueryString from "./QueryString.ts"
import * as RequestBody from "./RequestBody.ts"
import { requestIdOf } from "./RequestId.ts"
import * as Router from "./Router.ts"

/** An endpoint with everything compiled that its requests need. */
interface Route {
  readonly binding: Binding
  readonly policy: PolicyShape
  readonly path: (parameters: Readonly<Record<string, string>>) => Effect.Effect<unknown, WireError>
  readonly sent: (request: Request, url: URL) => Effect.Effect<Sent<unknown, unknown>, WireError>
  readonly answer: (value: unknown) => Response
}

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
    sent: Effect.fn("Dispatch.sent")(function* (request, url) {
      const decoded = Option.isSome(body) ? yield* Effect.flatMap(RequestBody.read(request), body.value) : undefined
      return { query: Option.isSome(query) ? yield* query.value(url.searchParams) : undefined, body: decoded }
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
    const find = Router.make(bindings)
    const routes = new Map(bindings.map((binding) => [binding, compile(binding)]))

    const run = Effect.fn("Dispatch.run")(function* (
      route: Route,
      parameters: Readonly<Record<string, string>>,
      request: Request,
      url: URL,
      requestId: string
    ) {
      const { policy, binding } = route
      const principal = policy.scope === null ? null : yield* authenticate(request.headers)
      if (principal !== null && policy.scope !== null) yield* Authentication.requireScope(principal, policy.scope)
      const path = yield* route.path(parameters)
      const admitted =
        principal === null
          ? { project: null, model: null }
          : yield* admit(policy, principal, path as { projectId?: ProjectId; modelId?: ModelId })
      const gate = { path, principal, ...admitted, requestId, request, url } as Gate<unknown>
      const { handler } = binding
      if (typeof handler === "function") {
        const sent = yield* route.sent(request, url)
        return route.answer(yield* handler({ ...gate, ...sent }))
      }
      const rest = yield* handler.resource(gate)
      return route.answer(yield* rest(yield* route.sent(request, url)))
    })

    return (request: Request): Effect.Effect<Response> => {
      const requestId = requestIdOf(request.headers)
      const url = new URL(request.url)
      const found = find(request.method, url.pathname)
      const route = found._tag === "Endpoint" ? routes.get(found.binding)! : null
      const context = { area: route?.policy.area ?? null, requestId, path: url.pathname }
      const work: Effect.Effect<Response, WireError> =
        found._tag === "Endpoint"
          ? run(route!, found.parameters, request, url, requestId)
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

const finish = (
  exit: Exit.Exit<Response, WireError>,
  context: { area: PolicyShape["area"] | null; requestId: string; path: string },
  request: Request
): Response => {
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
