import * as Context from "effect/Context"

/** `High`: what brings in much or starts work is refused. `Critical`: everything but what the operator asks. */
export type Level = "Usual" | "High" | "Critical"

/** How near the process is to running out of memory, or of time on its event loop. */
export class Pressure extends Context.Reference<Pressure>()("ports/Pressure", {
  defaultValue: (): { readonly level: () => Level } => ({ level: () => "Usual" })
}) {}
