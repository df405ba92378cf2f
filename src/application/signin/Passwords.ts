import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import { Overloaded } from "../../domain/Errors.ts"
import { prepared } from "../../domain/signin/Password.ts"

/** What an attacker must spend on each guess: 19 MiB and two passes (OWASP, Password Storage Cheat Sheet). */
const cost = { memoryCost: 19_456, timeCost: 2 }
/** Passwords hashed at once: each takes a core and that memory for some 30 ms. */
const mostAtOnce = 2
/** More do not wait their turn. */
const mostWaiting = 100

const unpadded = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "")

/** The hash of no password: to verify against it takes as long as against any other. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${unpadded(32)}$${unpadded(32)}`

/** Hashes passwords by Argon2id (RFC 9106), off the event loop. */
export class Passwords extends Effect.Service<Passwords>()("application/Passwords", {
  effect: Effect.gen(function* () {
    const turns = yield* Effect.makeSemaphore(mostAtOnce)
    let waiting = 0

    /** Fails with `Overloaded` where 100 wait already. */
    const inTurn = <A>(work: () => Promise<A>): Effect.Effect<A, Overloaded> =>
      Effect.suspend(() => {
        if (waiting >= mostWaiting) {
          return new Overloaded({ details: "Too many passwords are being looked at. Try again later." })
        }
        waiting += 1
        // What has begun goes on when its caller has gone, and keeps its turn.
        return turns
          .withPermits(1)(Effect.uninterruptible(Effect.promise(work)))
          .pipe(Effect.ensuring(Effect.sync(() => (waiting -= 1))))
      })

    return {
      hash: (password: string) =>
        inTurn(() => Bun.password.hash(prepared(password), { algorithm: "argon2id", ...cost })),
      /** Whether the password is that of the hash; of none, it takes as long to say no. */
      verify: (password: string, hash: string | null) =>
        Effect.map(
          inTurn(() => Bun.password.verify(prepared(password), hash ?? nobodys)),
          (fits) => fits && hash !== null
        )
    }
  })
}) {}
