import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { fixture, upload } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 2.10")
const ruleOperating = rules("contract 2.10", operating)
const ruleAuth = rules("contract 2.10", ["storage", "auth"])
const header = (key: string) => ({ "idempotency-key": key })

const create = async (context: Context, key: string, json: unknown, client = context.api) => {
  const answer = await client.post("/v1/projects", json, header(key))
  if (answer.status === 201) context.track(answer.string("id"), client)
  return answer
}

export const idempotency = [
  rule("2.10-same-answer", "The same key with the same body repeats the first answer", async (context) => {
    const key = crypto.randomUUID()
    const first = status(await create(context, key, { name: "Once" }), 201)
    const again = status(await create(context, key, { name: "Once" }), 201)
    same("body", again.body, first.body)
    const other = status(await create(context, crypto.randomUUID(), { name: "Once" }), 201)
    holds("another key makes another project", other.at("id") !== first.at("id"))
  }),
  rule("2.10-other-body", "The same key with another body: 400 IdempotencyKeyReused", async (context) => {
    const key = crypto.randomUUID()
    status(await create(context, key, { name: "Once" }), 201)
    problem(await create(context, key, { name: "Twice" }), 400, "IdempotencyKeyReused")
  }),
  ruleOperating("2.10-path-of-its-own", "A key applies to one path", async (context) => {
    const key = crypto.randomUUID()
    const { path } = await context.house
    const first = status(await create(context, key, { name: "Once" }), 201)
    status(await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }, header(key)), 202)
    same("again", status(await create(context, key, { name: "Once" }), 201).at("id"), first.at("id"))
  }),
  rule("2.10-user-of-its-own", "A key applies to one user", async (context) => {
    const key = crypto.randomUUID()
    const { second } = context
    const first = status(await create(context, key, { name: "Once" }), 201)
    const other = status(await create(context, key, { name: "Once" }, second), 201)
    holds("projects of their own", first.at("id") !== other.at("id"))
  }),
  rule("2.10-parallel", "A parallel duplicate waits for the first answer", async (context) => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(context, key, { name: "Together" })))
    const ids = answers.map((answer) => status(answer, 201).string("id"))
    same("one project", new Set(ids).size, 1)
  }),
  rule("2.10-refusal-kept", "A 400 is stored like any other answer", async (context) => {
    const key = crypto.randomUUID()
    problem(await create(context, key, {}), 400, "InvalidBody")
    problem(await create(context, key, { name: "Better" }), 400, "IdempotencyKeyReused")
  }),
  ruleAuth("2.10-not-kept", "401 and the 404 of a project are checked first and never stored", async (context) => {
    const key = crypto.randomUUID()
    problem(await context.anonymous.post("/v1/projects", { name: "Later" }, header(key)), 401)
    status(await create(context, key, { name: "Other" }), 201)
    const gone = await context.newProject("Gone")
    status(await context.api.delete(gone.path), 204)
    const path = `${gone.path}/models`
    errorView(await context.api.post(path, { modelName: "a" }, header(key)), 404, "ProjectNotFound")
    errorView(await context.api.post(path, { modelName: "b" }, header(key)), 404, "ProjectNotFound")
  }),
  rule("2.10-bad-key", "A key is 1 to 128 printable ASCII characters: otherwise 400", async (context) => {
    status(await create(context, `~ ${crypto.randomUUID()}`.padEnd(128, "x"), { name: "Long key" }), 201)
    await each(["x".repeat(129), "caf\u{E9}"], String, async (key) => {
      problem(await create(context, key, { name: "Bad key" }), 400, "InvalidHeader")
    })
  }),
  ruleOperating(
    "2.10-import-once",
    "The same key on M2 starts one import, which uses the upload key",
    async (context) => {
      const project = await context.newProject("Import once")
      const uploadKey = await upload(context.api, await fixture("bridge.ifc"))
      const body = { modelName: "Once", uploadKey, uploadFileName: "bridge.ifc" }
      const key = crypto.randomUUID()
      const first = status(await context.api.post(`${project.path}/models`, body, header(key)), 202)
      const again = status(await context.api.post(`${project.path}/models`, body, header(key)), 202)
      same("body", again.body, first.body)
      same("Location", again.header("location"), first.header("location"))
    }
  ),
  ruleOperating("2.10-calculation-once", "Starting an operation is a change, which a key repeats", async (context) => {
    const { path } = await context.house
    const key = crypto.randomUUID()
    const start = () => context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }, header(key))
    const first = status(await start(), 202)
    same("operation", status(await start(), 202).at("id"), first.at("id"))
  }),
  rule("2.10-query-ignores", "M4 ignores the key", async (context) => {
    const { path } = await context.house
    const key = crypto.randomUUID()
    const query = (fields: ReadonlyArray<string>) =>
      context.api.post(`${path}/products/properties/query?pageSize=1`, { fields }, header(key))
    same("first", status(await query(["Name"]), 200).at("result"), [{ Name: "Wall A" }])
    same("second", status(await query(["Class"]), 200).at("result"), [{ Class: "IfcWall" }])
  })
]
