import type { ProjectId } from "./Identifier.ts"

/** The projects of its user that a token reaches: only `projects` if it is limited, else all but `projects`. */
export interface Reach {
  readonly isLimited: boolean
  readonly projects: ReadonlySet<ProjectId>
}

export const reaches = ({ isLimited, projects }: Reach, projectId: ProjectId): boolean =>
  isLimited === projects.has(projectId)
