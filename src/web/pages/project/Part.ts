import type { Project } from "../../api/Views.ts"

/** Properties of every part of a project's page. */
export interface PartProperties {
  readonly project: Project
}

/**
 * Returns whether the user may write libraries and create models. The service decides; users who may not are told so.
 */
export const mayWrite = ({ role }: Project): boolean => role !== "User"
