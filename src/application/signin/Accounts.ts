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

const expiredLink = () => new Forbidden({ details: "This link was used, has expired, or a newer one has replaced it." })

/** Users who sign in with a password of this service. Callers must have checked that passwords are acceptable. */
export class Accounts extends Effect.Service<Accounts>()("application/Accounts", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountRepository
    const signIns = yield* SignInRepository
    const { hash } = yield* Passwords

    return {
      isEmpty: accounts.isEmpty,
      list: accounts.list,
      /** Adds a user, who may be an operator; returns false if the user exists. */
      add: (userId: UserId, password: string, isOperator = false) =>
        Effect.flatMap(hash(password), (hashed) => accounts.add(userId, hashed, isOperator)),
      /** Sets the password and revokes everything issued to the user before. Returns false if there is no such user. */
      setPassword: (userId: UserId, password: string) =>
        Effect.flatMap(hash(password), (hashed) => accounts.setPassword(userId, hashed)),
      /** Removes a user, the last operator too; returns false if there is no such user. */
      remove: (userId: UserId) => Effect.catchTag(accounts.remove(userId), "LastOperator", Effect.die),
      /** Fails with `Forbidden` if the link to set a password is unknown, used or expired. */
      demandLinked: (secret: string) => Effect.flatMap(accounts.linked(digestOf(secret)), Effect.mapError(expiredLink)),
      /** Sets the password of the user of a link, and returns the user. Fails like `demandLinked`. */
      setLinkedPassword: fn("Accounts.setLinkedPassword")(function* (secret: string, password: string) {
        yield* Effect.flatMap(accounts.linked(digestOf(secret)), Effect.mapError(expiredLink))
        const hashed = yield* hash(password)
        return yield* Effect.flatMap(accounts.setLinkedPassword(digestOf(secret), hashed), Effect.mapError(expiredLink))
      }),
      /** Revokes everything issued to the user before, whoever signed the user in. */
      revoke: signIns.revokeUser,
      /**
       * Returns the secret whose holder may create the first user, or null if there is a user. Earlier secrets become
       * invalid.
       */
      invite: Effect.flatMap(Effect.sync(opaque), (secret) =>
        Effect.map(accounts.invite(digestOf(secret)), (isOpen) => (isOpen ? secret : null))
      ),
      /** Fails with `Forbidden` if the holder of the secret may not create the first user. */
      demandInvited: (secret: string) =>
        Effect.asVoid(Effect.filterOrFail(accounts.isInvited(digestOf(secret)), (isInvited) => isInvited, wrongLink)),
      /** Creates the first user. Fails with `Forbidden` if there is a user, or the secret is wrong. */
      addFirst: fn("Accounts.addFirst")(function* (secret: string, userId: UserId, password: string) {
        const hashed = (yield* accounts.isInvited(digestOf(secret))) ? yield* hash(password) : null
        if (hashed === null || !(yield* accounts.addFirst(digestOf(secret), userId, hashed))) {
          return yield* wrongLink()
        }
      })
    }
  })
}) {}
