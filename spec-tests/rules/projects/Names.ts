import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { importModel } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 20", operating)

/** The lists of a project that name people: the path, the list, and its members for the user and the name. */
const lists = (model: string): ReadonlyArray<readonly [string, string, string, string]> => [
  ["/members", "members", "userId", "name"],
  [`${model}/members`, "members", "userId", "name"],
  ["/models", "models", "updatedBy", "updatedByName"],
  [`${model}/versions`, "versions", "createdBy", "createdByName"],
  ["/queries", "queries", "createdBy", "createdByName"],
  ["/operations", "operations", "userId", "userName"],
  ["/audit", "entries", "userId", "userName"]
]

/** A project of the first user, with the second as a member, a model and a shared query of each. */
const fresh = async (context: Context) => {
  const { api, second, secondSubject } = context
  const project = await context.newProject("Named")
  status(await api.put(`${project.path}/members/${encodeURIComponent(secondSubject)}`, { role: "Owner" }), 200)
  const { path } = await importModel(api, project, "shed.ifc")
  for (const client of [api, second]) {
    const query = { name: "Walls", query: {}, shared: true }
    status(await client.post(`${project.path}/queries`, query), 201)
  }
  return { project, model: path.slice(project.path.length) }
}

export const names = [
  rule(
    "20-names",
    "Members, models, versions, saved queries, operations and the audit name their users where the service knows a name",
    async (context) => {
      const { api, name, secondSubject, subject } = context
      const { model, project } = await fresh(context)
      const members = status(await api.get(`${project.path}/members`), 200).list("members")
      const nameOf = (user: string) => members.find(({ userId }) => userId === user)?.["name"] ?? null
      if (name !== null) same("the name in the token", nameOf(subject), name)
      const known = new Map([subject, secondSubject].map((user) => [user, nameOf(user)]))
      await each(
        lists(model),
        ([path]) => path,
        async ([path, list, id, nameIn]) => {
          const entries: ReadonlyArray<JsonObject> = status(await api.get(project.path + path), 200).list(list)
          const ours = entries.filter((entry) => known.has(textOf(entry[id])))
          same(
            "names",
            ours.map((entry) => entry[nameIn] ?? null),
            ours.map((entry) => known.get(textOf(entry[id])) ?? null)
          )
          same(
            "the first user is there",
            ours.some((entry) => entry[id] === subject),
            true
          )
        }
      )
    }
  )
]
