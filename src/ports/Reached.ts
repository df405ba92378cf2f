import * as Context from "effect/Context"
import type { Reach } from "../domain/Reach.ts"

/**
 * The projects that the caller's token reaches; by default all of the user's. Every lookup of a user's access reads it,
 * so that a use case cannot forget the limits of a token. Work that continues after a request, such as a stream, must
 * keep it.
 */
export class Reached extends Context.Reference<Reached>()("ports/Reached", {
  defaultValue: (): Reach => ({ isLimited: false, projects: new Set() })
}) {}
