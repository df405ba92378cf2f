import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Answers, type Body, largeBytes } from "../../application/common/Answers.ts"
import { bodyStream } from "../answer/BodyStream.ts"
import { streamed } from "../answer/StreamedJson.ts"
import { Policy, type PolicyShape } from "../errors/Policy.ts"
import * as BodyDecoder from "../body/BodyDecoder.ts"
import * as FormDecoder from "../body/FormDecoder.ts"
import { type BodyBytes, joined } from "../body/BodyBytes.ts"
import { byteKindOf, isForm } from "../body/RequestBody.ts"
import { type Binding, type Gate, Reply, type Sent } from "../call/Call.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import * as Gatekeeper from "../guard/Gatekeeper.ts"
import * as HeaderDecoder from "../call/HeaderDecoder.ts"
import { largeBytes as largeBodyBytes } from "../body/LargeBodies.ts"
import * as QueryString from "../call/QueryString.ts"

/** An endpoint with its compiled decoders and encoder. */
export interface Route {
  readonly binding: Binding
  readonly policy: PolicyShape
  readonly path: (parameters: Readonly<Record<string, string>>) => Effect.Effect<unknown, WireError>
  readonly takesBody: boolean
  readonly sent: (bytes: BodyBytes, gate: Gate<unknown>) => Effect.Effect<Sent, WireError>
  /** Returns the response for a handler's result, and writes the size of its body to the note if it is known. */
  readonly answer: (value: unknown, note: Note) => Effect.Effect<Response, WireError>
}

/** The user of a request and the size of its response body, in bytes; null if unknown. */
interface Note {
  readonly userId: string | null
  bytes: number | null
}

/** Decodes a large body on another thread; `user` is its owner. */
export type DecodeLarge = (user: string, endpoint: string, bytes: BodyBytes) => Effect.Effect<unknown, WireError>

const withoutBody = new Set([204, 302])
const nothingSent = Effect.succeed<Sent>({ query: undefined, headers: undefined, body: undefined })

/** Returns a function that writes a handler's result: a value, encoded by the endpoint's schema, or a `Reply`. */
const writer = (
  schema: Schema.Schema<unknown>,
  { flow, register }: Pick<Answers, "flow" | "register">
): Route["answer"] => {
  const status = HttpApiSchema.getStatusSuccess(schema)
  const encode = Schema.encodeSync(schema)
  const json = { "content-type": "application/json" }
  const send = (body: Body, note: Note, headers: Readonly<Record<string, string>> = {}): Response => {
    note.bytes = body.length
    const content = body instanceof Uint8Array ? body : bodyStream(body)
    return new Response(content, { status, headers: { ...json, ...headers } })
  }
  const sendValue = (value: unknown, note: Note, headers: Readonly<Record<string, string>>) => {
    const text = JSON.stringify(encode(value))
    if (text.length * 3 > largeBytes) {
      return Effect.map(register(note.userId ?? "", Buffer.from(text)), (body) => send(body, note, headers))
    }
    note.bytes = Buffer.byteLength(text)
    return Effect.succeed(new Response(text, { status, headers: { ...json, ...headers } }))
  }
  return (value, note) => {
    if (!(value instanceof Reply)) {
      return withoutBody.has(status) ? Effect.succeed(new Response(null, { status })) : sendValue(value, note, {})
    }
    if ("response" in value.body) return Effect.succeed(value.body.response)
    if ("pieces" in value.body) return streamed(value.body.pieces, flow(note.userId ?? ""))
    if ("json" in value.body) {
      const { json } = value.body
      const body = json instanceof Uint8Array ? register(note.userId ?? "", json) : Effect.succeed(json)
      return Effect.map(body, (body) => send(body, note, value.headers))
    }
    return sendValue(value.body.value, note, value.headers)
  }
}

const emptyObject = new TextEncoder().encode("{}")

/** Compiles an endpoint. */
export const make = (
  binding: Binding,
  decodeLarge: DecodeLarge,
  answers: Pick<Answers, "flow" | "register">
): Route => {
  const { endpoint } = binding
  const policy = Context.get(endpoint.annotations as Context.Context<Policy>, Policy)
  const pathSchema = Option.getOrElse(endpoint.pathSchema, () => Schema.Struct({}))
  const query = Option.map(endpoint.urlParamsSchema, (schema) => QueryString.make(schema as Schema.Schema<unknown>))
  const headers = Option.map(endpoint.headersSchema, (schema) => HeaderDecoder.make(schema as Schema.Schema<unknown>))
  const body = Option.map(endpoint.payloadSchema, (schema) => BodyDecoder.make(schema as Schema.Schema<unknown>))
  const form = Option.filter(
    Option.map(endpoint.payloadSchema, (schema) => FormDecoder.make(schema as Schema.Schema<unknown>)),
    () => policy.takesForm
  )
  const sent: Route["sent"] = Effect.fnUntraced(function* (bytes, { principal, request, url }) {
    // Endpoints that accept forms have small bodies only.
    const kind = byteKindOf(request.headers, policy.takesBytes)
    const isLarge = bytes.length > largeBodyBytes && !policy.takesForm
    return {
      query: Option.isSome(query) ? yield* query.value(url.searchParams) : undefined,
      headers: Option.isSome(headers) ? yield* headers.value(request.headers) : undefined,
      body: Option.isSome(body)
        ? kind !== null
          ? { kind, ...(bytes.stored === undefined ? { bytes: joined(bytes) } : { blob: bytes.stored.key }) }
          : yield* !policy.needsBody && bytes.length === 0
              ? body.value(emptyObject)
              : isLarge
                ? decodeLarge(principal.userId, endpoint.name, bytes)
                : (Option.isSome(form) && isForm(request.headers) ? form : body).value(joined(bytes))
        : undefined
    }
  })
  return {
    binding,
    policy,
    path: Gatekeeper.decodePath(pathSchema as unknown as Schema.Schema<unknown>, policy),
    takesBody: Option.isSome(body),
    sent: Option.isNone(query) && Option.isNone(headers) && Option.isNone(body) ? () => nothingSent : sent,
    answer: writer(endpoint.successSchema as Schema.Schema<unknown>, answers)
  }
}
