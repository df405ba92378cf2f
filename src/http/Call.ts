import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import type { Effect, Scope } from "effect"
import type { Principal } from "../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../ports/AccessRepository.ts"
import type { WireError } from "./errors/ErrorTable.ts"

/** What is known of a request before its query, headers and body are looked at. */
export interface Gate<Path> {
  readonly path: Path
  /** Endpoints without token have no principal: reading it there is a defect. */
  readonly principal: Principal
  readonly project: Path extends { readonly projectId: unknown } ? ProjectAccess : null
  readonly model: Path extends { readonly modelId: unknown } ? ModelAccess : null
  readonly requestId: string
  readonly request: Request
  readonly url: URL
}

/** What the client sent beside the path, decoded. */
export interface Sent<Query, Body> {
  readonly query: Query
  readonly body: Body
}

/** An answer with more than a value: headers, or bytes that are the body already. */
export class Reply<A> {
  constructor(
    readonly body: { readonly value: A } | { readonly bytes: Uint8Array } | { readonly response: Response },
    readonly headers: Readonly<Record<string, string>> = {}
  ) {}
}

/** The value as JSON, with headers. */
export const withHeaders = <A>(value: A, headers: Readonly<Record<string, string>>): Reply<A> =>
  new Reply({ value }, headers)

/** Bytes that are the JSON body. */
export const bytes = (json: Uint8Array, headers: Readonly<Record<string, string>> = {}): Reply<never> =>
  new Reply<never>({ bytes: json }, headers)

/** A web response as it is. */
export const raw = (response: Response): Reply<never> => new Reply<never>({ response })

type Parts<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer Query,
    infer Body,
    infer _Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? { readonly path: Path; readonly query: Query; readonly body: Body; readonly success: Success }
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
type HandlerOf<Path, Query, Body, A> =
  | Steps<Gate<Path> & Sent<Query, Body>, A>
  | { readonly resource: (gate: Gate<Path>) => Effect.Effect<Steps<Sent<Query, Body>, A>, WireError> }

type Handler<E> = HandlerOf<Parts<E>["path"], Parts<E>["query"], Parts<E>["body"], Parts<E>["success"]>

/** A handler for each endpoint of a group; a forgotten one does not compile. */
export type Handlers<G, E extends HttpApiEndpoint.HttpApiEndpoint.Any = HttpApiGroup.HttpApiGroup.Endpoints<G>> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<E>]: Handler<HttpApiEndpoint.HttpApiEndpoint.WithName<E, Name>>
}

type AnyHandler = HandlerOf<unknown, unknown, unknown, unknown>

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
