import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Body } from "../../application/common/Answers.ts"
import type { TooManyRequests } from "../../domain/Errors.ts"
import type { Principal } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import type { Pull } from "../../runtime/Pull.ts"

/** What is known of a request before its query, headers and body are looked at. */
export interface Gate<Path> {
  readonly path: Path
  /** Endpoints without token have no principal: reading it there is a defect. */
  readonly principal: Principal
  readonly project: Path extends { readonly projectId: unknown } ? ProjectAccess : null
  readonly model: Path extends { readonly modelId: unknown } ? ModelAccess : null
  readonly requestId: string
  /** Where the client is, as far as what it does is counted by that; empty where it is not known. */
  readonly network: string
  /** Counts a sign-in that failed with the refused tokens of the address. Fails: `TooManyRequests` beyond the limit. */
  readonly countFailure: Effect.Effect<void, TooManyRequests>
  readonly request: Request
  readonly url: URL
}

/** What the client sent beside the path, decoded as far as the endpoint declares it. */
export interface Sent<Query = unknown, Headers = unknown, Body = unknown> {
  readonly query: Query
  readonly headers: Headers
  readonly body: Body
}

/** An answer with more than a value: headers, or a body that is written already. */
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

/** The value as JSON, with headers. */
export const withHeaders = <A>(value: A, headers: Readonly<Record<string, string>>): Reply<A> =>
  new Reply({ value }, headers)

/** The JSON body as it goes out. */
export const written = (json: Body, headers: Readonly<Record<string, string>> = {}): Reply<never> =>
  new Reply<never>({ json }, headers)

/** JSON in pieces, which are made while they are taken. */
export const inPieces = (pieces: Pull<string, WireError>): Reply<never> => new Reply<never>({ pieces })

/** A web response as it is. */
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
 * What is done with all that came: a function; or, where that takes more than the storage, in two steps. `prepare`
 * holds no lock and gives what is committed, which may be run again, or never where the request is a duplicate; the
 * scope closes when the answer is there.
 */
type Steps<Call, A> =
  | ((call: Call) => Answer<A>)
  | { readonly prepare: (call: Call) => Effect.Effect<Answer<A>, WireError, Scope.Scope> }

/**
 * What an endpoint does: the steps; or, where the path names a resource of its own whose absence is told before the
 * body is looked at, a function of the path that gives them.
 */
type HandlerOf<Path, Sent, A> =
  | Steps<Gate<Path> & Sent, A>
  | { readonly resource: (gate: Gate<Path>) => Effect.Effect<Steps<Sent, A>, WireError> }

type Handler<E> = HandlerOf<Parts<E>["path"], Parts<E>["sent"], Parts<E>["success"]>

/** A handler for each endpoint of a group; a forgotten one does not compile. */
export type Handlers<G, E extends HttpApiEndpoint.HttpApiEndpoint.Any = HttpApiGroup.HttpApiGroup.Endpoints<G>> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<E>]: Handler<HttpApiEndpoint.HttpApiEndpoint.WithName<E, Name>>
}

type AnyHandler = HandlerOf<unknown, Sent, unknown>

/** An endpoint with what it does, ready to be routed. */
export interface Binding {
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
  readonly handler: AnyHandler
}

/** Puts the handlers of a group to its endpoints. */
export const bind = <G extends HttpApiGroup.HttpApiGroup.Any>(
  group: G,
  handlers: Handlers<G>
): ReadonlyArray<Binding> =>
  Object.values((group as unknown as HttpApiGroup.HttpApiGroup.AnyWithProps).endpoints).map((endpoint) => ({
    endpoint,
    handler: (handlers as unknown as Record<string, AnyHandler>)[endpoint.name]!
  }))
