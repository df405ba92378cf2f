import * as Context from "effect/Context"
import { limits } from "../../domain/Limits.ts"

/** Limits of event streams; tests lower them. */
export class EventLimits extends Context.Reference<EventLimits>()("application/EventLimits", {
  defaultValue: () => ({
    /** Open streams of a user in one process. */
    streamsOfUser: limits.eventStreams.most,
    /** Milliseconds without an event after which a comment is sent: proxies cut connections that are silent for 60 s. */
    commentMillis: 15_000,
    /** Milliseconds for which a client may leave what was written untaken. */
    untakenMillis: limits.eventSeconds.most * 1000
  })
}) {}
