import * as Effect from "effect/Effect"
import { CursorExpired } from "../../domain/Errors.ts"
import { EventId, maySee, type ProjectEvent, type Sight, type StoredEvent } from "../../domain/events/Event.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { Principal } from "../../domain/Principal.ts"
import { AccessRepository, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { EventRepository } from "../../ports/events/EventRepository.ts"
import { fn } from "../../runtime/Span.ts"

/** The most events that are read at once, after those that a page needs if all are visible. */
const rowsAtOnce = 1000

/** A page of the feed. */
export interface EventPage {
  readonly events: ReadonlyArray<ProjectEvent>
  /** The id to ask after. */
  readonly next: EventId
}

const first = EventId.make("0")

/** The caller and the caller's access to the project, as they are now. */
export interface Reading {
  readonly principal: Pick<Principal, "userId" | "scopes">
  readonly project: Pick<ProjectAccess, "projectId" | "role">
}

/** The feed of a project (contract section 15). Callers must have checked `projects:read` and the membership. */
export class Events extends Effect.Service<Events>()("application/Events", {
  effect: Effect.gen(function* () {
    const repository = yield* EventRepository
    const access = yield* AccessRepository

    /** Returns what the caller sees of the models of some events. */
    const sights = fn("Events.sights")(function* (
      { principal: { userId }, project: { projectId } }: Reading,
      events: ReadonlyArray<StoredEvent>
    ) {
      const ids = [
        ...new Set(events.flatMap(({ event: { modelId } }) => (modelId === undefined ? [] : [modelId as ModelId])))
      ]
      const models = ids.length === 0 ? [] : yield* access.models(userId, projectId, ids)
      const found = new Map<string, Sight>(
        models.map(({ modelId, role }) => [modelId, role === "NoAccess" ? "Hidden" : "Seen"])
      )
      const removed = ids.filter((id) => !found.has(id))
      for (const id of yield* repository.formerlySeen(userId, removed)) found.set(id, "Former")
      return (modelId: string): Sight => found.get(modelId) ?? "Gone"
    })

    const visible = fn("Events.visible")(function* (reading: Reading, events: ReadonlyArray<StoredEvent>) {
      const { principal, project } = reading
      const sightOf = yield* sights(reading, events)
      const reader = { ...principal, isOwner: project.role === "Owner", sightOf }
      return events.filter((event) => maySee(event, reader))
    })

    /** Returns the rows after an id. Fails with `CursorExpired` if events after it are not kept any more. */
    const rows = fn("Events.rows")(function* (projectId: ProjectId, after: EventId | null, limit: number) {
      const { events, expired } = yield* repository.after(projectId, after ?? first, limit)
      if (after !== null && Number(after) < Number(expired)) {
        return yield* new CursorExpired({
          details: `Events up to ${expired} are no longer kept. Read the project again, and then events after ${expired}.`
        })
      }
      return { events, expired }
    })

    /**
     * Returns the oldest events after an id that the caller may see, at most `limit`, from the oldest kept if `after`
     * is null. Events that the caller may not see are passed over, so only the end of the feed is an empty page, and
     * `next` is the last event that was looked at. Fails with `CursorExpired`.
     */
    const page = fn("Events.page")(function* (reading: Reading, after: EventId | null, limit: number) {
      const { projectId } = reading.project
      const found: Array<ProjectEvent> = []
      let next = after
      for (let wanted = limit; ; wanted = rowsAtOnce) {
        const { events, expired } = yield* rows(projectId, next, wanted)
        for (const { event } of yield* visible(reading, events)) {
          found.push(event)
          if (found.length === limit) return { events: found, next: event.id } satisfies EventPage
        }
        next = events.at(-1)?.event.id ?? next ?? expired
        if (events.length < wanted) return { events: found, next } satisfies EventPage
      }
    })

    /** Returns the id after which a stream begins. Fails with `CursorExpired`. */
    const start = (projectId: ProjectId, after: EventId | null) =>
      Effect.map(rows(projectId, after, 1), ({ expired }) => after ?? expired)

    /** Returns an event with this id that the reader sees; null if it is not kept, undefined if it may not be seen. */
    const seen = fn("Events.seen")(function* (reading: Reading, id: EventId) {
      const before = EventId.make(String(Number(id) - 1))
      const { events } = yield* repository.after(reading.project.projectId, before, 1)
      const found = events.filter(({ event }) => event.id === id)
      return found.length === 0 ? null : (yield* visible(reading, found))[0]?.event
    })

    return { page, start, visible, seen, after: repository.after }
  })
}) {}
