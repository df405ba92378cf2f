import * as Context from "effect/Context"

/**
 * `High`: requests that bring in much data or start work are refused. `Critical`: every request except the operator's
 * is refused.
 */
export type Level = "Usual" | "High" | "Critical"

/** How close the process is to running out of memory or event loop time. */
export class Pressure extends Context.Reference<Pressure>()("ports/Pressure", {
  defaultValue: (): { readonly level: () => Level } => ({ level: () => "Usual" })
}) {}
