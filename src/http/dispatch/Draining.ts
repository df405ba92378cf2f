import * as Context from "effect/Context"

/** Whether the service is about to stop: then it is not ready, and takes no new work. */
export class Draining extends Context.Reference<Draining>()("http/Draining", {
  defaultValue: (): { readonly isDraining: () => boolean } => ({ isDraining: () => false })
}) {}
