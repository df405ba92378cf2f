import { HttpApi } from "@effect/platform"
import { Either, Option, type Schema } from "effect"
import { giveWay } from "../../runtime/GiveWay.ts"
import { serve } from "../../runtime/ThreadJobs.ts"
import { Api } from "../api/Api.ts"
import * as BodyDecoder from "./BodyDecoder.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/** Large bodies of endpoints, which are decoded or refused. */
export interface BodyWork {
  readonly things: Readonly<Record<string, never>>
  readonly request: { readonly endpoint: string; readonly bytes: Uint8Array }
  readonly answer: unknown
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

giveWay()
serve<BodyWork>(({ bytes, endpoint }) =>
  Either.match(decoders.get(endpoint)!(bytes), {
    onLeft: (failure) => ({ failure }),
    onRight: (answer) => ({ answer })
  })
)
