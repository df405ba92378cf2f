import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { withoutName } from "../../harness/Names.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 13")

const walls = { fields: ["Name"], filters: [{ property: "Class", operator: "Contains", value: "Wall" }] }

const fresh = (context: Context): Promise<Project> => context.newProject("Saved queries")

const save = async (client: Client, { path }: Project, body: object): Promise<Answer> =>
  status(await client.post(`${path}/queries`, body), 201)

/** The path of a query that was saved. */
const saved = async (client: Client, project: Project, body: object): Promise<string> =>
  `${project.path}/queries/${(await save(client, project, body)).number("id")}`

const names = async (client: Client, { path }: Project) =>
  status(await client.get(`${path}/queries`), 200)
    .list("queries")
    .map(({ name }) => name ?? null)

/** Makes the second user a member of a project. */
const join = async (context: Context, { path }: Project, role: string): Promise<void> => {
  status(await context.api.put(`${path}/members/${encodeURIComponent(context.secondSubject)}`, { role }), 200)
}

export const savedQueries = [
  rule("13-queries-life", "A query is saved, read, listed, changed and deleted", async (context) => {
    const project = await fresh(context)
    const made = await save(context.api, project, { name: " Walls ", description: "All of them", query: walls })
    const path = `${project.path}/queries/${made.number("id")}`
    holds("id is an integer", Number.isInteger(made.at("id")), made.at("id"))
    same("name", made.at("name"), "Walls")
    same("description", made.at("description"), "All of them")
    same("query", made.at("query"), walls)
    same("shared", made.at("shared"), false)
    same("createdBy", made.at("createdBy"), context.subject)
    matches("createdAt", made.at("createdAt"), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    same("updatedAt", made.at("updatedAt"), made.at("createdAt"))
    same("read", status(await context.api.get(path), 200).object(), made.object())
    const list = status(await context.api.get(`${project.path}/queries`), 200)
    same("list", list.object(), { queries: [made.object()] })
    const changed = status(await context.api.put(path, { description: null, query: { fields: ["Guid"] } }), 200)
    const { description: _, ...kept } = made.object()
    const wanted = { ...kept, query: { fields: ["Guid"] }, updatedAt: changed.string("updatedAt") }
    same("absent members keep their values, query is replaced whole", changed.object(), wanted)
    const members = Object.keys(withoutName(context, changed.object(), "createdByName"))
    same("members", members.toSorted(), ["createdAt", "createdBy", "id", "name", "query", "shared", "updatedAt"])
    same("read again", status(await context.api.get(path), 200).object(), changed.object())
    same("body", status(await context.api.delete(path), 204).text, "")
    errorView(await context.api.get(path), 404, "NotFound")
    errorView(await context.api.put(path, {}), 404, "NotFound")
    errorView(await context.api.delete(path), 404, "NotFound")
    same("list", await names(context.api, project), [])
  }),
  rule(
    "13-queries-content",
    "query accepts every member of query bodies and is returned as it was sent",
    async (context) => {
      const project = await fresh(context)
      const query = {
        models: ["1", "9007199254740991"],
        fields: ["Name", "Pset_WallCommon.FireRating", "Name"],
        filters: { FireRating: "F\u{DC}30 \u{1F600}" },
        where: { or: [{ property: "Class", operator: "Equals", value: "IfcWall" }] },
        sort: [{ property: "Name", descending: true }, { property: "Class" }],
        units: "SI",
        groupBy: ["Class"],
        measures: [{ calculator: "NetVolume" }]
      }
      same("query", (await save(context.api, project, { name: "All", query })).at("query"), query)
      same("empty", (await save(context.api, project, { name: "None", query: {} })).at("query"), {})
      const respelt = { Name: "Case", QUERY: { Fields: ["Name"], unknown: 1 }, Shared: null }
      const made = await save(context.api, project, respelt)
      same("names of members", [made.at("query"), made.at("shared")], [{ fields: ["Name"] }, false])
    }
  ),
  rule("13-queries-order", "Queries are listed by name; names may repeat", async (context) => {
    const project = await fresh(context)
    for (const name of ["b", "\u{E9}", "B", "a", "b"]) await save(context.api, project, { name, query: {} })
    same("names", await names(context.api, project), ["a", "B", "b", "b", "\u{E9}"])
    const ids = status(await context.api.get(`${project.path}/queries`), 200)
      .list("queries")
      .slice(2, 4)
      .map(({ id }) => Number(id))
    holds("the older of one name first", ids[0]! < ids[1]!, ids)
  }),
  rule("13-queries-faults", "A query with an invalid body is refused when it is saved", async (context) => {
    const { path } = await fresh(context)
    const faults: ReadonlyArray<readonly [unknown, string]> = [
      [{ filters: [{ property: "Name", operator: "Like", value: "a" }] }, "InvalidFilter"],
      [{ filters: "Name" }, "InvalidFilter"],
      [{ sort: ["a", "b", "c", "d"].map((property) => ({ property })) }, "InvalidParameter"],
      [{ sort: [{ property: "Name" }, { key: 0 }] }, "InvalidParameter"],
      [{ where: { and: [{ property: "Name", operator: "Like", value: "a" }] } }, "InvalidFilter"],
      [{ measures: [{ calculator: "Weight" }] }, "InvalidCalculator"],
      [{ groupBy: ["a", "b", "c", "d", "e"] }, "InvalidParameter"],
      [{ units: "Imperial" }, "InvalidParameter"],
      [{ fields: "Name" }, "InvalidBody"],
      [{ models: ["one"] }, "InvalidBody"],
      [{ models: Array.from({ length: 1001 }, (_, i) => String(i + 1)) }, "InvalidBody"],
      [{ fields: [], FIELDS: [] }, "InvalidBody"],
      [[], "InvalidBody"],
      [null, "InvalidBody"]
    ]
    const made = status(await context.api.post(`${path}/queries`, { name: "Good", query: walls }), 201)
    const one = `${path}/queries/${made.number("id")}`
    await each(faults, JSON.stringify, async ([query, code]) => {
      errorView(await context.api.post(`${path}/queries`, { name: "Bad", query }), 400, code)
      errorView(await context.api.put(one, { query }), 400, code)
    })
    for (const body of [{ query: {} }, { name: "No query" }, { name: " ", query: {} }, { name: null, query: {} }]) {
      errorView(await context.api.post(`${path}/queries`, body), 400, "InvalidBody")
    }
    errorView(await context.api.put(one, { name: null }), 400, "InvalidBody")
    same("unchanged", status(await context.api.get(one), 200).object(), made.object())
  }),
  rule("13-queries-malformed", "A malformed id in the path: 400", async (context) => {
    const { path } = await fresh(context)
    await each(["0", "a", "-1", "1.5", "9007199254740992"], String, async (id) => {
      errorView(await context.api.get(`${path}/queries/${id}`), 400, "InvalidIdentifier")
      errorView(await context.api.put(`${path}/queries/${id}`, {}), 400, "InvalidIdentifier")
      errorView(await context.api.delete(`${path}/queries/${id}`), 400, "InvalidIdentifier")
    })
  }),
  rule("13-queries-size", "A query has at most 64 KB: else 400 LimitExceeded", async (context) => {
    const { path } = await fresh(context)
    const of = (bytes: number) => ({ name: "Long", query: { fields: ["x".repeat(bytes - '{"fields":[""]}'.length)] } })
    const made = status(await context.api.post(`${path}/queries`, of(64 * 1024)), 201)
    errorView(await context.api.post(`${path}/queries`, of(64 * 1024 + 1)), 400, "LimitExceeded")
    const one = `${path}/queries/${made.number("id")}`
    errorView(await context.api.put(one, of(64 * 1024 + 1)), 400, "LimitExceeded")
  }),
  rule("13-queries-once", "A repeated POST with an Idempotency-Key saves one query", async (context) => {
    const project = await fresh(context)
    const headers = { "idempotency-key": crypto.randomUUID() }
    const [first, again] = [
      await context.api.post(`${project.path}/queries`, { name: "Once", query: {} }, headers),
      await context.api.post(`${project.path}/queries`, { name: "Once", query: {} }, headers)
    ]
    same("answer", status(again, 201).text, status(first, 201).text)
    same("list", await names(context.api, project), ["Once"])
  }),
  rule("13-queries-audit", "Every change of a saved query is in the audit", async (context) => {
    const project = await fresh(context)
    const path = await saved(context.api, project, { name: "Q", query: {} })
    status(await context.api.put(path, { name: "R" }), 200)
    status(await context.api.delete(path), 204)
    // Tokens of the user that other rules remove at the same time are in the audit of each project.
    const entries = status(await context.api.get(`${project.path}/audit`), 200)
      .list("entries")
      .filter(({ action }) => typeof action === "string" && action.startsWith("query."))
    same(
      "entries",
      entries.map(({ action, object }) => [action, object]),
      ["remove", "change", "create"].map((verb) => [`query.${verb}`, path.split("/").at(-1)!])
    )
  }),
  rule("13-queries-seen", "A member sees their own queries and the shared ones", async (context) => {
    const { api, second } = context
    const project = await fresh(context)
    await join(context, project, "User")
    const hidden = await saved(api, project, { name: "a", query: {} })
    const open = await saved(api, project, { name: "b", query: {}, shared: true })
    const theirs = await saved(second, project, { name: "c", query: {} })
    same("of the Owner", await names(api, project), ["a", "b"])
    same("of the User", await names(second, project), ["b", "c"])
    same("shared", status(await second.get(open), 200).at("createdBy"), context.subject)
    for (const [client, path] of [
      [second, hidden],
      [api, theirs]
    ] as const) {
      errorView(await client.get(path), 404, "NotFound")
      errorView(await client.put(path, { name: "d" }), 404, "NotFound")
      errorView(await client.delete(path), 404, "NotFound")
    }
    const other = await fresh(context)
    errorView(await api.get(`${other.path}/queries/${open.split("/").at(-1)!}`), 404, "NotFound")
  }),
  rule(
    "13-queries-rights",
    "Contributors may share; the author may change a query, Owners a shared one",
    async (context) => {
      const { api, second } = context
      const project = await fresh(context)
      await join(context, project, "User")
      const own = await saved(api, project, { name: "a", query: {}, shared: true })
      for (const answer of [await second.put(own, { name: "b" }), await second.delete(own)]) {
        errorView(answer, 403, "Forbidden")
      }
      const sharing = { name: "c", query: {}, shared: true }
      errorView(await second.post(`${project.path}/queries`, sharing), 403, "Forbidden")
      const theirs = await saved(second, project, { name: "c", query: {} })
      status(await second.put(theirs, { name: "d" }), 200)
      errorView(await second.put(theirs, { shared: true }), 403, "Forbidden")
      await join(context, project, "Contributor")
      errorView(await second.put(own, { name: "b" }), 403, "Forbidden")
      same("shared", status(await second.put(theirs, { shared: true }), 200).at("shared"), true)
      const changed = status(await api.put(theirs, { name: "e" }), 200)
      same("changed by the Owner", [changed.at("name"), changed.at("createdBy")], ["e", context.secondSubject])
      await join(context, project, "Owner")
      status(await second.put(own, { name: "f" }), 200)
      status(await second.delete(own), 204)
      status(await api.delete(theirs), 204)
    }
  ),
  rule("13-queries-of-leavers", "The private queries of a member who leaves are removed", async (context) => {
    const { second } = context
    const project = await fresh(context)
    await join(context, project, "Contributor")
    const hidden = await saved(second, project, { name: "private", query: {} })
    await saved(second, project, { name: "shared", query: {}, shared: true })
    status(await second.delete(`${project.path}/members/${encodeURIComponent(context.secondSubject)}`), 204)
    errorView(await second.get(hidden), 404, "ProjectNotFound")
    same("of the Owner", await names(context.api, project), ["shared"])
    await join(context, project, "Contributor")
    same("of who came back", await names(second, project), ["shared"])
    errorView(await second.get(hidden), 404, "NotFound")
  })
]
