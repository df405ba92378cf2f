import * as Effect from "effect/Effect"
import { Forbidden } from "../domain/Errors.ts"
import type { UserId } from "../domain/Principal.ts"
import { AccountRepository } from "../ports/AccountRepository.ts"
import { SignInRepository } from "../ports/SignInRepository.ts"
import { fn } from "../runtime/Span.ts"
import { digestOf, opaque } from "./Opaque.ts"
import { Passwords } from "./Passwords.ts"

/** Users who sign in here. Who calls has seen to it that passwords are passwords. */
export class Accounts extends Effect.Service<Accounts>()("application/Accounts", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountRepository
    const signIns = yield* SignInRepository
    const { hash } = yield* Passwords

    return {
      list: accounts.list,
      /** False where the user is there. */
      add: (userId: UserId, password: string) =>
        Effect.flatMap(hash(password), (hashed) => accounts.add(userId, hashed)),
      /** What was issued to the user before is refused. False where there is none. */
      setPassword: (userId: UserId, password: string) =>
        Effect.flatMap(hash(password), (hashed) => accounts.setPassword(userId, hashed)),
      /** False where there is none. */
      remove: accounts.remove,
      /** Refuses what was issued to the user before, whoever signed the user in. */
      revoke: signIns.revokeUser,
      /** The secret whose holder makes the first user; null where there is one. Earlier ones serve no more. */
      invite: Effect.flatMap(Effect.sync(opaque), (secret) =>
        Effect.map(accounts.invite(digestOf(secret)), (isOpen) => (isOpen ? secret : null))
      ),
      isInvited: (secret: string) => accounts.isInvited(digestOf(secret)),
      /** Makes the first user. Fails: `Forbidden` where there is one, or the secret is another. */
      addFirst: fn("Accounts.addFirst")(function* (secret: string, userId: UserId, password: string) {
        const hashed = (yield* accounts.isInvited(digestOf(secret))) ? yield* hash(password) : null
        if (hashed === null || !(yield* accounts.addFirst(digestOf(secret), userId, hashed))) {
          return yield* new Forbidden({ details: "The first user was made already, or this link is not the latest." })
        }
      })
    }
  })
}) {}
