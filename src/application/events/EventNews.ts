import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { TooManyRequests } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import { EventRepository } from "../../ports/events/EventRepository.ts"
import { EventSignal } from "../../ports/EventSignal.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { EventLimits } from "./EventLimits.ts"

/** Interval of the search for events whose signal was lost. */
const sweep = "5 seconds"

/** Pause after each look that a change caused, so that changes in quick succession share the next one. */
const pause = "20 millis"

/** A reader who waits for events of a project. */
interface Follower {
  readonly projectId: ProjectId
  readonly userId: UserId
  /** The newest event that the reader has looked at. */
  readonly cursor: () => string
  /** Is called when there are newer ones. */
  readonly wake: () => void
  /** Is called when the service stops. */
  readonly end: () => void
}

/**
 * Tells the readers of streams when there are new events in their projects: one statement for all of them, whenever a
 * process has signalled a change.
 */
export class EventNews extends Effect.Service<EventNews>()("application/EventNews", {
  scoped: Effect.gen(function* () {
    const repository = yield* EventRepository
    const { wakes } = yield* EventSignal
    const inForce = yield* EventLimits
    const { streamsOfUser } = inForce
    const followers = new Set<Follower>()
    const streams = new Map<UserId, number>()

    const look = Effect.gen(function* () {
      if (followers.size === 0) return
      const heads = yield* repository.heads([...new Set([...followers].map(({ projectId }) => projectId))])
      for (const follower of followers) {
        if (Number(heads.get(follower.projectId) ?? 0) > Number(follower.cursor())) follower.wake()
      }
    }).pipe(Effect.catchAll((error) => Effect.logDebug("Readers of events are not woken this time", error)))

    yield* wakes.pipe(
      Stream.runForEach(() => Effect.zipRight(look, Effect.sleep(pause))),
      withoutContext,
      Effect.forkScoped
    )
    yield* look.pipe(Effect.repeat(Schedule.spaced(sweep)), withoutContext, Effect.forkScoped)

    /**
     * Takes one of the streams of a user and returns the function that gives it back. Fails with
     * `TooManyRequests` if the user has as many as one may have in a process.
     */
    const take = (userId: UserId) =>
      Effect.suspend(() => {
        const open = streams.get(userId) ?? 0
        if (open >= streamsOfUser) {
          const details = sentenceOf(limits.eventStreams, streamsOfUser)
          return Effect.fail(new TooManyRequests({ details, retryAfterSeconds: 10 }))
        }
        streams.set(userId, open + 1)
        let isTaken = true
        return Effect.succeed(() => {
          if (!isTaken) return
          isTaken = false
          const left = streams.get(userId)! - 1
          if (left === 0) streams.delete(userId)
          else streams.set(userId, left)
        })
      })

    /** Adds a follower and returns the function that removes it. */
    const follow = (follower: Follower) => {
      followers.add(follower)
      return () => void followers.delete(follower)
    }

    /** Ends all streams, because the service stops. */
    const end = Effect.sync(() => {
      for (const follower of followers) follower.end()
    })

    return { limits: inForce, take, follow, end }
  })
}) {}
