import type { ProjectNotFound } from "../../domain/Errors.ts"
import type { Written } from "../Stored.ts"

/**
 * A change of what a project shares: alone in its project, with new versions of it and an entry of the audit unless
 * nothing changed. Fails with `ProjectNotFound` where the project has been deleted meanwhile.
 */
export type SharedChange<A, E = never> = Written<A, E | ProjectNotFound>
