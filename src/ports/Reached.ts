import * as Context from "effect/Context"
import type { Reach } from "../domain/Reach.ts"

/**
 * The projects that the caller's token reaches; by default all of the user's. Everything that looks up a user's access
 * asks for it, so that a use case cannot forget the limits of a token. Work that goes on after a request, such as a
 * stream, must take it along.
 */
export class Reached extends Context.Reference<Reached>()("ports/Reached", {
  defaultValue: (): Reach => ({ isLimited: false, projects: new Set() })
}) {}
