import * as Context from "effect/Context"
import type { UserId } from "../../domain/Principal.ts"
import type { Written } from "../Stored.ts"

/** Users who have called the service. */
export class UserRepository extends Context.Tag("ports/UserRepository")<
  UserRepository,
  {
    /**
     * Stores the user, and the name if the token has one; otherwise a name that was stored before stays. At the first call the user gets a project with the sample
     * model, in the same transaction; never a second one, even if the first was deleted.
     */
    readonly register: (userId: UserId, name: string | null) => Written<void>
    /** Stores that the user was seen now; does nothing if there is no such user. */
    readonly seen: (userId: UserId) => Written<void>
  }
>() {}
