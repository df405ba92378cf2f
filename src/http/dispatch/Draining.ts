import * as Context from "effect/Context"

/** Tells whether the service is stopping. It then reports that it is not ready and refuses new work. */
export class Draining extends Context.Reference<Draining>()("http/Draining", {
  defaultValue: (): { readonly isDraining: () => boolean } => ({ isDraining: () => false })
}) {}
