import type { Answer, JsonObject } from "../../harness/Answer.ts"
import { each, holds, matches, same, status, uuid } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 18")
const signing = rules("contract 18", ["auth"])

/** The path of a project in the BCF API. */
export const bcfPath = ({ id }: Project): string => `/bcf/3.0/projects/${id}`

export const topicIn = async (context: Context, project: Project, body: object = { title: "Wall" }): Promise<Answer> =>
  status(await context.api.post(`${bcfPath(project)}/topics`, body), 201)

const titles = (answer: Answer) => (status(answer, 200).body as ReadonlyArray<JsonObject>).map(({ title }) => title)

/** Fails unless the answer is a problem with a message, as the BCF API wants it. */
const refused = (answer: Answer, expected: number, code: string): void => {
  same("message", problem(answer, expected, code).at("message"), answer.at("detail"))
}

const join = async (context: Context, { path }: Project, role: string): Promise<void> => {
  status(await context.api.put(`${path}/members/${encodeURIComponent(context.secondSubject)}`, { role }), 200)
}

export const topicRules = [
  signing("18-foundation", "Versions and sign-in of the Foundation API are found without a token", async (context) => {
    const versions = status(await context.anonymous.get("/foundation/versions"), 200).list("versions")
    const bcf = versions.find(({ api_id }) => api_id === "bcf")
    same("version of the BCF API", bcf?.["version_id"], "3.0")
    const auth = status(await context.anonymous.get("/foundation/1.1/auth"), 200)
    matches("oauth2_auth_url", auth.at("oauth2_auth_url"), /\/v1\/auth\/authorize$/)
    matches("oauth2_token_url", auth.at("oauth2_token_url"), /\/v1\/auth\/token$/)
    same("flows", auth.at("supported_oauth2_flows"), ["authorization_code_grant"])
    problem(await context.anonymous.get("/bcf/3.0/projects"), 401)
  }),
  rule("18-current-user", "current-user is the caller", async (context) => {
    same("id", status(await context.api.get("/foundation/1.1/current-user"), 200).at("id"), context.subject)
  }),
  rule(
    "18-projects",
    "Projects are listed and read with their integer ids as text; changing them is 403",
    async (context) => {
      const project = await context.newProject("BCF")
      const listed = status(await context.api.get("/bcf/3.0/projects"), 200).body as ReadonlyArray<JsonObject>
      const own = listed.find(({ project_id }) => project_id === project.id)
      same("the project of the list", own, { project_id: project.id, name: "BCF" })
      same("read", status(await context.api.get(bcfPath(project)), 200).object(), {
        project_id: project.id,
        name: "BCF"
      })
      refused(await context.api.put(bcfPath(project), { name: "x" }), 403, "Forbidden")
      refused(await context.api.put(`${bcfPath(project)}/extensions`, {}), 403, "Forbidden")
      refused(await context.api.get("/bcf/3.0/projects/9007199254740991"), 404, "ProjectNotFound")
    }
  ),
  rule("18-extensions", "Extensions have every word in use and the members as users", async (context) => {
    const project = await context.newProject("BCF words")
    await topicIn(context, project, {
      title: "a",
      topic_type: "Odd",
      priority: "Someday",
      labels: ["x"],
      stage: "Late"
    })
    const extensions = status(await context.api.get(`${bcfPath(project)}/extensions`), 200)
    for (const [list, word] of [
      ["topic_type", "Odd"],
      ["priority", "Someday"],
      ["topic_label", "x"],
      ["stage", "Late"],
      ["users", context.subject]
    ] as const) {
      holds(`${list} has ${word}`, (extensions.at(list) as ReadonlyArray<string>).includes(word), extensions.at(list))
    }
  }),
  rule("18-topic-life", "A topic is created, read, replaced as a whole and deleted with 200", async (context) => {
    const project = await context.newProject("BCF topics")
    const body = {
      title: "Wall",
      topic_type: "Clash",
      topic_status: "Open",
      labels: ["Fire"],
      reference_links: ["https://example.org/1"],
      due_date: "2030-01-31T13:00:00+0100"
    }
    const made = await topicIn(context, project, body)
    const path = `${bcfPath(project)}/topics/${matches("guid", made.at("guid"), uuid)}`
    same("due_date in UTC", made.at("due_date"), "2030-01-31T12:00:00.000Z")
    same("creation_author", made.at("creation_author"), context.subject)
    matches("server_assigned_id", made.at("server_assigned_id"), /./)
    same("read", status(await context.api.get(path), 200).object(), made.object())
    const changed = status(await context.api.put(path, { title: "Door" }), 200)
    same("an absent member is gone", [changed.at("topic_type"), changed.at("labels")], [undefined, []])
    same("server_assigned_id stays", changed.at("server_assigned_id"), made.at("server_assigned_id"))
    status(await context.api.delete(path), 200)
    refused(await context.api.get(path), 404, "NotFound")
  }),
  rule(
    "18-guids",
    "A guid is taken in any case and stored in lower case; one that is taken is 409",
    async (context) => {
      const project = await context.newProject("BCF guids")
      const guid = crypto.randomUUID()
      const made = await topicIn(context, project, { title: "a", guid: guid.toUpperCase() })
      same("guid", made.at("guid"), guid)
      refused(await context.api.post(`${bcfPath(project)}/topics`, { title: "b", guid }), 409, "Conflict")
      await topicIn(context, await context.newProject("BCF guids"), { title: "elsewhere", guid })
    }
  ),
  rule("18-versions", "A stale If-Match is 412, DELETE too; a known If-None-Match 304", async (context) => {
    const project = await context.newProject("BCF versions")
    const path = `${bcfPath(project)}/topics/${(await topicIn(context, project)).string("guid")}`
    const etag = (await context.api.get(path)).header("etag") ?? ""
    status(await context.api.get(path, { "if-none-match": etag }), 304)
    const stale = { "if-match": etag }
    status(await context.api.put(path, { title: "b" }, stale), 200)
    refused(await context.api.put(path, { title: "b" }, stale), 412, "PreconditionFailed")
    refused(await context.api.delete(path, stale), 412, "PreconditionFailed")
    status(await context.api.put(path, { title: "c" }), 200)
  }),
  rule("18-filters", "Topics are filtered, ordered and paged by OData", async (context) => {
    const project = await context.newProject("BCF filters")
    await topicIn(context, project, { title: "a", topic_status: "Open", labels: ["Fire", "Wall"] })
    await topicIn(context, project, { title: "b", topic_status: "It's done", priority: "High" })
    await topicIn(context, project, { title: "c", priority: "Low", due_date: "2031-01-01T00:00:00Z" })
    const all: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["$filter=topic_status eq 'Open'", ["a"]],
      ["%24filter=topic_status eq 'It''s done'", ["b"]],
      ["$filter=topic_status ne 'Open'", ["b", "c"]],
      ["$filter=not (priority eq 'High') and due_date gt 2030-01-01", ["c"]],
      ["$filter=topic_status eq 'Open' or priority eq 'Low' and priority eq 'High'", ["a"]],
      ["$filter=labels/any(label: label eq 'Fire')", ["a"]],
      ["$filter=creation_date lt 2020-01-01T00:00:00", []],
      ["$orderby=title desc", ["c", "b", "a"]],
      ["$orderby=creation_date&$top=1&$skip=1", ["b"]]
    ]
    await each(
      all,
      ([query]) => query,
      async ([query, expected]) =>
        same(
          query,
          titles(await context.api.get(`${bcfPath(project)}/topics?${query.replaceAll(" ", "%20")}`)),
          expected
        )
    )
    for (const wrong of ["$filter=colour%20eq%201", "$filter=(", "$orderby=colour", "$top=-1"]) {
      refused(await context.api.get(`${bcfPath(project)}/topics?${wrong}`), 400, "InvalidParameter")
    }
  }),
  rule(
    "18-comments",
    "A comment is created, read, replaced and deleted, and moves the date of its topic",
    async (context) => {
      const project = await context.newProject("BCF comments")
      const topic = `${bcfPath(project)}/topics/${(await topicIn(context, project)).string("guid")}`
      const made = status(await context.api.post(`${topic}/comments`, { comment: "Look" }), 201)
      same("author", made.at("author"), context.subject)
      same("modified_date", status(await context.api.get(topic), 200).at("modified_date"), made.at("date"))
      const path = `${topic}/comments/${made.string("guid")}`
      const changed = status(await context.api.put(path, { comment: "Look again" }), 200)
      same("list", status(await context.api.get(`${topic}/comments`), 200).body, [changed.object()])
      status(await context.api.delete(path), 200)
      refused(await context.api.get(path), 404, "NotFound")
    }
  ),
  rule("18-related", "Related topics are replaced as a whole", async (context) => {
    const project = await context.newProject("BCF related")
    const path = `${bcfPath(project)}/topics/${(await topicIn(context, project)).string("guid")}/related_topics`
    const related = [{ related_topic_guid: (await topicIn(context, project)).string("guid") }]
    same("changed", status(await context.api.put(path, related), 200).body, related)
    same("read", status(await context.api.get(path), 200).body, related)
    same("emptied", status(await context.api.put(path, []), 200).body, [])
  }),
  rule("18-links", "Links are http and https", async (context) => {
    const project = await context.newProject("BCF links")
    const body = { title: "a", reference_links: ["javascript:alert(1)"] }
    refused(await context.api.post(`${bcfPath(project)}/topics`, body), 400, "InvalidBody")
  }),
  rule("18-rights", "Every member reads, Contributors write, but change no comments of others", async (context) => {
    const project = await context.newProject("BCF rights")
    const topic = `${bcfPath(project)}/topics/${(await topicIn(context, project)).string("guid")}`
    const comment = status(await context.api.post(`${topic}/comments`, { comment: "Owner's" }), 201).string("guid")
    refused(await context.second.get(topic), 404, "ProjectNotFound")
    await join(context, project, "User")
    status(await context.second.get(topic), 200)
    refused(await context.second.post(`${bcfPath(project)}/topics`, { title: "b" }), 403, "Forbidden")
    refused(await context.second.put(topic, { title: "b" }), 403, "Forbidden")
    refused(await context.second.delete(topic), 403, "Forbidden")
    await join(context, project, "Contributor")
    status(await context.second.put(topic, { title: "b" }), 200)
    refused(await context.second.put(`${topic}/comments/${comment}`, { comment: "x" }), 403, "Forbidden")
    status(await context.second.delete(topic), 200)
  }),
  rule("18-events", "A change of a topic or of its comments is an event topic.changed", async (context) => {
    const project = await context.newProject("BCF events")
    const guid = (await topicIn(context, project)).string("guid")
    status(await context.api.post(`${bcfPath(project)}/topics/${guid}/comments`, { comment: "a" }), 201)
    const events = status(await context.api.get(`${project.path}/events`), 200)
      .list("events")
      .filter(({ type }) => type === "topic.changed")
    same(
      "objects",
      events.map(({ object }) => object),
      [`topics/${guid}`, `topics/${guid}`]
    )
    same(
      "data",
      events.map(({ data }) => (data as JsonObject)["change"]),
      ["Created", "Changed"]
    )
  })
]
