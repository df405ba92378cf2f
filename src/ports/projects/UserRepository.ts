import * as Context from "effect/Context"
import type { UserId } from "../../domain/Principal.ts"
import type { Written } from "../Stored.ts"

/** Those who have called. */
export class UserRepository extends Context.Tag("ports/UserRepository")<
  UserRepository,
  {
    /**
     * Remembers the user, and the name where the token gives one. At the first time the user gets a project of the
     * sample model, in the same transaction; never a second one, deleted or not.
     */
    readonly register: (userId: UserId, name: string | null) => Written<void>
  }
>() {}
