import * as Context from "effect/Context"

/**
 * Whether a transaction may write many rows. SQLite then runs it on a thread; other transactions run on the thread that
 * serves requests, where each of their statements must end within a few milliseconds.
 */
export class LongWork extends Context.Reference<LongWork>()("adapters/LongWork", { defaultValue: () => false }) {}
