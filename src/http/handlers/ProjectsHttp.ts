import { Effect } from "effect"
import { Projects } from "../../application/Projects.ts"
import { ProjectsApi } from "../api/ProjectsApi.ts"
import { bind } from "../Call.ts"

export const bindings = Effect.map(Projects, (projects) =>
  bind(ProjectsApi, {
    listProjects: ({ principal }) => Effect.map(projects.list(principal.userId), (found) => ({ projects: found })),
    createProject: ({ body, principal }) => projects.create(principal.userId, body),
    readProject: ({ path, principal }) => projects.read(principal.userId, path.projectId),
    changeProject: ({ body, path, principal }) => projects.change(principal.userId, path.projectId, body),
    deleteProject: ({ path }) => projects.remove(path.projectId)
  })
)
