import * as Schema from "effect/Schema"
import { withLeft } from "../Answer.ts"
import { idOf } from "../ApiClient.ts"
import { inModel, next, paging, placeOf, projectId } from "../Arguments.ts"
import { ofLists, ofPages, pageSizeOf } from "../Rows.ts"
import * as Tool from "../Tool.ts"

type Members = Readonly<Record<string, unknown>>

export const listProjects = Tool.make({
  name: "list_projects",
  title: "List projects",
  description: "Lists the projects of the user, by name, with the user's role in each. Begin here.",
  input: Schema.Struct(next),
  output: { projects: Tool.listOf("id, name, description, role: Owner, Contributor or User") },
  required: ["projects"],
  run: async (asked, api) => {
    const part = {
      path: "/v1/projects",
      isRow: (path: ReadonlyArray<string | number>) => path[0] === "projects" && path.length === 2,
      rowOf: (row: unknown) => {
        const { description, id, name, role } = row as Members
        return { id, name, description, role }
      }
    }
    const { rows, ...left } = await ofLists(api, [part], placeOf(asked.next))
    return withLeft({ projects: rows }, left)
  }
})

export const listModels = Tool.make({
  name: "list_models",
  title: "List models",
  description:
    "Lists the models of a project, by name, with schema, number of products, latest version and whether the user may edit them.",
  input: Schema.Struct({ ...projectId, ...next }),
  output: { models: Tool.listOf("id, name, tags, schema, products, canEdit, versionTitle, modelVersionId, updatedAt") },
  required: ["models"],
  run: async (asked, api) => {
    const part = {
      path: `/v1/projects/${idOf("projectId", asked.projectId)}/models`,
      isRow: (path: ReadonlyArray<string | number>) => path[0] === "models" && path.length === 2,
      rowOf: (row: unknown) => {
        const { canEdit, id, latestPublicSource, name, products, schema, tags, updatedAt, versionTitle } =
          row as Members
        const { modelVersionId } = latestPublicSource as Members
        return { id, name, tags, schema, products, canEdit, versionTitle, modelVersionId, updatedAt }
      }
    }
    const { rows, ...left } = await ofLists(api, [part], placeOf(asked.next))
    return withLeft({ models: rows }, left)
  }
})

export const listVersions = Tool.make({
  name: "list_versions",
  title: "List versions",
  description: "Lists the public versions of a model, newest first: title, author, time and number of changed values.",
  input: Schema.Struct({ ...inModel, ...paging }),
  output: {
    versions: Tool.listOf(
      "modelVersionId, title, description, createdBy, createdByName, createdAt, cells, deletedProducts"
    ),
    totalCount: { type: "integer" }
  },
  required: ["versions", "totalCount"],
  run: async (asked, api) => {
    const path = `/v1/projects/${idOf("projectId", asked.projectId)}/models/${idOf("modelId", asked.modelId)}/versions`
    const paged = { path, request: {}, member: "versions", pageSize: pageSizeOf(asked.pageSize) }
    const { rows, totalCount, ...left } = await ofPages(
      api,
      paged,
      placeOf(asked.next).row,
      (row) => row,
      asked.pageSize
    )
    return withLeft({ versions: rows, totalCount }, left)
  }
})
