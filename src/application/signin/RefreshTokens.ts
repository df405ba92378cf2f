import { createHmac, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import { SignInRefused } from "../../domain/Errors.ts"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import type { Refusal } from "../../ports/signin/SignInRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Revocations } from "./Revocations.ts"

/** What a refresh token says. */
interface RefreshToken {
  /** Of the sign-in. */
  readonly id: string
  /** What the storage has the hash of. */
  readonly secret: string
}

/** The client shows what serves no more, or never did (RFC 6749, section 5.2). */
export const invalidGrant = (details: string) => new SignInRefused({ error: "invalid_grant", details })

/** The refresh tokens that clients hold, whoever made the access tokens. */
export class RefreshTokens extends Effect.Service<RefreshTokens>()("application/RefreshTokens", {
  effect: Effect.gen(function* () {
    const revocations = yield* Revocations
    const key = yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("refresh tokens"))

    /** Tells ours, used ones too, from texts that somebody made up. */
    const seal = ({ id, secret }: RefreshToken) =>
      createHmac("sha256", key).update(`${id}.${secret}`).digest("base64url")

    return {
      write: (token: RefreshToken): string => `${token.id}.${token.secret}.${seal(token)}`,
      /** Null where it is none of ours. */
      read: (text: string): RefreshToken | null => {
        const [id = "", secret = "", given = "", ...rest] = text.split(".")
        const [wanted, bytes] = [Buffer.from(seal({ id, secret })), Buffer.from(given)]
        const isOurs = bytes.length === wanted.length && timingSafeEqual(bytes, wanted) && rest.length === 0
        return isOurs ? { id, secret } : null
      },
      /** What was found for the code or refresh token that a client showed. Fails: `SignInRefused` where that does not serve. */
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
