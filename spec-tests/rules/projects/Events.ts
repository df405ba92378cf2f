import type { JsonObject } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { importModel } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 15")
const operatingRule = rules("contract 15", operating)

const fresh = (context: Context): Promise<Project> => context.newProject("Events")

const pageOf = async (client: Client, { path }: Project, query = "") =>
  status(await client.get(`${path}/events${query}`), 200)

/** The events after an id, or all that are kept. */
const after = async (client: Client, project: Project, id = "0"): Promise<ReadonlyArray<JsonObject>> =>
  (await pageOf(client, project, `?after=${id}&limit=1000`)).list("events")

const nextOf = async (client: Client, project: Project): Promise<string> =>
  (await pageOf(client, project, "?limit=1000")).string("next")

const told = (events: ReadonlyArray<JsonObject>) => events.map(({ data, object, type }) => [type, object, data])

/** Makes the second user a member of a project. */
const join = async (context: Context, { path }: Project, role: string): Promise<void> => {
  status(await context.api.put(`${path}/members/${encodeURIComponent(context.secondSubject)}`, { role }), 200)
}

export const eventRules = [
  rule("15-events-form", "An event has id, type, at, userId, object and data; ids increase", async (context) => {
    const project = await fresh(context)
    status(await context.api.put(project.path, { description: "Changed" }), 200)
    const answer = await pageOf(context.api, project)
    same("members", Object.keys(answer.object()).sort(), ["events", "next"])
    const events = answer.list("events")
    for (const event of events) {
      matches("id", event["id"], /^[1-9]\d*$/)
      matches("at", event["at"], /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      same("userId", event["userId"], context.subject)
    }
    same("events", told(events), [
      ["project.changed", "", { id: project.id, change: "Created" }],
      ["project.changed", "", { id: project.id, change: "Changed" }]
    ])
    const ids = events.map(({ id }) => Number(id))
    holds("ids increase", ids[0]! < ids[1]!, ids)
    same("next", answer.at("next"), events[1]!["id"])
  }),
  rule(
    "15-events-pages",
    "limit is 1 to 1000; an empty page is the end, and next is the value for after",
    async (context) => {
      const project = await fresh(context)
      for (const name of ["a", "b", "c", "d"]) status(await context.api.put(project.path, { name }), 200)
      const all = await after(context.api, project)
      const found: Array<JsonObject> = []
      let next = "0"
      for (;;) {
        const page = await pageOf(context.api, project, `?after=${next}&limit=2`)
        next = page.string("next")
        if (page.list("events").length === 0) break
        found.push(...page.list("events"))
      }
      same("pages", found, all)
      same("next at the end", next, await nextOf(context.api, project))
    }
  ),
  rule("15-events-malformed", "A malformed after or limit, and a malformed project: 400", async (context) => {
    const { path } = await fresh(context)
    const queries = ["after=x", "after=-1", "after=1.5", "after=", "limit=0", "limit=1001", "limit=x"]
    await each(
      queries,
      (query) => query,
      async (query) => {
        problem(await context.api.get(`${path}/events?${query}`), 400, "InvalidParameter")
      }
    )
    const stream = { accept: "text/event-stream" }
    problem(await context.api.get(`${path}/events?after=x`, stream), 400, "InvalidParameter")
    problem(await context.api.get("/v1/projects/x/events"), 400, "InvalidIdentifier")
    problem(await context.second.get(`${path}/events`), 404, "ProjectNotFound")
  }),
  rule("15-events-nothing", "Refused requests and those without effect create no event", async (context) => {
    const project = await fresh(context)
    await join(context, project, "User")
    const next = await nextOf(context.api, project)
    await join(context, project, "User")
    status(await context.api.put(project.path, { name: "Events" }), 200)
    status(await context.second.put(project.path, { name: "Refused" }), 403)
    status(await context.api.post(`${project.path}/locations`, { type: 7 }), 400)
    same("events", await after(context.api, project, next), [])
  }),
  rule("15-events-members", "member.changed: a member is added, gets another role, is removed", async (context) => {
    const project = await fresh(context)
    const next = await nextOf(context.api, project)
    for (const role of ["User", "Contributor"]) await join(context, project, role)
    const id = context.secondSubject
    status(await context.api.delete(`${project.path}/members/${encodeURIComponent(id)}`), 204)
    same(
      "events",
      (await after(context.api, project, next)).map(({ data, type }) => [type, data]),
      ["Created", "Changed", "Deleted"].map((change) => ["member.changed", { id, change }])
    )
  }),
  rule(
    "15-events-libraries",
    "library.changed and location.changed contain only the identity of the object",
    async (context) => {
      const project = await fresh(context)
      const next = await nextOf(context.api, project)
      const made = async (path: string, body: object) =>
        status(await context.api.post(`${project.path}/${path}`, body), 201)
      const library = (await made("codifications", { name: "L" })).string("guid")
      const code = (await made(`codifications/${library}/codification`, { name: "n", identification: "1" })).string(
        "guid"
      )
      status(await context.api.delete(`${project.path}/codifications/${library}`), 204)
      const set = (await made("customProperties/property-sets", { name: "S" })).number("id")
      const materials = (await made("material-libraries", { name: "M" })).string("guid")
      const place = (await made("locations", { name: "Site" })).string("locationGuid")
      const codes = "codifications"
      same("events", told(await after(context.api, project, next)), [
        ["library.changed", `${codes}/${library}`, { area: codes, kind: "library", guid: library, change: "Created" }],
        [
          "library.changed",
          `${codes}/${library}/codification/${code}`,
          { area: codes, kind: "code", guid: code, change: "Created" }
        ],
        ["library.changed", `${codes}/${library}`, { area: codes, kind: "library", guid: library, change: "Deleted" }],
        [
          "library.changed",
          `customProperties/property-sets/${set}`,
          { area: "customProperties", kind: "set", id: set, change: "Created" }
        ],
        [
          "library.changed",
          `material-libraries/${materials}`,
          { area: "materials", kind: "library", guid: materials, change: "Created" }
        ],
        [
          "location.changed",
          `locations/${place}`,
          { area: "locations", kind: "location", guid: place, change: "Created" }
        ]
      ])
    }
  ),
  operatingRule("15-events-import", "An import announces itself, its new shared data and its end", async (context) => {
    const project = await fresh(context)
    const { modelId, operationId, path } = await importModel(context.api, project, "house.ifc")
    const events = await after(context.api, project)
    const of = (type: string) => events.filter((event) => event["type"] === type)
    const [imported, ...more] = of("model.imported")
    same("one model.imported", more, [])
    same("object", imported!["object"], `models/${modelId}`)
    same("ids", [imported!["modelId"], imported!["operationId"]], [modelId, operationId])
    const versions = status(await context.api.get(`${path}/versions`), 200)
    same("modelVersionId", imported!["modelVersionId"], versions.at("versions", 0, "modelVersionId"))
    same("location.changed", told(of("location.changed")).length, 1)
    holds("library.changed", of("library.changed").length > 0)
    same("operation.ended", of("operation.ended")[0]!["data"], { kind: "ImportIfc", status: "Ready" })
    status(await context.api.delete(path), 204)
    same("last", (await after(context.api, project)).at(-1)!["type"], "model.removed")
  }),
  operatingRule("15-events-publication", "version.published has title, cells and deletedProducts", async (context) => {
    const editor = await freshEditor(context)
    const { project } = editor.model
    const next = await nextOf(context.api, project)
    await editor.modify({ update: { Name: { [g("WallA")]: "Another" } } })
    same("unpublished edits", await after(context.api, project, next), [])
    await editor.publish("First")
    const [published, ...more] = await after(context.api, project, next)
    same("one event", more, [])
    same("type", published!["type"], "version.published")
    same("data", published!["data"], { title: "First", cells: 1, deletedProducts: 0 })
  }),
  operatingRule(
    "15-events-hidden",
    "A user who cannot see a model gets no events of it, and the same next",
    async (context) => {
      const project = await fresh(context)
      await join(context, project, "User")
      const { modelId, path } = await importModel(context.api, project, "shed.ifc")
      const seen = await after(context.second, project)
      holds(
        "is told while it is seen",
        seen.some((event) => event["modelId"] === modelId)
      )
      const role = { role: "NoAccess" }
      status(await context.api.put(`${path}/members/${encodeURIComponent(context.secondSubject)}`, role), 200)
      const hidden = await after(context.second, project)
      holds("is told nothing", !hidden.some((event) => event["modelId"] === modelId), hidden)
      same("next", await nextOf(context.second, project), await nextOf(context.api, project))
    }
  )
]
