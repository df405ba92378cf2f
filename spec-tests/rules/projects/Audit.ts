import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { withoutName } from "../../harness/Names.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 4")

const entriesOf = async (api: Client, { path }: Project): Promise<ReadonlyArray<JsonObject>> =>
  status(await api.get(`${path}/audit`), 200).list("entries")

/** The entry of a request, which may be written a moment after its answer. */
const entryOf = async ({ api }: Context, project: Project, requestId: string): Promise<JsonObject> => {
  for (let tries = 0; ; tries++) {
    const found = (await entriesOf(api, project)).find((entry) => entry["requestId"] === requestId)
    if (found !== undefined) return found
    holds(`an entry of the request ${requestId}`, tries < 50)
    await Bun.sleep(100)
  }
}

const asked = () => ({ "x-request-id": crypto.randomUUID() })

export const audit = [
  rule(
    "4-audit-entries",
    "An entry has the time, the user, the action, its object, its outcome and the request",
    async (context) => {
      const { api, subject } = context
      const project = await context.newProject("Audited")
      const headers = asked()
      status(await api.send("PUT", project.path, { json: { description: "changed" }, headers }), 200)
      const answer = status(await api.get(`${project.path}/audit`), 200)
      same("members", Object.keys(answer.object()).sort(), ["entries", "page", "pageSize", "totalCount"])
      const entries = answer.list("entries")
      same("page", [answer.at("page"), answer.at("totalCount")], [1, entries.length])
      for (const entry of entries) {
        const wanted = ["action", "at", "object", "outcome", "requestId", "userId", "via"]
        const { client = "", ...others } = withoutName(context, entry, "userName")
        same("members of an entry", Object.keys(others).toSorted(), wanted)
        same("client is a text", typeof client, "string")
        same("via", entry["via"], "api")
        matches("at", entry["at"], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
      }
      same("who", [...new Set(entries.map(({ userId }) => userId ?? null))], [subject])
      same("request of the newest", entries[0]!["requestId"], headers["x-request-id"])
    }
  ),
  rule(
    "4-audit-order",
    "The newest entry is first; pages continue in that order with the same total",
    async (context) => {
      const { api } = context
      const project = await context.newProject("Audited")
      for (const name of ["A", "B", "C", "D"]) status(await api.put(project.path, { name }), 200)
      const whole = await entriesOf(api, project)
      holds("there are five at least", whole.length >= 5, whole.length)
      const times = whole.map(({ at }) => Date.parse(textOf(at)))
      holds(
        "newest first",
        times.every((time, i) => time <= (times[i - 1] ?? Number.POSITIVE_INFINITY)),
        times
      )
      const pages: Array<JsonObject> = []
      for (let page = 1; page <= whole.length; page++) {
        const answer = status(await api.get(`${project.path}/audit?page=${page}&pageSize=2`), 200)
        same(
          "of the page",
          [answer.at("page"), answer.at("pageSize"), answer.at("totalCount")],
          [page, 2, whole.length]
        )
        pages.push(...answer.list("entries"))
      }
      same("pages", pages, whole)
      await each(["page=0", "pageSize=0", "pageSize=5001", "page=a"], String, async (query) => {
        problem(await api.get(`${project.path}/audit?${query}`), 400, "InvalidParameter")
      })
    }
  ),
  rule("4-audit-reads", "Successful reads are not in the audit", async (context) => {
    const { api } = context
    const project = await context.newProject("Audited")
    const before = await entriesOf(api, project)
    for (const path of ["", "/members", "/models", "/locations", "/audit"])
      status(await api.get(project.path + path), 200)
    same("entries", await entriesOf(api, project), before)
  }),
  rule(
    "4-audit-refusals",
    "Refused requests are recorded: of strangers (404) and of insufficient roles (403)",
    async (context) => {
      const { api, second, secondSubject } = context
      const project = await context.newProject("Audited")
      const [stranger, member] = [asked(), asked()]
      problem(await second.get(project.path, stranger), 404, "ProjectNotFound")
      status(await api.put(`${project.path}/members/${encodeURIComponent(secondSubject)}`, { role: "User" }), 200)
      problem(await second.send("DELETE", project.path, { headers: member }), 403, "Forbidden")
      const refused = await entryOf(context, project, stranger["x-request-id"])
      same("stranger", [refused["userId"], refused["outcome"]], [secondSubject, "ProjectNotFound"])
      const low = await entryOf(context, project, member["x-request-id"])
      same("member", [low["userId"], low["outcome"]], [secondSubject, "Forbidden"])
    }
  ),
  rule("4-audit-owners", "Owners may read it: other members get 403, strangers 404", async (context) => {
    const { api, second, secondSubject } = context
    const project = await context.newProject("Audited")
    const member = `${project.path}/members/${encodeURIComponent(secondSubject)}`
    problem(await second.get(`${project.path}/audit`), 404, "ProjectNotFound")
    for (const role of ["User", "Contributor"]) {
      status(await api.put(member, { role }), 200)
      problem(await second.get(`${project.path}/audit`), 403, "Forbidden")
    }
    status(await api.put(member, { role: "Owner" }), 200)
    holds("an Owner", (await entriesOf(second, project)).length > 0)
  }),
  rule("4-audit-flood", "A user who is refused repeatedly adds few entries", async (context) => {
    const { api, second } = context
    const project = await context.newProject("Audited")
    const before = (await entriesOf(api, project)).length
    await Promise.all(Array.from({ length: 150 }, () => second.get(project.path)))
    const added = (await entriesOf(api, project)).length - before
    holds("some, and fewer than there were requests", added > 0 && added < 150, added)
  })
]
