import type { Project } from "../../api/Views.ts"

/** What every part of a project's page is given. */
export interface PartProperties {
  readonly project: Project
}

/** Whether the reader may write libraries and create models. The service decides; who may not is shown no buttons. */
export const mayWrite = ({ role }: Project): boolean => role !== "User"

/** Whether the reader may remove models. */
export const mayRemove = ({ role }: Project): boolean => role === "Owner"
