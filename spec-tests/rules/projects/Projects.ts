import { textOf } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { fixture, upload } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"

const four = rules("contract 4")
const three = rules("contract 3")
const threeBlobs = rules("contract 3", ["storage", "blobs"])

export const projects = [
  four(
    "4-project-create",
    "Creating a project answers 201 with the project, whose Owner is the caller",
    async (context) => {
      const body = { name: "Created", description: "in words" }
      const answer = status(await context.api.post("/v1/projects", body), 201)
      const { id } = context.track(answer.string("id"))
      same("project", answer.body, { id, name: "Created", description: "in words", role: "Owner" })
    }
  ),
  four("4-project-create-name", "A project needs a name: 400 with a pointer to it", async ({ api }) => {
    await each([{}, { description: "d" }], JSON.stringify, async (body) => {
      const answer = problem(await api.post("/v1/projects", body), 400, "InvalidBody")
      same(
        "pointers",
        answer.list("errors").map(({ pointer }) => pointer ?? null),
        ["/name"]
      )
      holds(
        "each has a detail",
        answer.list("errors").every(({ detail }) => typeof detail === "string" && detail !== "")
      )
    })
  }),
  four("4-project-read", "A project is read as it was created", async (context) => {
    const created = status(await context.api.post("/v1/projects", { name: "Read", description: "d" }), 201)
    const { path } = context.track(created.string("id"))
    same("project", status(await context.api.get(path), 200).body, created.body)
  }),
  four(
    "4-project-list",
    "The list contains the caller's projects with the same data as single reads",
    async ({ api, project }) => {
      const { id, path } = await project
      const read = status(await api.get(path), 200).body
      const listed = status(await api.get("/v1/projects"), 200)
      same("members of the answer", Object.keys(listed.object()), ["projects"])
      const ours = listed.list("projects").filter((project) => project["id"] === id)
      same("entries", ours, [read])
    }
  ),
  four("4-project-change", "Changing a project answers 200 with the project", async (context) => {
    const { id, path } = await context.newProject("Before")
    const changed = status(await context.api.put(path, { name: "After", description: "new" }), 200)
    same("project", changed.body, { id, name: "After", description: "new", role: "Owner" })
    same("read again", status(await context.api.get(path), 200).body, changed.body)
  }),
  four(
    "4-project-delete",
    "Deleting a project answers 204 without a body and removes all its content",
    async (context) => {
      const { id, path } = await context.newProject("Short-lived")
      same("body", status(await context.api.delete(path), 204).text, "")
      problem(await context.api.get(path), 404, "ProjectNotFound")
      problem(await context.api.put(path, { name: "x" }), 404, "ProjectNotFound")
      problem(await context.api.delete(path), 404, "ProjectNotFound")
      problem(await context.api.get(`${path}/members`), 404, "ProjectNotFound")
      errorView(await context.api.get(`${path}/models`), 404, "ProjectNotFound")
      const listed = status(await context.api.get("/v1/projects"), 200).list("projects")
      holds("not listed", !listed.some((project) => project["id"] === id))
    }
  ),
  three("3-ids-are-strings", "Project ids are decimal integers, as strings in answers", async ({ project }) => {
    matches("id", (await project).id, /^[1-9]\d{0,15}$/)
  }),
  three("3-ids-never-return", "Integer ids are never reused after deletion", async (context) => {
    const first = await context.newProject("First")
    status(await context.api.delete(first.path), 204)
    const second = await context.newProject("Second")
    holds("a new id", BigInt(second.id) > BigInt(first.id), [first.id, second.id])
  }),
  three(
    "3-sample-project",
    "A user's first call creates one project Sample project, owned by that user, with one model",
    async ({ api }) => {
      const samples = status(await api.get("/v1/projects"), 200)
        .list("projects")
        .filter(({ name }) => name === "Sample project")
      same("projects of that name (a user who deleted it has none)", samples.length, 1)
      same("role", samples[0]!["role"], "Owner")
      same("as it is read", status(await api.get(`/v1/projects/${textOf(samples[0]!["id"])}`), 200).body, samples[0]!)
      const models = status(await api.get(`/v1/projects/${textOf(samples[0]!["id"])}/models`), 200).list("models")
      same("models", models.length, 1)
      const query = `/v1/projects/${textOf(samples[0]!["id"])}/models/${textOf(models[0]!["id"])}/products/properties/query`
      holds("it has products", status(await api.post(query, {}), 200).number("totalCount") > 0)
    }
  ),
  three(
    "3-sample-project-once",
    "Exactly one Sample project is created, whatever arrives in parallel",
    async ({ second }) => {
      await Promise.all(Array.from({ length: 50 }, () => second.get("/v1/projects")))
      const listed = status(await second.get("/v1/projects"), 200).list("projects")
      same(
        "projects of that name",
        listed.filter(({ name, role }) => name === "Sample project" && role === "Owner").length,
        1
      )
    }
  ),
  threeBlobs(
    "3-sample-project-read-only",
    "Creating a model in the sample project: 400 SampleProjectReadOnly",
    async ({ api }) => {
      const sample = status(await api.get("/v1/projects"), 200)
        .list("projects")
        .find(({ name }) => name === "Sample project")
      holds("there is one", sample !== undefined)
      const uploadKey = await upload(api, await fixture("bridge.ifc"))
      const body = { modelName: "New", uploadKey, uploadFileName: "bridge.ifc" }
      errorView(await api.post(`/v1/projects/${textOf(sample!["id"])}/models`, body), 400, "SampleProjectReadOnly")
    }
  )
]
