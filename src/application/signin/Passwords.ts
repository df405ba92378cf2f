import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import { Overloaded } from "../../domain/Errors.ts"
import { prepared } from "../../domain/signin/Password.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"

/** Cost of each guess for an attacker: 19 MiB and two passes (OWASP, Password Storage Cheat Sheet). */
const cost = { memoryCost: 19_456, timeCost: 2 }
/** Maximum number of passwords hashed at once: each takes a core and that memory for some 30 ms. */
const mostAtOnce = 2

const unpadded = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "")

/** A hash that no password matches. Verifying against it takes as long as against any other. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${unpadded(32)}$${unpadded(32)}`

/** Hashes passwords by Argon2id (RFC 9106), off the event loop. */
export class Passwords extends Effect.Service<Passwords>()("application/Passwords", {
  effect: Effect.gen(function* () {
    const turns = yield* Effect.makeSemaphore(mostAtOnce)
    let waiting = 0

    /** Fails with `Overloaded` if 100 passwords are waiting already. */
    const inTurn = <A>(work: () => Promise<A>): Effect.Effect<A, Overloaded> =>
      Effect.suspend(() => {
        if (waiting >= limits.passwordsWaiting.most) {
          return new Overloaded({ details: sentenceOf(limits.passwordsWaiting) })
        }
        waiting += 1
        // Hashing cannot be interrupted: it continues after the caller has gone, and must keep its permit.
        return turns
          .withPermits(1)(Effect.uninterruptible(Effect.promise(work)))
          .pipe(Effect.ensuring(Effect.sync(() => (waiting -= 1))))
      })

    return {
      hash: (password: string) =>
        inTurn(() => Bun.password.hash(prepared(password), { algorithm: "argon2id", ...cost })),
      /** Returns whether the password matches the hash. Without a hash, saying no takes as long. */
      verify: (password: string, hash: string | null) =>
        Effect.map(
          inTurn(() => Bun.password.verify(prepared(password), hash ?? nobodys)),
          (fits) => fits && hash !== null
        )
    }
  })
}) {}
