import { textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { fixture, type Imported, importBytes, upload } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const three = rules("contract 3", operating)

/** A model of the first user in a project that the second user shares. */
const shared = async (
  context: Context,
  projectRole: string,
  members: Record<string, unknown> = {}
): Promise<Imported> => {
  const { secondSubject } = context
  const project = await context.newProject(`Model roles: ${projectRole}`)
  status(
    await context.api.put(`${project.path}/members/${encodeURIComponent(secondSubject)}`, { role: projectRole }),
    200
  )
  return importBytes(context.api, project, await fixture("bridge.ifc"), members)
}

const member = (context: Context, model: Imported): string =>
  `${model.path}/members/${encodeURIComponent(context.secondSubject)}`

export const modelRoles = [
  three(
    "3-model-viewer",
    "Without an own role a member has the model's default role, Viewer: may read and calculate, but change nothing",
    async (context) => {
      const { second } = context
      const model = await shared(context, "User")
      same("canEdit", status(await second.get(model.path), 200).at("canEdit"), false)
      same("listed", status(await second.get(`${model.project.path}/models`), 200).list("models").length, 1)
      status(await second.post(`${model.path}/products/properties/query`, {}), 200)
      status(await second.post(`${model.path}/products/quantities/query`, { calculators: ["Count"] }), 202)
      errorView(await second.delete(model.path), 403, "Forbidden")
      errorView(await second.put(member(context, model), { role: "Owner" }), 403, "Forbidden")
    }
  ),
  three("3-model-new-file", "A new file needs Modeler: a Viewer and a DataEditor get 403", async (context) => {
    const model = await shared(context, "User")
    errorView(await context.second.post(`${model.path}/imports`, {}), 403, "Forbidden")
    status(await context.api.put(member(context, model), { role: "DataEditor" }), 200)
    errorView(await context.second.post(`${model.path}/imports`, {}), 403, "Forbidden")
  }),
  three("3-model-can-edit", "canEdit is DataEditor or higher", async (context) => {
    const model = await shared(context, "User")
    const roles = { Viewer: false, DataEditor: true, Modeler: true, Owner: true }
    await each(
      Object.entries(roles),
      ([role]) => role,
      async ([role, canEdit]) => {
        same("role", status(await context.api.put(member(context, model), { role }), 200).at("role"), role)
        same("canEdit", status(await context.second.get(model.path), 200).at("canEdit"), canEdit)
      }
    )
  }),
  three(
    "3-model-no-access",
    "NoAccess: the model is not listed, and every path under it answers 404 ModelNotFound",
    async (context) => {
      const { second } = context
      const model = await shared(context, "Contributor")
      status(await context.api.put(member(context, model), { role: "NoAccess" }), 200)
      same("models", status(await second.get(`${model.project.path}/models`), 200).body, { models: [] })
      errorView(await second.get(model.path), 404, "ModelNotFound")
      errorView(await second.post(`${model.path}/products/properties/query`, {}), 404, "ModelNotFound")
      errorView(await second.delete(model.path), 404, "ModelNotFound")
    }
  ),
  three("3-model-default-role", "defaultRole is read without regard to case and spaces", async (context) => {
    const model = await shared(context, "User", { defaultRole: "data editor" })
    same("canEdit", status(await context.second.get(model.path), 200).at("canEdit"), true)
    const closed = await shared(context, "User", { defaultRole: "no ACCESS" })
    errorView(await context.second.get(closed.path), 404, "ModelNotFound")
  }),
  three("3-model-owner", "A project Owner is Owner of every model, whatever role is set", async (context) => {
    const model = await shared(context, "Owner")
    status(await context.api.put(member(context, model), { role: "NoAccess" }), 200)
    same("canEdit", status(await context.second.get(model.path), 200).at("canEdit"), true)
  }),
  three("3-model-creator", "The user who created a model is its Owner", async (context) => {
    const { second, secondSubject } = context
    const project = await context.newProject("Created by a Contributor")
    status(
      await context.api.put(`${project.path}/members/${encodeURIComponent(secondSubject)}`, { role: "Contributor" }),
      200
    )
    const model = await importBytes(second, project, await fixture("bridge.ifc"))
    same("canEdit", status(await second.get(model.path), 200).at("canEdit"), true)
    status(await second.delete(model.path), 204)
  }),
  three("3-model-create-role", "A Contributor may create models, a User may not: 403", async (context) => {
    const { project } = await shared(context, "User")
    const uploadKey = await upload(context.second, await fixture("bridge.ifc"))
    const body = { modelName: "m", uploadKey, uploadFileName: "m.ifc" }
    errorView(await context.second.post(`${project.path}/models`, body), 403, "Forbidden")
  }),
  three("3-model-members", "GET M/members lists every member with the effective role", async (context) => {
    const { subject, secondSubject } = context
    const model = await shared(context, "User")
    const roles = async () => {
      const answer = status(await context.api.get(`${model.path}/members`), 200)
      return Object.fromEntries(answer.list("members").map(({ userId, role }) => [textOf(userId), role]))
    }
    same("by default", await roles(), { [subject]: "Owner", [secondSubject]: "Viewer" })
    status(await context.api.put(member(context, model), { role: "modeler" }), 200)
    same("given", await roles(), { [subject]: "Owner", [secondSubject]: "Modeler" })
    status(await context.api.delete(member(context, model)), 204)
    same("taken away", await roles(), { [subject]: "Owner", [secondSubject]: "Viewer" })
    errorView(await context.api.delete(member(context, model)), 404)
  }),
  three("3-model-members-unknown", "PUT for a user who is no member: 404; an unknown role: 400", async (context) => {
    const { api, subject } = context
    const { path } = await context.house
    errorView(await api.put(`${path}/members/nobody-${crypto.randomUUID()}`, { role: "Viewer" }), 404)
    errorView(await api.put(`${path}/members/${encodeURIComponent(subject)}`, { role: "Boss" }), 400, "InvalidRole")
    errorView(await api.put(`${path}/members/${encodeURIComponent(subject)}`, {}), 400)
  }),
  three(
    "3-libraries-roles",
    "A Contributor may write libraries and locations, a User may read them",
    async (context) => {
      const { second, secondSubject } = context
      const { path } = await context.newProject("Libraries shared")
      const own = `${path}/members/${encodeURIComponent(secondSubject)}`
      const bodies = {
        locations: { name: "l" },
        codifications: { name: "c" },
        "material-libraries": { name: "m" },
        "customProperties/property-sets": { name: "s" }
      }
      status(await context.api.put(own, { role: "User" }), 200)
      await each(
        Object.entries(bodies),
        ([area]) => area,
        async ([area, body]) => {
          status(await second.get(`${path}/${area.split("/")[0]}`), 200)
          problem(await second.post(`${path}/${area}`, body), 403, "Forbidden")
        }
      )
      status(await context.api.put(own, { role: "Contributor" }), 200)
      await each(
        Object.entries(bodies),
        ([area]) => area,
        async ([area, body]) => {
          holds("created", (await second.post(`${path}/${area}`, body)).status === 201)
        }
      )
    }
  )
]
