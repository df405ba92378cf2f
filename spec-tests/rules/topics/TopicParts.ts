import type { JsonObject } from "../../harness/Answer.ts"
import { same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { bcfPath, topicIn } from "./Topics.ts"

const rule = rules("contract 18")
const storing = rules("contract 18", ["storage", "blobs"])

const bytes = new TextEncoder().encode("<script>alert(1)</script>")
const octets = { "content-type": "application/octet-stream" }

const topicOf = async (context: Context, name: string) => {
  const project = await context.newProject(name)
  return { root: bcfPath(project), guid: (await topicIn(context, project)).string("guid") }
}

export const topicPartRules = [
  storing("18-documents", "Documents are stored and always downloaded as plain bytes", async (context) => {
    const { root } = await topicOf(context, "BCF documents")
    const headers = { ...octets, "content-disposition": 'attachment; filename="plan.html"' }
    const made = status(await context.api.send("POST", `${root}/documents`, { bytes, headers }), 201)
    same("filename", made.at("filename"), "plan.html")
    same("list", status(await context.api.get(`${root}/documents`), 200).body, [made.object()])
    const answer = status(await context.api.get(`${root}/documents/${made.string("guid")}`), 200)
    same("bytes", answer.text, new TextDecoder().decode(bytes))
    same("media type", answer.type, "application/octet-stream")
    same("disposition", answer.header("content-disposition")?.split(";")[0], "attachment")
    same("policy", answer.header("content-security-policy"), "sandbox")
    const again = { bytes, headers }
    problem(await context.api.send("POST", `${root}/documents?guid=${made.string("guid")}`, again), 409, "Conflict")
  }),
  rule("18-references", "A topic refers to a document or to a page of http or https", async (context) => {
    const { guid, root } = await topicOf(context, "BCF references")
    const path = `${root}/topics/${guid}/document_references`
    const made = status(await context.api.post(path, { url: "https://example.org/", description: "A page" }), 201)
    same("list", status(await context.api.get(path), 200).body, [made.object()])
    const changed = { document_guid: crypto.randomUUID() }
    same("changed", status(await context.api.put(`${path}/${made.string("guid")}`, changed), 200).object(), {
      guid: made.at("guid") ?? null,
      ...changed
    })
    problem(await context.api.post(path, {}), 400, "InvalidBody")
    problem(await context.api.post(path, { url: "file:///etc/passwd" }), 400, "InvalidBody")
  }),
  storing("18-snippets", "A snippet is stored and read", async (context) => {
    const { guid, root } = await topicOf(context, "BCF snippets")
    const path = `${root}/topics/${guid}/snippet`
    problem(await context.api.get(path), 404, "NotFound")
    status(await context.api.send("PUT", path, { bytes, headers: octets }), 200)
    same("bytes", status(await context.api.get(path), 200).text, new TextDecoder().decode(bytes))
  }),
  rule("18-files", "The model files of a topic are replaced as a whole", async (context) => {
    const { guid, root } = await topicOf(context, "BCF files")
    const path = `${root}/topics/${guid}/files`
    const files = [{ ifc_project: "0YvctVUKr0kugbFTf53O9L", filename: "house.ifc", reference: "https://example.org/a" }]
    same("changed", status(await context.api.put(path, files), 200).body, files)
    same("read", status(await context.api.get(path), 200).body, files)
    same("no models", status(await context.api.get(`${root}/files_information`), 200).body, [])
  }),
  rule("18-topic-events", "Topics and comments tell what was changed, by whom", async (context) => {
    const { guid, root } = await topicOf(context, "BCF changes")
    const topic = `${root}/topics/${guid}`
    status(await context.api.put(topic, { title: "Door" }), 200)
    status(await context.api.post(`${topic}/comments`, { comment: "Look" }), 201)
    const actions = async (path: string) =>
      (status(await context.api.get(path), 200).body as ReadonlyArray<JsonObject>).map(({ actions }) => actions)
    const changes = [[{ type: "topic_created" }], [{ type: "title_updated", value: "Door" }]]
    same("events of the topic", await actions(`${topic}/events`), changes)
    same("events of all topics", await actions(`${root}/topics/events`), changes)
    same("events of its comments", await actions(`${topic}/comments/events`), [[{ type: "comment_created" }]])
    same("events of all comments", await actions(`${root}/topics/comments/events`), [[{ type: "comment_created" }]])
  })
]
