import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Topic } from "./OperationMessages.ts"
import type { Written } from "../Stored.ts"

/** A message about something that has been committed. It is only a hint: the rows are the source of truth. */
export interface Message {
  /** The topic, which determines who receives the message. */
  readonly topic: Topic
  /** Ordering key: messages with the same key keep their order. */
  readonly key: string
  /** JSON. */
  readonly message: string
  /** The `traceparent` of the span that the message belongs to (W3C Trace Context). */
  readonly traceparent?: string | null
}

/**
 * Outbox of messages, written in the transaction of the change they announce and kept until a queue has accepted them.
 */
export class OutboxRepository extends Context.Tag("ports/OutboxRepository")<
  OutboxRepository,
  {
    /**
     * Passes the oldest pending messages, at most `limit`, to `send`, in the order in which they were written, marks
     * them as sent if it succeeds, and returns their number. A message that was passed on but not marked is sent again.
     * `send` runs outside of any transaction, and in only one process at a time: returns `None` if another process is
     * sending. If a process dies while sending, others take over at once; if it hangs, they do within ten seconds and
     * send its messages. If it then resumes, those may be sent once more, after later ones.
     */
    readonly relay: <E, R>(
      limit: number,
      send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, E, R>
    ) => Written<Option.Option<number>, E, R>
  }
>() {}
