import * as Array from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { AuditRepository, type Refusal } from "../../ports/audit/AuditRepository.ts"

/**
 * Refusals of one user in one project that are written singly within a window; what comes after them is one entry that
 * counts. Who is refused all day, at any rate, adds 4,500 entries to the audit of a project.
 */
export const mostSingly = 30
export const windowMillis = 10 * 60_000

/** Pairs of user and project that are counted at a time; beyond them the oldest is settled early. */
const mostCounted = 10_000

/** Refusals that may wait for a storage that does not keep up; the log tells of those that are let go. */
const mostWaiting = 10_000

/** Entries of one transaction: others who write wait for so many at most. */
const mostAtOnce = 100

interface Count {
  readonly since: number
  written: number
  more: number
  last: Refusal
}

/**
 * Has the audit tell of refused requests. They are written while others are answered, one transaction at a time: a
 * caller that is refused cannot hold up those that write, nor see from the time that it takes whether a project exists.
 */
export class Refusals extends Effect.Service<Refusals>()("application/Refusals", {
  scoped: Effect.gen(function* () {
    const audit = yield* AuditRepository
    const scope = yield* Effect.scope
    const alone = (yield* Effect.makeSemaphore(1)).withPermits(1)
    const counts = new Map<string, Count>()
    let waiting: globalThis.Array<Refusal> = []
    let letGo = 0

    const write = (refusals: ReadonlyArray<Refusal>) =>
      Effect.catchAll(audit.refuse(refusals), (error) =>
        Effect.logWarning("Refused requests could not be written down", error).pipe(
          Effect.annotateLogs({ requests: refusals.length })
        )
      )

    /** Writes what waits now, and has waited for its turn when it is done. */
    const flush = alone(
      Effect.suspend(() => {
        const [all, lost] = [waiting, letGo]
        waiting = []
        letGo = 0
        const told = Effect.logWarning("Refused requests were left out of the audit, too many at once")
        return Effect.zipRight(
          Effect.forEach(Array.chunksOf(all, mostAtOnce), write, { discard: true }),
          lost === 0 ? Effect.void : Effect.annotateLogs(told, { requests: lost })
        )
      })
    )

    const add = (refusal: Refusal): void => {
      if (waiting.length < mostWaiting) waiting.push(refusal)
      else letGo += 1
    }

    /** Ends the window of a pair: what was only counted becomes an entry. */
    const settle = (key: string, { last, more }: Count): void => {
      counts.delete(key)
      if (more > 0) add({ ...last, action: "requests.refuse", object: String(more) })
    }

    const count = (refusal: Refusal, now: number): void => {
      const key = `${refusal.projectId} ${refusal.userId}`
      const known = counts.get(key)
      if (known !== undefined && now - known.since >= windowMillis) settle(key, known)
      const [oldest] = counts
      if (oldest !== undefined && counts.size >= mostCounted && !counts.has(key)) settle(...oldest)
      const current = counts.get(key) ?? { since: now, written: 0, more: 0, last: refusal }
      counts.set(key, current)
      if (current.written < mostSingly) {
        current.written += 1
        add(refusal)
      } else {
        current.more += 1
        current.last = refusal
      }
    }

    /** Notes a refusal, and waits for nothing. */
    const note = (refusal: Refusal): Effect.Effect<void> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const wasIdle = waiting.length === 0
        count(refusal, now)
        return wasIdle && waiting.length > 0 ? Effect.asVoid(Effect.forkIn(flush, scope)) : Effect.void
      })

    const settleSince = (since: number): Effect.Effect<void> => {
      for (const [key, known] of counts) if (known.since <= since) settle(key, known)
      return flush
    }
    yield* Effect.addFinalizer(() => settleSince(Number.POSITIVE_INFINITY))
    yield* Effect.forkScoped(
      Effect.repeat(
        Effect.flatMap(Clock.currentTimeMillis, (now) => settleSince(now - windowMillis)),
        Schedule.spaced("1 minute")
      )
    )

    return { note, flush }
  })
}) {}
