import type { Project } from "../../api/Views.ts"

/** What every part of a project's page is given. */
export interface PartProperties {
  readonly project: Project
}

/** Whether the reader may write libraries and create models. The service decides; who may not is told so. */
export const mayWrite = ({ role }: Project): boolean => role !== "User"
