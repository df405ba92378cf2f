import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import type { SealedTokens as Sealed } from "../../ports/signin/SignInRepository.ts"
import { fn } from "../../runtime/Span.ts"
import * as Sealing from "../common/Sealing.ts"

/** An access token of a provider that waits for its code. */
const Waiting = Schema.Struct({
  accessToken: Schema.String,
  /** When the client is to take it for ended, in milliseconds since 1970. */
  expiresAt: Schema.Number,
  /** In seconds since 1970; null where nobody says. */
  issuedAt: Schema.NullOr(Schema.Number)
})
export type Waiting = typeof Waiting.Type

const encode = Schema.encodeSync(Schema.parseJson(Waiting))
const decode = Schema.decodeUnknownSync(Schema.parseJson(Waiting))

/**
 * Tokens of a provider as the storage keeps them: under a secret of the deployment together with the code, or with the
 * secret of the refresh token, of which the storage has but hashes.
 */
export class SealedTokens extends Effect.Service<SealedTokens>()("application/SealedTokens", {
  effect: Effect.gen(function* () {
    const key = yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("provider tokens"))
    const [waiting, refresh] = [Sealing.make(key, "waiting tokens"), Sealing.make(key, "refresh token")]

    /** The secret of the first refresh token, which the code decides: so all is sealed before the code is shown. */
    const firstSecret = (code: string) => createHmac("sha256", key).update(`first ${code}`).digest("base64url")

    return {
      firstSecret,
      /** What waits for a code. */
      sealFor: fn("SealedTokens.sealFor")(function* (code: string, tokens: Waiting, refreshToken: string | null) {
        const sealed: Sealed = {
          waiting: yield* waiting.seal(encode(tokens), code),
          refresh: refreshToken === null ? null : yield* refresh.seal(refreshToken, firstSecret(code))
        }
        return sealed
      }),
      /** Null where it was sealed by a secret that is no more, here and below. */
      openWaiting: (sealed: Uint8Array, code: string) =>
        Effect.map(waiting.open(sealed, code), (text) => (text === null ? null : decode(text))),
      sealRefresh: refresh.seal,
      openRefresh: refresh.open
    }
  })
}) {}
