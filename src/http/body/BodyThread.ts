import * as HttpApi from "@effect/platform/HttpApi"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { free } from "../../runtime/Freed.ts"
import { lowerPriority } from "../../runtime/LowerPriority.ts"
import { serve } from "../../runtime/ThreadJobs.ts"
import { Api } from "../api/Api.ts"
import { type BodyBytes, joined } from "./BodyBytes.ts"
import * as BodyDecoder from "./BodyDecoder.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** The work of a body thread: to decode a large body for an endpoint, or to refuse it. */
export interface BodyWork {
  readonly things: Readonly<Record<string, never>>
  readonly request: { readonly endpoint: string; readonly sent: BodyBytes }
  /** The body as JSON, because a structured clone of many small objects takes many times as long; or raw bytes. */
  readonly answer: { readonly bytes: Uint8Array; readonly isJson: boolean }
  readonly failure: WireError
}

const decoders = new Map<string, (bytes: Uint8Array) => Either.Either<unknown, WireError>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    if (Option.isNone(endpoint.payloadSchema)) return
    decoders.set(endpoint.name, BodyDecoder.make(endpoint.payloadSchema.value as unknown as Schema.Schema<unknown>))
  }
})

const utf8 = new TextEncoder()

const whole = (bytes: Uint8Array, isJson: boolean) => ({
  answer: { bytes, isJson },
  transfer: [bytes.buffer as ArrayBuffer]
})

lowerPriority()
serve<BodyWork>(({ endpoint, sent }) => {
  const bytes = joined(sent)
  return Either.match(decoders.get(endpoint)!(bytes), {
    onLeft: (failure) => {
      free(bytes)
      return { failure }
    },
    onRight: (body) => {
      if (body instanceof Uint8Array) return whole(body, false)
      free(bytes)
      return whole(utf8.encode(JSON.stringify(body)), true)
    }
  })
})
