import * as Array from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { AuditRepository, type Refusal } from "../../ports/audit/AuditRepository.ts"

/**
 * Refusals of one user in one project that are written one by one within a window; further ones are combined into one
 * entry with their count. A user who is refused all day, at any rate, thus adds 4,500 entries to the audit of a
 * project.
 */
export const mostSingly = 30
export const windowMillis = 10 * 60_000

/** Maximum number of user and project pairs counted at a time; beyond it the oldest is settled early. */
const mostCounted = 10_000

/** Maximum number of pending refusals if the storage does not keep up; further ones are dropped and logged. */
const mostWaiting = 10_000

/** Maximum entries per transaction, which limits how long other writers wait. */
const mostAtOnce = 100

interface Count {
  readonly since: number
  written: number
  more: number
  last: Refusal
}

/**
 * Writes refused requests to the audit log in the background, one transaction at a time. A refused caller thus can
 * neither block writers nor tell from the response time whether a project exists.
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

    /** Writes the pending refusals now, after any write in progress. */
    const flush = alone(
      Effect.suspend(() => {
        const [all, lost] = [waiting, letGo]
        waiting = []
        letGo = 0
        const warning = Effect.logWarning("Refused requests were left out of the audit, too many at once")
        return Effect.zipRight(
          Effect.forEach(Array.chunksOf(all, mostAtOnce), write, { discard: true }),
          lost === 0 ? Effect.void : Effect.annotateLogs(warning, { requests: lost })
        )
      })
    )

    const add = (refusal: Refusal): void => {
      if (waiting.length < mostWaiting) waiting.push(refusal)
      else letGo += 1
    }

    /** Ends the window of a pair: refusals that were only counted become one entry. */
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

    /** Records a refusal without waiting. */
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
