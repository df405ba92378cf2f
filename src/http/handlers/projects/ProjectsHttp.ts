import * as Effect from "effect/Effect"
import { Projects } from "../../../application/projects/Projects.ts"
import type { Project } from "../../../domain/projects/Project.ts"
import type { ProjectAccess } from "../../../ports/projects/AccessRepository.ts"
import { ProjectsApi } from "../../api/projects/ProjectsApi.ts"
import { bind } from "../../call/Call.ts"
import { listAnswer } from "../../answer/StreamedJson.ts"

/** Returns the project from the access check, so that it is not read twice. */
const projectOf = ({ description, isSample, name, projectId, role }: ProjectAccess): Project => ({
  id: projectId,
  name,
  ...(description === null ? {} : { description }),
  role,
  ...(isSample ? { isSample } : {})
})

export const bindings = Effect.map(Projects, (projects) =>
  bind(ProjectsApi, {
    listProjects: ({ principal }) => listAnswer("projects", projects.list(principal.userId)),
    createProject: ({ body, principal }) => projects.create(principal.userId, body),
    readProject: ({ project }) => Effect.succeed(projectOf(project)),
    changeProject: ({ body, path, principal }) => projects.change(principal.userId, path.projectId, body),
    deleteProject: ({ path }) => projects.remove(path.projectId)
  })
)
