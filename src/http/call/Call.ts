import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Body } from "../../application/common/Answers.ts"
import type { Via } from "../../domain/audit/AuditEntry.ts"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { Principal } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import type { Pull } from "../../runtime/Pull.ts"

/** The part of a request that is known before its query, headers and body are decoded. */
export interface Gate<Path> {
  readonly path: Path
  /** The caller. Endpoints without a token have no principal; reading it there is a defect. */
  readonly principal: Principal
  readonly project: Path extends { readonly projectId: unknown } ? ProjectAccess : null
  readonly model: Path extends { readonly modelId: unknown } ? ModelAccess : null
  readonly requestId: string
  /** The client's network, by which its failures are counted (see `networkOf`); empty if unknown. */
  readonly network: string
  /**
   * Counts a failed sign-in together with the refused tokens of the client's network. Fails with `TooManyRequests` if
   * the limit is exceeded.
   */
  readonly countFailure: Effect.Effect<void, TooManyRequests>
  /**
   * Checks token, scope, role and membership again, for an answer that goes on. Fails as the request would now.
   */
  readonly again: Effect.Effect<
    {
      readonly principal: Principal
      readonly project: Path extends { readonly projectId: unknown } ? ProjectAccess : null
    },
    WireError
  >
  readonly request: Request
  readonly url: URL
  /** The interface of the caller: `mcp` if a tool of `/mcp` makes the request. */
  readonly via: Via
  /** Serves a request that a tool of `/mcp` makes for the caller, with all checks, limits and records of a request. */
  readonly ask: (request: Request) => Promise<Response>
}

/** The query, headers and body of a request, decoded as far as the endpoint declares them. */
export interface Sent<Query = unknown, Headers = unknown, Body = unknown> {
  readonly query: Query
  readonly headers: Headers
  readonly body: Body
}

/** A response with more than a value: with headers, or with a body that is already serialized. */
export class Reply<A> {
  constructor(
    readonly body:
      | { readonly value: A }
      | { readonly json: Body }
      | { readonly pieces: Pull<string, WireError> }
      | { readonly response: Response },
    readonly headers: Readonly<Record<string, string>> = {}
  ) {}
}

/** Returns a reply with the value as JSON, and headers. */
export const withHeaders = <A>(value: A, headers: Readonly<Record<string, string>>): Reply<A> =>
  new Reply({ value }, headers)

/** Returns a reply with a JSON body that is already serialized. */
export const written = (json: Body, headers: Readonly<Record<string, string>> = {}): Reply<never> =>
  new Reply<never>({ json }, headers)

/** Returns a reply with JSON in pieces, which are produced while the client reads. */
export const inPieces = (pieces: Pull<string, WireError>): Reply<never> => new Reply<never>({ pieces })

/** Returns a reply with a web response, unchanged. */
export const raw = (response: Response): Reply<never> => new Reply<never>({ response })

type Parts<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer Query,
    infer Body,
    infer Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? { readonly path: Path; readonly sent: Sent<Query, Headers, Body>; readonly success: Success }
    : never

type Answer<A> = Effect.Effect<A | Reply<A>, WireError>

/**
 * The work of an endpoint on a decoded request. It is a function, or, if it needs more than the storage, two steps:
 * `prepare` runs without a lock and returns the effect that is committed. That effect may be run again, or not at all
 * if the request is a duplicate. The scope closes when the response is ready.
 */
type Steps<Call, A> =
  | ((call: Call) => Answer<A>)
  | { readonly prepare: (call: Call) => Effect.Effect<Answer<A>, WireError, Scope.Scope> }

/**
 * The handler of an endpoint: its steps, or, if the path names a resource whose absence must be reported before the
 * body is read, a function `resource` that checks the path and returns the steps.
 */
type HandlerOf<Path, Sent, A> =
  | Steps<Gate<Path> & Sent, A>
  | { readonly resource: (gate: Gate<Path>) => Effect.Effect<Steps<Sent, A>, WireError> }

type Handler<E> = HandlerOf<Parts<E>["path"], Parts<E>["sent"], Parts<E>["success"]>

/** One handler for each endpoint of a group. Leaving one out is a compile error. */
export type Handlers<G, E extends HttpApiEndpoint.HttpApiEndpoint.Any = HttpApiGroup.HttpApiGroup.Endpoints<G>> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<E>]: Handler<HttpApiEndpoint.HttpApiEndpoint.WithName<E, Name>>
}

/** The steps of any endpoint, as the dispatcher calls them. */
export type AnySteps = Steps<Gate<unknown> & Sent, unknown>

type AnyHandler = AnySteps | { readonly resource: (gate: Gate<unknown>) => Effect.Effect<AnySteps, WireError> }

/** An endpoint and its handler. */
export interface Binding {
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
  readonly handler: AnyHandler
}

/** Pairs each endpoint of a group with its handler. */
export const bind = <G extends HttpApiGroup.HttpApiGroup.Any>(
  group: G,
  handlers: Handlers<G>
): ReadonlyArray<Binding> =>
  Object.values((group as unknown as HttpApiGroup.HttpApiGroup.AnyWithProps).endpoints).map((endpoint) => ({
    endpoint,
    handler: (handlers as unknown as Record<string, AnyHandler>)[endpoint.name]!
  }))
