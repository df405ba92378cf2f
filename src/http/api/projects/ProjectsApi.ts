import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Project, ProjectChange, ProjectDraft } from "../../../domain/projects/Project.ts"
import { projectId } from "../common/Parameters.ts"
import { inProject, withScope, told } from "../../errors/Policy.ts"

/** The projects of the caller. Contract section 4. */
export class ProjectsApi extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("listProjects")`/v1/projects`
      .addSuccess(Schema.Struct({ projects: Schema.Array(Project) }).annotations({ identifier: "ListProjectsAnswer" }))
      .annotateContext(told(withScope("projects", "projects:read"), "List the caller's projects", "Ordered by name."))
  )
  .add(
    HttpApiEndpoint.post("createProject")`/v1/projects`
      .setPayload(ProjectDraft)
      .addSuccess(Project, { status: 201 })
      .annotateContext(
        told(withScope("projects", "projects:write", { keepsAnswer: true, programs: "unlimited" }), "Create a project")
      )
      .annotate(
        OpenApi.Description,
        "The caller becomes its Owner. Returns 403 if the caller uses a token for programs that is limited to some projects."
      )
  )
  .add(
    HttpApiEndpoint.get("readProject")`/v1/projects/${projectId}`
      .addSuccess(Project)
      .annotateContext(told(inProject("projects", "projects:read", "User"), "Read a project"))
  )
  .add(
    HttpApiEndpoint.put("changeProject")`/v1/projects/${projectId}`
      .setPayload(ProjectChange)
      .addSuccess(Project)
      .annotateContext(told(inProject("projects", "projects:write", "Owner"), "Change a project"))
      .annotate(OpenApi.Description, "An absent member keeps its value; `description: null` clears it.")
  )
  .add(
    HttpApiEndpoint.del("deleteProject")`/v1/projects/${projectId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(inProject("projects", "projects:write", "Owner"), "Delete a project"))
      .annotate(OpenApi.Description, "Everything in the project is deleted with it, files included.")
  )
  .annotate(OpenApi.Description, "Projects, which contain everything else and have members.") {}
