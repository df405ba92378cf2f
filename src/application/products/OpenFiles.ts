import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Overloaded } from "../../domain/Errors.ts"
import { type Limit, sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import { Settings } from "../../ports/Settings.ts"

const tooMany = (limit: Limit) => new Overloaded({ details: sentenceOf(limit) })

/** Answers as files that are being read, each of which keeps its tables in memory. */
export class OpenFiles extends Effect.Service<OpenFiles>()("application/OpenFiles", {
  effect: Effect.gen(function* () {
    const { cacheBytes } = yield* Settings
    const mostBytes = cacheBytes * limits.tablesOfFiles.most
    const ofUsers = new Map<UserId, number>()
    let [files, bytes] = [0, 0]

    const counted = (user: UserId, by: 1 | -1): void => {
      const count = (ofUsers.get(user) ?? 0) + by
      files += by
      if (count === 0) ofUsers.delete(user)
      else ofUsers.set(user, count)
    }

    /** Counts a file until the scope closes. Fails with `Overloaded` if the user, or all, have too many. */
    const open = (user: UserId): Effect.Effect<void, Overloaded, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          if ((ofUsers.get(user) ?? 0) >= limits.filesOfUser.most) return tooMany(limits.filesOfUser)
          if (files >= limits.files.most) return tooMany(limits.files)
          return Effect.sync(() => counted(user, 1))
        }),
        () => Effect.sync(() => counted(user, -1))
      )

    /**
     * Counts the bytes of a file's tables until the scope closes. Fails with `Overloaded` if those of all files take too
     * much memory; one file alone may.
     */
    const keep = (more: number): Effect.Effect<void, Overloaded, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          if (bytes > 0 && bytes + more > mostBytes) return tooMany(limits.tablesOfFiles)
          return Effect.sync(() => void (bytes += more))
        }),
        () => Effect.sync(() => void (bytes -= more))
      )

    return { open, keep, count: Effect.sync(() => files) }
  })
}) {}
