import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { TargetRefused } from "../../domain/Errors.ts"
import type { Outcome } from "../../domain/webhooks/Schedule.ts"

/** Sends messages to URLs that users name, and never to an address that they may not reach (contract section 15). */
export class Courier extends Context.Tag("ports/Courier")<
  Courier,
  {
    /** Fails with `TargetRefused` if the URL names a refused address. A name that does not resolve passes. */
    readonly check: (url: string) => Effect.Effect<void, TargetRefused>
    /**
     * Resolves the URL, checks all its addresses and sends a POST to one of them. It follows no redirect and uses no
     * proxy, takes at most ten seconds, and reads at most 1 KB of the answer.
     */
    readonly send: (
      url: string,
      message: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
    ) => Effect.Effect<Outcome>
  }
>() {}
