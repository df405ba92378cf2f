import { HttpApi } from "@effect/platform"
import { Either, Option, type Schema } from "effect"
import { giveWay } from "../domain/EventLoop.ts"
import { Api } from "./api/Api.ts"
import * as BodyDecoder from "./BodyDecoder.ts"
import { bodyChecks } from "./BodyChecks.ts"
import type { WireError } from "./errors/ErrorTable.ts"

declare const self: Worker

/** A body for the thread; its buffer goes with it. */
export interface ToThread {
  readonly id: number
  readonly endpoint: string
  readonly bytes: Uint8Array
}

export type FromThread =
  | { readonly id: number; readonly body: unknown }
  /** The failure's own members; the class does not survive the way. */
  | { readonly id: number; readonly failure: WireError }

const decoders = new Map<string, (bytes: Uint8Array) => Either.Either<unknown, WireError>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    if (Option.isNone(endpoint.payloadSchema)) return
    const decode = BodyDecoder.make(endpoint.payloadSchema.value as unknown as Schema.Schema<unknown>)
    const check = bodyChecks.get(endpoint.name)
    decoders.set(endpoint.name, (bytes) =>
      Either.flatMap<unknown, WireError, unknown, WireError>(decode(bytes), (body) =>
        check === undefined ? Either.right(body) : Either.map(check(body), () => body)
      )
    )
  }
})

giveWay()

self.onmessage = ({ data: { bytes, endpoint, id } }: MessageEvent<ToThread>) => {
  const decoded = decoders.get(endpoint)!(bytes)
  const answer: FromThread = Either.isRight(decoded)
    ? { id, body: decoded.right }
    : { id, failure: Object.fromEntries(Object.entries(decoded.left)) as unknown as WireError }
  self.postMessage(answer)
}
