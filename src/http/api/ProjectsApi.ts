import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ProjectId } from "../../domain/Identifier.ts"
import { Project, ProjectChange, ProjectDraft } from "../../domain/Project.ts"
import { inProject, Policy, withScope } from "./Policy.ts"

const path = Schema.Struct({ projectId: ProjectId })

/** The projects of the caller. Contract section 4. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("listProjects", "/v1/projects")
      .addSuccess(Schema.Struct({ projects: Schema.Array(Project) }).annotations({ identifier: "ListProjectsAnswer" }))
      .annotate(Policy, withScope("projects", "projects:read"))
      .annotate(OpenApi.Summary, "List the caller's projects")
      .annotate(OpenApi.Description, "Ordered by name.")
  )
  .add(
    HttpApiEndpoint.post("createProject", "/v1/projects")
      .setPayload(ProjectDraft)
      .addSuccess(Project, { status: 201 })
      .annotate(Policy, withScope("projects", "projects:write", { keepsAnswer: true }))
      .annotate(OpenApi.Summary, "Create a project")
      .annotate(OpenApi.Description, "The caller becomes its Owner.")
  )
  .add(
    HttpApiEndpoint.get("readProject", "/v1/projects/:projectId")
      .setPath(path)
      .addSuccess(Project)
      .annotate(Policy, inProject("projects", "projects:read", "User"))
      .annotate(OpenApi.Summary, "Read a project")
  )
  .add(
    HttpApiEndpoint.put("changeProject", "/v1/projects/:projectId")
      .setPath(path)
      .setPayload(ProjectChange)
      .addSuccess(Project)
      .annotate(Policy, inProject("projects", "projects:write", "Owner"))
      .annotate(OpenApi.Summary, "Change a project")
      .annotate(OpenApi.Description, "An absent member keeps its value; `description: null` clears it.")
  )
  .add(
    HttpApiEndpoint.del("deleteProject", "/v1/projects/:projectId")
      .setPath(path)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, inProject("projects", "projects:write", "Owner"))
      .annotate(OpenApi.Summary, "Delete a project")
      .annotate(OpenApi.Description, "Everything in it goes along, files included.")
  )
  .annotate(OpenApi.Description, "Everything lives in a project, and a project has members.") {}
