import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Answer } from "../../harness/Answer.ts"
import type { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { operating } from "../../harness/Tags.ts"
import { admit } from "../../harness/Editing.ts"
import { Skipped } from "../../harness/Faults.ts"
import { importModel } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 16", ["storage", "blobs"])
const importing = rules("contract 16", operating)
const authRule = rules("contract 16", ["storage", "blobs", "auth"])

const tables = ["products", "properties", "quantities"] as const
const prefixes = ["/iceberg/v1", "/iceberg-http/v1"] as const

/** Returns the dataset of a project that the caller may read. Skips the rule if the service keeps none. */
const read = async (client: Client, project: Project): Promise<Answer> => {
  const answer = await client.get(`${project.path}/dataset`)
  if (answer.status === 404) throw new Skipped("needs a service that keeps open datasets")
  return status(answer, 200)
}

/** Reads the dataset of a project until it contains this many models. */
const until = async (client: Client, project: Project, models: number): Promise<Answer> => {
  const end = Date.now() + 600_000
  for (;;) {
    const answer = await read(client, project)
    if (answer.list("models").length === models || Date.now() > end) return answer
    await Bun.sleep(200)
  }
}

const empty = async (context: Context, name: string) => {
  const project = await context.newProject(name)
  return { project, dataset: await read(context.api, project), namespace: `project_${project.id}` }
}

export const datasetRules = [
  rule("16-empty", "A project without models has three empty tables", async (context) => {
    const { dataset } = await empty(context, "Empty dataset")
    same("models", dataset.at("models"), [])
    for (const table of tables) {
      same(`rows of ${table}`, dataset.at("tables", table, "rows"), 0)
      matches(`${table}.httpMetadataUrl`, dataset.at("tables", table, "httpMetadataUrl"), /\.metadata\.json$/)
      matches(`${table}.snapshotId`, dataset.at("tables", table, "snapshotId"), /^\d+$/)
    }
  }),
  rule(
    "16-signed",
    "A signed path opens its metadata without a token, in parts too, and no other name",
    async (context) => {
      const { dataset } = await empty(context, "Signed dataset")
      const url = dataset.string("tables", "products", "httpMetadataUrl")
      const whole = status(await context.anonymous.get(url), 200)
      same("format", whole.at("format-version"), 2)
      holds("no encoding", whole.headers.get("content-encoding") === null)
      const part = status(await context.anonymous.get(url, { range: "bytes=-8" }), 206)
      same("last bytes", part.text, whole.text.slice(-8))
      status(await context.anonymous.send("HEAD", url), 200)
      const folder = url.replace(/\/metadata\/[^/]*$/, "")
      await each(
        ["metadata/version-hint.text", "metadata/v0.metadata.json", "data/other.parquet"],
        String,
        async (name) => {
          status(await context.anonymous.get(`${folder}/${name}`), 403)
        }
      )
    }
  ),
  importing(
    "16-follows",
    "Imports and removals are in the tables, each as one snapshot of all three",
    async (context) => {
      const { dataset, project } = await empty(context, "Followed dataset")
      const { modelId, path } = await importModel(context.api, project, "house.ifc")
      const imported = await until(context.api, project, 1)
      const [version] = status(await context.api.get(`${path}/versions`), 200).list("versions")
      const { modelVersionId } = version as { readonly modelVersionId: string }
      same("models", imported.at("models"), [{ modelId, modelVersionId }])
      const { body } = status(await context.api.post(`${path}/products/properties/query`, { fields: ["Guid"] }), 200)
      same("rows", imported.at("tables", "products", "rows"), (body as { readonly totalCount: number }).totalCount)
      status(await context.api.delete(path), 204)
      const removed = await until(context.api, project, 0)
      const snapshots = [dataset, imported, removed].map((answer) =>
        tables.map((table) => answer.string("tables", table, "snapshotId"))
      )
      for (const ids of snapshots) same("one snapshot", new Set(ids).size, 1)
      same("three snapshots", new Set(snapshots.flat()).size, 3)
      same("rows without the model", removed.at("tables", "properties", "rows"), 0)
    }
  ),
  importing("16-hidden", "A member from whom a model is hidden may not read the dataset", async (context) => {
    const { project } = await empty(context, "Hidden dataset")
    const model = await importModel(context.api, project, "shed.ifc")
    await admit(context, model, "Viewer")
    status(await context.second.get(`${project.path}/dataset`), 200)
    await admit(context, model, "NoAccess")
    errorView(await context.second.get(`${project.path}/dataset`), 403, "Forbidden")
    for (const prefix of prefixes) {
      const path = `${prefix}/namespaces/project_${project.id}`
      status(await context.second.get(path), 404)
    }
  }),
  rule("16-deleted", "Deleting the project ends its signed paths", async (context) => {
    const { dataset, project } = await empty(context, "Deleted dataset")
    const url = dataset.string("tables", "products", "httpMetadataUrl")
    status(await context.api.delete(project.path), 204)
    status(await context.anonymous.get(url), 404)
  }),
  rule(
    "16-catalog",
    "Both catalogs list a project as a namespace with three tables, and load them",
    async (context) => {
      const { namespace } = await empty(context, "Catalog dataset")
      for (const prefix of prefixes) {
        status(await context.api.get(`${prefix}/config?warehouse=any`), 200)
        const listed = status(await context.api.get(`${prefix}/namespaces`), 200).at("namespaces")
        holds(
          "listed",
          (listed as ReadonlyArray<ReadonlyArray<string>>).some(([name]) => name === namespace),
          listed
        )
        const path = `${prefix}/namespaces/${namespace}`
        same("name", status(await context.api.get(path), 200).at("properties", "name"), "Catalog dataset")
        same("none below", status(await context.api.get(`${prefix}/namespaces?parent=${namespace}`), 200).body, {
          namespaces: []
        })
        status(await context.api.send("HEAD", path), 204)
        for (const table of tables) {
          const loaded = status(await context.api.get(`${path}/tables/${table}?snapshots=all`), 200)
          same("format", loaded.at("metadata", "format-version"), 2)
          status(await context.api.send("HEAD", `${path}/tables/${table}`), 204)
        }
      }
    }
  ),
  authRule("16-catalog-errors", "Catalogs refuse in the form of Iceberg, and take no writing", async (context) => {
    const { namespace } = await empty(context, "Refused dataset")
    for (const prefix of prefixes) {
      const path = `${prefix}/namespaces/${namespace}`
      const refused = async (code: number, type: string, asked: ReturnType<Context["api"]["get"]>) => {
        const answer = status(await asked, code)
        same("type", answer.at("error", "type"), type)
        same("code", answer.at("error", "code"), code)
      }
      await refused(404, "NoSuchNamespaceException", context.api.get(`${prefix}/namespaces/project_9007199254740991`))
      await refused(404, "NoSuchTableException", context.api.get(`${path}/tables/others`))
      await refused(404, "NoSuchTableException", context.api.get(`${path}%1Fproperties/tables/snapshots`))
      await refused(403, "ForbiddenException", context.api.post(`${path}/tables`, {}))
      await refused(401, "NotAuthorizedException", context.anonymous.get(`${prefix}/config`))
    }
  }),
  rule("16-strangers", "A project is no namespace of somebody who is not its member", async (context) => {
    const { namespace, project } = await empty(context, "Own dataset")
    status(await context.second.get(`${project.path}/dataset`), 404)
    for (const prefix of prefixes) status(await context.second.get(`${prefix}/namespaces/${namespace}`), 404)
  })
]
