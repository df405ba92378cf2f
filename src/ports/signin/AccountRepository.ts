import * as Context from "effect/Context"
import type { UserId } from "../../domain/Principal.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** Users who sign in with a password managed by this service. Passwords are passed as hashes. */
export class AccountRepository extends Context.Tag("ports/AccountRepository")<
  AccountRepository,
  {
    /** Adds a user; returns false if the user exists. */
    readonly add: (userId: UserId, passwordHash: string) => Written<boolean>
    /** Returns whether there are no users. */
    readonly isEmpty: Read<boolean>
    /** Returns all users, by name. */
    readonly list: Read<ReadonlyArray<UserId>>
    readonly passwordHash: (userId: UserId) => Found<string>
    /** Sets the password and revokes everything issued to the user before. Returns false if there is no such user. */
    readonly setPassword: (userId: UserId, passwordHash: string) => Written<boolean>
    /** Removes the user and revokes everything issued to them. Returns false if there is no such user. */
    readonly remove: (userId: UserId) => Written<boolean>
    /**
     * Allows the holder of a secret to create the first user, replacing any earlier secret; returns false if there is a
     * user. `secretHash` is the secret's SHA-256.
     */
    readonly invite: (secretHash: string) => Written<boolean>
    /** Returns whether the holder of the secret may create the first user. */
    readonly isInvited: (secretHash: string) => Written<boolean>
    /**
     * Creates the first user and invalidates the secret. Returns false if the secret is not valid, or there is a user.
     */
    readonly addFirst: (secretHash: string, userId: UserId, passwordHash: string) => Written<boolean>
  }
>() {}
