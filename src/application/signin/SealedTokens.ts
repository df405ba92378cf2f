import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import type { SealedTokens as Sealed } from "../../ports/signin/SignInRepository.ts"
import { fn } from "../../runtime/Span.ts"
import * as Sealing from "../common/Sealing.ts"

/** A provider's access token that is stored until its code is exchanged. */
const Waiting = Schema.Struct({
  accessToken: Schema.String,
  /** Expiry to report to the client, in milliseconds since 1970. */
  expiresAt: Schema.Number,
  /** In seconds since 1970; null if unknown. */
  issuedAt: Schema.NullOr(Schema.Number)
})
export type Waiting = typeof Waiting.Type

const encode = Schema.encodeSync(Schema.parseJson(Waiting))
const decode = Schema.decodeUnknownSync(Schema.parseJson(Waiting))

/**
 * A provider's tokens as stored: encrypted under a secret of the deployment together with the code, or with the secret
 * of the refresh token. The storage has only hashes of the latter two.
 */
export class SealedTokens extends Effect.Service<SealedTokens>()("application/SealedTokens", {
  effect: Effect.gen(function* () {
    const key = yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("provider tokens"))
    const [waiting, refresh] = [Sealing.make(key, "waiting tokens"), Sealing.make(key, "refresh token")]

    /**
     * Derives the secret of the first refresh token from the code, so that all tokens can be sealed before the code is
     * issued.
     */
    const firstSecret = (code: string) => createHmac("sha256", key).update(`first ${code}`).digest("base64url")

    return {
      firstSecret,
      /** Seals the tokens to be stored for a code. */
      sealFor: fn("SealedTokens.sealFor")(function* (code: string, tokens: Waiting, refreshToken: string | null) {
        const sealed: Sealed = {
          waiting: yield* waiting.seal(encode(tokens), code),
          refresh: refreshToken === null ? null : yield* refresh.seal(refreshToken, firstSecret(code))
        }
        return sealed
      }),
      /** Returns null if it was sealed by a secret that no longer exists; so does `openRefresh`. */
      openWaiting: (sealed: Uint8Array, code: string) =>
        Effect.map(waiting.open(sealed, code), (text) => (text === null ? null : decode(text))),
      sealRefresh: refresh.seal,
      openRefresh: refresh.open
    }
  })
}) {}
