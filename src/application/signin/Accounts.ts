import * as Effect from "effect/Effect"
import { Forbidden } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import { AccountRepository } from "../../ports/signin/AccountRepository.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { digestOf, opaque } from "../common/Opaque.ts"
import { Passwords } from "./Passwords.ts"

const wrongLink = () =>
  new Forbidden({
    details:
      "There is a user already, or a newer link has replaced this one. While there is no user, `npm run --silent user -- invite` prints a new link."
  })

/** Users who sign in here. Who calls has seen to it that passwords are passwords. */
export class Accounts extends Effect.Service<Accounts>()("application/Accounts", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountRepository
    const signIns = yield* SignInRepository
    const { hash } = yield* Passwords

    return {
      isEmpty: accounts.isEmpty,
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
      /** Returns the secret whose holder makes the first user, or null if there is a user. Earlier secrets work no more. */
      invite: Effect.flatMap(Effect.sync(opaque), (secret) =>
        Effect.map(accounts.invite(digestOf(secret)), (isOpen) => (isOpen ? secret : null))
      ),
      /** Fails: `Forbidden` if the holder of the secret may not make the first user. */
      demandInvited: (secret: string) =>
        Effect.asVoid(Effect.filterOrFail(accounts.isInvited(digestOf(secret)), (isInvited) => isInvited, wrongLink)),
      /** Makes the first user. Fails: `Forbidden` if there is one, or the secret is another. */
      addFirst: fn("Accounts.addFirst")(function* (secret: string, userId: UserId, password: string) {
        const hashed = (yield* accounts.isInvited(digestOf(secret))) ? yield* hash(password) : null
        if (hashed === null || !(yield* accounts.addFirst(digestOf(secret), userId, hashed))) {
          return yield* wrongLink()
        }
      })
    }
  })
}) {}
