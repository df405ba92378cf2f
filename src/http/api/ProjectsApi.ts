import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { ProjectId } from "../../domain/Identifier.ts"
import { Project, ProjectChange, ProjectDraft } from "../../domain/Project.ts"
import { inProject, Policy, withScope } from "./Policy.ts"

const path = Schema.Struct({ projectId: ProjectId })

/** The projects of the caller. Contract section 4. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("listProjects", "/v1/projects")
      .addSuccess(Schema.Struct({ projects: Schema.Array(Project) }))
      .annotate(Policy, withScope("projects", "projects:read"))
  )
  .add(
    HttpApiEndpoint.post("createProject", "/v1/projects")
      .setPayload(ProjectDraft)
      .addSuccess(Project, { status: 201 })
      .annotate(Policy, withScope("projects", "projects:write", { keepsAnswer: true }))
  )
  .add(
    HttpApiEndpoint.get("readProject", "/v1/projects/:projectId")
      .setPath(path)
      .addSuccess(Project)
      .annotate(Policy, inProject("projects", "projects:read", "User"))
  )
  .add(
    HttpApiEndpoint.put("changeProject", "/v1/projects/:projectId")
      .setPath(path)
      .setPayload(ProjectChange)
      .addSuccess(Project)
      .annotate(Policy, inProject("projects", "projects:write", "Owner"))
  )
  .add(
    HttpApiEndpoint.del("deleteProject", "/v1/projects/:projectId")
      .setPath(path)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, inProject("projects", "projects:write", "Owner"))
  ) {}
