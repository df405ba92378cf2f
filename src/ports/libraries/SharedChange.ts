import type { ProjectNotFound } from "../../domain/Errors.ts"
import type { Written } from "../Stored.ts"

/**
 * A change of a project's shared data. It is serialised per project, and creates new versions of the project and an
 * audit entry unless nothing changed. Fails with `ProjectNotFound` if the project has meanwhile been deleted.
 */
export type SharedChange<A, E = never> = Written<A, E | ProjectNotFound>
