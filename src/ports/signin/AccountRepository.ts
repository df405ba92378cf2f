import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { LastOperator } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** Users who sign in with a password managed by this service. Passwords are passed as hashes. */
export class AccountRepository extends Context.Tag("ports/AccountRepository")<
  AccountRepository,
  {
    /** Adds a user, who may be an operator; returns false if the user exists. */
    readonly add: (userId: UserId, passwordHash: string, isOperator?: boolean) => Written<boolean>
    /** Returns whether there is such a user, who is an operator. */
    readonly isOperator: (userId: UserId) => Read<boolean>
    /** Returns whether there are no users. */
    readonly isEmpty: Read<boolean>
    /** Returns all users, by name. */
    readonly list: Read<ReadonlyArray<UserId>>
    readonly passwordHash: (userId: UserId) => Found<string>
    /** Sets the password and revokes everything issued to the user before. Returns false if there is no such user. */
    readonly setPassword: (userId: UserId, passwordHash: string) => Written<boolean>
    /**
     * Removes the user and revokes everything issued to them. Returns false if there is no such user. If `keepsOperator`,
     * it fails with `LastOperator` for the only operator.
     */
    readonly remove: (userId: UserId, keepsOperator?: boolean) => Written<boolean, LastOperator>
    /**
     * Stores the hash of a secret whose holder may set the user's password within `millis`; earlier ones become invalid.
     * Returns false if there is no such user.
     */
    readonly linkPassword: (userId: UserId, secretHash: string, millis: number) => Written<boolean>
    /** Returns the user whose password the holder of a secret may set. */
    readonly linked: (secretHash: string) => Found<UserId>
    /** Sets the password of that user, like `setPassword`, and invalidates the secret. */
    readonly setLinkedPassword: (secretHash: string, passwordHash: string) => Written<Option.Option<UserId>>
    /**
     * Allows the holder of a secret to create the first user, replacing any earlier secret; returns false if there is a
     * user. `secretHash` is the secret's SHA-256.
     */
    readonly invite: (secretHash: string) => Written<boolean>
    /** Returns whether the holder of the secret may create the first user. */
    readonly isInvited: (secretHash: string) => Written<boolean>
    /**
     * Creates the first user, an operator, and invalidates the secret. Returns false if the secret is not valid, or there is a user.
     */
    readonly addFirst: (secretHash: string, userId: UserId, passwordHash: string) => Written<boolean>
  }
>() {}
