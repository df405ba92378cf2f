import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Topic } from "./OperationMessages.ts"
import type { Written } from "../Stored.ts"

/** Tells workers elsewhere of something that has been committed. Only a hint: the rows are the truth. */
export interface Message {
  /** What it is about: messages of one topic go to those who listen to it. */
  readonly topic: Topic
  /** Messages of one key stay in their order. */
  readonly key: string
  /** JSON. */
  readonly message: string
  /** The span that it belongs to, as W3C Trace Context writes it. */
  readonly traceparent?: string | null
}

/** Messages that were written in the transaction of what they tell of, until a queue has taken them. */
export class OutboxRepository extends Context.Tag("ports/OutboxRepository")<
  OutboxRepository,
  {
    /**
     * Hands the oldest messages that wait, at most `limit`, to `send`, in the order of their writing, and marks them as
     * sent once it has succeeded; gives their number. One that is handed over and not marked comes again. `send` runs
     * outside of any transaction, and alone over all processes: gives none where another process is at it. Who dies at
     * it makes room at once, who stands still within ten seconds: what that one had in hand others send, and where it
     * goes on it may end once more, after later ones.
     */
    readonly relay: <E, R>(
      limit: number,
      send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, E, R>
    ) => Written<Option.Option<number>, E, R>
  }
>() {}
