import { HttpApiSchema } from "@effect/platform"
import { Context, Effect, Option, Schema } from "effect"
import { Policy, type PolicyShape } from "../api/Policy.ts"
import * as BodyDecoder from "../body/BodyDecoder.ts"
import { type Binding, type Gate, Reply, type Sent } from "./Call.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import * as Gatekeeper from "../guard/Gatekeeper.ts"
import * as HeaderDecoder from "./HeaderDecoder.ts"
import { largeBytes } from "../body/LargeBodies.ts"
import * as QueryString from "./QueryString.ts"

/** An endpoint with everything compiled that its requests need. */
export interface Route {
  readonly binding: Binding
  readonly policy: PolicyShape
  readonly path: (parameters: Readonly<Record<string, string>>) => Effect.Effect<unknown, WireError>
  readonly takesBody: boolean
  readonly sent: (bytes: Uint8Array, gate: Gate<unknown>) => Effect.Effect<Sent, WireError>
  /** Notes the size of the body where it is known. */
  readonly answer: (value: unknown, note: { bytes: number | null }) => Response
}

/** Decodes a large body of the user elsewhere. */
export type DecodeLarge = (user: string, endpoint: string, bytes: Uint8Array) => Effect.Effect<unknown, WireError>

const withoutBody = new Set([204, 302])

/** Writes what a handler gave: a value by the endpoint's schema, or a reply that knows better. */
const writer = (schema: Schema.Schema<unknown>): Route["answer"] => {
  const status = HttpApiSchema.getStatusSuccess(schema)
  const encode = Schema.encodeSync(schema)
  const headers = { "content-type": "application/json" }
  return (value, note) => {
    if (!(value instanceof Reply)) {
      if (withoutBody.has(status)) return new Response(null, { status })
      const json = JSON.stringify(encode(value))
      note.bytes = Buffer.byteLength(json)
      return new Response(json, { status, headers })
    }
    if ("response" in value.body) return value.body.response
    const json = "bytes" in value.body ? value.body.bytes : JSON.stringify(encode(value.body.value))
    note.bytes = Buffer.byteLength(json)
    return new Response(json, { status, headers: { ...headers, ...value.headers } })
  }
}

/** Compiles an endpoint. */
export const make = (binding: Binding, decodeLarge: DecodeLarge): Route => {
  const { endpoint } = binding
  const policy = Context.get(endpoint.annotations as Context.Context<Policy>, Policy)
  const pathSchema = Option.getOrElse(endpoint.pathSchema, () => Schema.Struct({}))
  const query = Option.map(endpoint.urlParamsSchema, (schema) => QueryString.make(schema as Schema.Schema<unknown>))
  const headers = Option.map(endpoint.headersSchema, (schema) => HeaderDecoder.make(schema as Schema.Schema<unknown>))
  const body = Option.map(endpoint.payloadSchema, (schema) => BodyDecoder.make(schema as Schema.Schema<unknown>))
  return {
    binding,
    policy,
    path: Gatekeeper.decodePath(pathSchema as unknown as Schema.Schema<unknown>, policy),
    takesBody: Option.isSome(body),
    sent: Effect.fnUntraced(function* (bytes, { principal, request, url }) {
      const isLarge = bytes.length > largeBytes
      return {
        query: Option.isSome(query) ? yield* query.value(url.searchParams) : undefined,
        headers: Option.isSome(headers) ? yield* headers.value(request.headers) : undefined,
        body: Option.isSome(body)
          ? yield* isLarge ? decodeLarge(principal.userId, endpoint.name, bytes) : body.value(bytes)
          : undefined
      }
    }),
    answer: writer(endpoint.successSchema as Schema.Schema<unknown>)
  }
}
