import { createHmac, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import { SignInRefused } from "../../domain/Errors.ts"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import type { Refusal } from "../../ports/signin/SignInRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { digestOf } from "../common/Opaque.ts"
import { Revocations } from "./Revocations.ts"

/** The content of a refresh token. */
interface RefreshToken {
  /** Id of the sign-in. */
  readonly id: string
  /** Secret of which the storage has the hash. */
  readonly secret: string
}

/** The client presented a code or token that is not, or no longer, valid (RFC 6749, section 5.2). */
export const invalidGrant = (details: string) => new SignInRefused({ error: "invalid_grant", details })

/** Most replacements that are followed from a token of the page: more than a browser makes within `repeatMillis`. */
const mostFollowed = 1000

/** The refresh tokens that clients hold, whether this service or a provider issued the access tokens. */
export class RefreshTokens extends Effect.Service<RefreshTokens>()("application/RefreshTokens", {
  effect: Effect.gen(function* () {
    const revocations = yield* Revocations
    const key = yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("refresh tokens"))

    /** Signature that distinguishes tokens of this service, including used ones, from forged texts. */
    const seal = ({ id, secret }: RefreshToken) =>
      createHmac("sha256", key).update(`${id}.${secret}`).digest("base64url")

    /**
     * Returns the secret of the refresh token that replaces one of the page, if a provider issues the access tokens. It
     * follows from the token, so that one that was just replaced still opens the provider's.
     */
    const nextSecret = ({ id, secret }: RefreshToken): string =>
      createHmac("sha256", key).update(`next ${id}.${secret}`).digest("base64url")

    return {
      nextSecret,
      /**
       * Returns the secret of the latest refresh token by its hash, from a token that may have been replaced by
       * `nextSecret`; null if the latest does not follow from it.
       */
      latestSecret: ({ id, secret }: RefreshToken, latestHash: string): string | null => {
        let latest = secret
        for (let n = 0; n < mostFollowed; n++) {
          if (digestOf(latest) === latestHash) return latest
          latest = nextSecret({ id, secret: latest })
        }
        return null
      },
      write: (token: RefreshToken): string => `${token.id}.${token.secret}.${seal(token)}`,
      /** Parses a refresh token; null if it is not one of this service. */
      read: (text: string): RefreshToken | null => {
        const [id = "", secret = "", given = "", ...rest] = text.split(".")
        const [wanted, bytes] = [Buffer.from(seal({ id, secret })), Buffer.from(given)]
        const isOurs = bytes.length === wanted.length && timingSafeEqual(bytes, wanted) && rest.length === 0
        return isOurs ? { id, secret } : null
      },
      /**
       * Returns what was found for the code or refresh token of a client. Fails with `SignInRefused` if that is not
       * valid.
       */
      accepted: fn("RefreshTokens.accepted")(function* <A extends object | "Busy">(found: A | Refusal, what: string) {
        if (found !== "Ended" && found !== "Refused") return found
        if (found === "Ended") {
          yield* Effect.logWarning(`A ${what} came a second time; its sign-in has ended`)
          yield* revocations.refresh
        }
        return yield* invalidGrant(`The ${what} is unknown, used or expired, or was made for another request.`)
      })
    }
  })
}) {}
