import * as Context from "effect/Context"

/**
 * Whether anyone outside of the storage listens to operations. If not, no events, dead letters or messages about
 * released operations are written.
 */
export class Broadcast extends Context.Reference<Broadcast>()("ports/Broadcast", {
  defaultValue: (): { readonly isOn: boolean } => ({ isOn: false })
}) {}
