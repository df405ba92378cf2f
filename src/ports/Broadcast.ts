import * as Context from "effect/Context"

/**
 * Whether somebody listens to operations outside of the storage. Where nobody does, nothing is written for them: no
 * events, no dead letters, no word of what was given back.
 */
export class Broadcast extends Context.Reference<Broadcast>()("ports/Broadcast", {
  defaultValue: (): { readonly isOn: boolean } => ({ isOn: false })
}) {}
