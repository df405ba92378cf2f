import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EventNews } from "../../../application/events/EventNews.ts"
import { Events } from "../../../application/events/Events.ts"
import { InvalidHeader } from "../../../domain/Errors.ts"
import { EventId } from "../../../domain/events/Event.ts"
import { prefersEvents } from "../../answer/Accept.ts"
import { eventStream } from "../../answer/EventStream.ts"
import { EventsApi } from "../../api/events/EventsApi.ts"
import { bind, raw } from "../../call/Call.ts"

/** The most events that a stream sends at once. */
const atOnce = 100

const isEventId = Schema.is(EventId)

/** Returns the last event that a client has seen of an earlier stream. Fails with `InvalidHeader` if it is malformed. */
const lastSeen = (request: Request, after: EventId | null) => {
  const text = request.headers.get("last-event-id") ?? ""
  if (text === "") return Effect.succeed(after)
  return isEventId(text)
    ? Effect.succeed(text)
    : Effect.fail(new InvalidHeader({ details: "Last-Event-ID is not an id of an event." }))
}

export const bindings = Effect.map(Effect.all([Events, EventNews]), ([events, news]) =>
  bind(EventsApi, {
    readEvents: ({ again, principal, project, query, request }) => {
      const after = query.after ?? null
      if (!prefersEvents(request.headers.get("accept") ?? "")) {
        return events.page({ principal, project }, after, query.limit)
      }
      return Effect.gen(function* () {
        const { projectId } = project
        const seen = yield* lastSeen(request, after)
        const start = yield* events.start(projectId, seen)
        const next = (cursor: EventId) => Effect.flatMap(again, (reading) => events.page(reading, cursor, atOnce))
        return raw(yield* eventStream(news, { projectId, userId: principal.userId, after: start, next }))
      })
    }
  })
)
