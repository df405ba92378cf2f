import * as Context from "effect/Context"
import type { UserId } from "../../domain/Principal.ts"
import type { Found, Read, Written } from "../Stored.ts"

/** Users who sign in with a password of ours. Passwords come as hashes. */
export class AccountRepository extends Context.Tag("ports/AccountRepository")<
  AccountRepository,
  {
    /** False where the user is there. */
    readonly add: (userId: UserId, passwordHash: string) => Written<boolean>
    /** Whether there is no user at all. */
    readonly isEmpty: Read<boolean>
    /** All of them, by name. */
    readonly list: Read<ReadonlyArray<UserId>>
    readonly passwordHash: (userId: UserId) => Found<string>
    /** Revokes what was issued to the user before. False where there is none. */
    readonly setPassword: (userId: UserId, passwordHash: string) => Written<boolean>
    /** Revokes what was issued to the user. False where there is none. */
    readonly remove: (userId: UserId) => Written<boolean>
    /**
     * Lets the holder of a secret make the first user, in place of who could before; false where there is a user.
     * `secretHash` is its SHA-256.
     */
    readonly invite: (secretHash: string) => Written<boolean>
    /** Whether the holder of the secret may make the first user. */
    readonly isInvited: (secretHash: string) => Written<boolean>
    /** Makes the first user and uses the secret up. False where it is none, or there is a user. */
    readonly addFirst: (secretHash: string, userId: UserId, passwordHash: string) => Written<boolean>
  }
>() {}
