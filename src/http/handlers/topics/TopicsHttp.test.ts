import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"
import { bodyOf, type Named } from "../../testing/TopicUser.ts"
import * as TopicUser from "../../testing/TopicUser.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const newUser = () => TopicUser.newUser(service)

test("a topic is created, read, replaced as a whole and deleted", async () => {
  const { call, owner, post } = await newUser()
  const guid = crypto.randomUUID().toUpperCase()
  const topic = await post("/topics", { guid, title: " Wall ", labels: ["a", "a"], priority: null, description: "" })
  expect(topic as unknown).toEqual({
    guid: guid.toLowerCase(),
    server_assigned_id: topic.server_assigned_id,
    title: "Wall",
    labels: ["a"],
    reference_links: [],
    creation_author: owner,
    creation_date: topic.modified_date,
    modified_author: owner,
    modified_date: topic.modified_date
  })
  const path = `/topics/${topic.guid}`
  expect(await (await call("GET", path)).json()).toEqual(topic)
  const changed = await bodyOf<Named>(await call("PUT", path, { body: { title: "Door", stage: "Design" } }))
  expect(changed as unknown).toMatchObject({ title: "Door", stage: "Design", labels: [] })
  expect((await call("DELETE", path)).status).toBe(200)
  expect((await call("GET", path)).status).toBe(404)
})

test("a taken guid is a conflict, whose error has a message", async () => {
  const { call, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const answer = await call("POST", "/topics", { body: { title: "b", guid } })
  const body = await bodyOf<{ type: string; detail: string; message: string }>(answer)
  expect([answer.status, body.type]).toEqual([409, "urn:plinth:error:conflict"])
  expect(body.message).toBe(body.detail)
})

test("If-Match protects a change and a deletion, and If-None-Match avoids an unchanged answer", async () => {
  const { call, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const path = `/topics/${guid}`
  const etag = (await call("GET", path)).headers.get("etag")!
  const known = await call("GET", path, { headers: { "if-none-match": etag } })
  expect([known.status, await known.text()]).toEqual([304, ""])
  expect((await call("PUT", path, { body: { title: "b" }, headers: { "if-match": etag } })).status).toBe(200)
  expect((await call("PUT", path, { body: { title: "c" }, headers: { "if-match": etag } })).status).toBe(412)
  expect((await call("DELETE", path, { headers: { "if-match": etag } })).status).toBe(412)
  expect((await call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(200)
})

test("topics are filtered, ordered and paged by OData", async () => {
  const { call, post, titles } = await newUser()
  await post("/topics", {
    title: "a",
    topic_status: "Open",
    labels: ["Fire", "Wall"],
    due_date: "2030-01-01T00:00:00Z"
  })
  await post("/topics", { title: "b", topic_status: "Closed", labels: ["Fires"], priority: "High" })
  await post("/topics", { title: "c", priority: "Low", index: 7, due_date: "2031-01-01T00:00:00+02:00" })
  const filtered = (filter: string) => titles(`?%24filter=${encodeURIComponent(filter)}`)
  expect(await filtered("topic_status eq 'Open'")).toEqual(["a"])
  expect(await filtered("topic_status ne 'Open'")).toEqual(["b", "c"])
  expect(await filtered("not topic_status eq 'Open'")).toEqual(["b", "c"])
  expect(await filtered("priority eq null")).toEqual(["a"])
  expect(await filtered("labels/any(label: label eq 'Fire')")).toEqual(["a"])
  expect(await filtered("index ge 7 or title lt 'b' and priority ne 'High'")).toEqual(["a", "c"])
  expect(await filtered("due_date gt 2030-06-01")).toEqual(["c"])
  expect(await filtered("creation_date lt 2020-01-01")).toEqual([])
  expect(await titles("?$orderby=due_date desc&$top=2")).toEqual(["b", "c"])
  expect(await titles("?$orderby=due_date")).toEqual(["a", "c", "b"])
  expect(await titles("?$orderby=title desc&$top=1&$skip=1")).toEqual(["b"])
  expect(await titles("?$top=0")).toEqual([])
  for (const wrong of ["$filter=colour eq 1", "$orderby=colour", "$top=-1", "$skip=x"]) {
    expect((await call("GET", `/topics?${wrong}`)).status, wrong).toBe(400)
  }
})

test("a comment updates the date of its topic", async () => {
  const { call, owner, post } = await newUser()
  const topic = await post("/topics", { title: "a" })
  const path = `/topics/${topic.guid}/comments`
  await Bun.sleep(2)
  const comment = await post<{ guid: string; date: string }>(path, { comment: "Look" })
  expect(comment as unknown).toEqual({
    guid: comment.guid,
    topic_guid: topic.guid,
    author: owner,
    date: comment.date,
    comment: "Look"
  })
  const after = await bodyOf<Named>(await call("GET", `/topics/${topic.guid}`))
  expect(after.modified_date).toBe(comment.date)
  const one = `${path}/${comment.guid}`
  const changed = await bodyOf<object>(await call("PUT", one, { body: { comment: "Look again" } }))
  expect(changed).toMatchObject({ comment: "Look again", date: comment.date, modified_author: owner })
  expect(await (await call("GET", path)).json()).toEqual([changed])
  expect((await call("DELETE", one)).status).toBe(200)
  expect(await (await call("GET", path)).json()).toEqual([])
  expect((await call("GET", `/topics/${crypto.randomUUID()}/comments`)).status).toBe(404)
})

test("links may only use http and https", async () => {
  const { call } = await newUser()
  const body = { title: "a", reference_links: ["javascript:alert(1)"] }
  expect((await call("POST", "/topics", { body })).status).toBe(400)
})

test("members read, Contributors write; writers of comments and makers of topics have more rights", async () => {
  const { call, join, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const comment = await post(`/topics/${guid}/comments`, { comment: "Owner's" })
  const [user, contributor] = [await join("User"), await join("Contributor")]
  expect((await call("GET", `/topics/${guid}`, { token: user })).status).toBe(200)
  const body = { title: "b" }
  expect((await call("POST", "/topics", { token: user, body })).status).toBe(403)
  expect((await call("PUT", `/topics/${guid}`, { token: user, body })).status).toBe(403)
  expect((await call("DELETE", `/topics/${guid}`, { token: user })).status).toBe(403)
  const path = `/topics/${guid}/comments/${comment.guid}`
  expect((await call("PUT", path, { token: contributor, body: { comment: "x" } })).status).toBe(403)
  expect((await call("PUT", path, { token: contributor, body: { comment: 1 } })).status).toBe(403)
  expect((await call("DELETE", path, { token: contributor })).status).toBe(403)
  const own = await bodyOf<Named>(
    await call("POST", `/topics/${guid}/comments`, { token: contributor, body: { comment: "mine" } })
  )
  expect((await call("DELETE", `/topics/${guid}/comments/${own.guid}`)).status).toBe(200)
  expect((await call("DELETE", `/topics/${guid}`, { token: contributor })).status).toBe(200)
  expect((await call("PUT", "", { body: { name: "x" } })).status).toBe(403)
  expect((await call("PUT", "/extensions", { body: {} })).status).toBe(403)
})

test("a member who may edit a model may write topics", async () => {
  const { call, owner, projectId, token } = await newUser()
  const { modelId } = await Seed.model(service, token, projectId)
  const editor = crypto.randomUUID()
  const members = `/v1/projects/${projectId}`
  await service.call("PUT", `${members}/members/${editor}`, { token, body: { role: "User" } })
  const body = { title: "a" }
  expect((await call("POST", "/topics", { token: service.token(editor), body })).status).toBe(403)
  await service.call("PUT", `${members}/models/${modelId}/members/${editor}`, { token, body: { role: "DataEditor" } })
  expect((await call("POST", "/topics", { token: service.token(editor), body })).status).toBe(201)
  expect(owner).not.toBe(editor)
})

test("extensions list the predefined words, those in use, and the members", async () => {
  const { call, owner, post } = await newUser()
  await post("/topics", { title: "a", topic_type: "Odd", labels: ["x", "y"], stage: "Late" })
  const extensions = await bodyOf<Record<string, ReadonlyArray<string>>>(await call("GET", "/extensions"))
  expect(extensions["topic_type"]).toEqual(["Issue", "Clash", "Request", "Remark", "Odd"])
  expect([extensions["topic_label"], extensions["stage"], extensions["users"]]).toEqual([["x", "y"], ["Late"], [owner]])
})

test("related topics are replaced", async () => {
  const { call, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const path = `/topics/${guid}/related_topics`
  const body = [{ related_topic_guid: crypto.randomUUID() }]
  expect(await (await call("PUT", path, { body })).json()).toEqual(body)
  expect((await call("PUT", `/topics/${guid}`, { body: { title: "b" } })).status).toBe(200)
  expect(await (await call("GET", path)).json()).toEqual(body)
})

test("changes are events and audited", async () => {
  const { post, projectId, token } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  await post(`/topics/${guid}/comments`, { comment: "Look" })
  const answer = await service.call("GET", `/v1/projects/${projectId}/events`, { token })
  const { events } = await bodyOf<{ events: ReadonlyArray<{ type: string; object: string; data: unknown }> }>(answer)
  expect(events.filter(({ type }) => type === "topic.changed").map(({ data, object }) => [object, data])).toEqual([
    [`topics/${guid}`, { id: guid, change: "Created" }],
    [`topics/${guid}`, { id: guid, change: "Changed" }]
  ])
  const audit = await bodyOf<{ entries: ReadonlyArray<{ action: string }> }>(
    await service.call("GET", `/v1/projects/${projectId}/audit`, { token })
  )
  expect(audit.entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["topic.create", "comment.create"]))
})

test("events of topics and comments state what was changed by whom", async () => {
  const { call, owner, post } = await newUser()
  const { guid } = await post("/topics", { title: "a", topic_status: "Open" })
  await call("PUT", `/topics/${guid}`, { body: { title: "a", topic_status: "Closed" } })
  const comment = await post(`/topics/${guid}/comments`, { comment: "Look" })
  await post("/topics", { title: "b" })
  type Events = ReadonlyArray<{ readonly author: string; readonly actions: ReadonlyArray<object> }>
  const events = async (path: string) => bodyOf<Events>(await call("GET", path))
  const own = await events(`/topics/${guid}/events`)
  expect(own.map(({ actions, author }) => [author, actions])).toEqual([
    [owner, [{ type: "topic_created" }]],
    [owner, [{ type: "status_updated", value: "Closed" }]]
  ])
  expect((await events("/topics/events")).length).toBe(3)
  expect(await events("/topics/events?$top=1&$skip=1")).toEqual([own[1]!])
  const told = await events(`/topics/${guid}/comments/events`)
  expect(told as unknown).toMatchObject([{ comment_guid: comment.guid, actions: [{ type: "comment_created" }] }])
  expect(await events("/topics/comments/events")).toEqual(told)
  expect((await call("GET", `/topics/${crypto.randomUUID()}/events`)).status).toBe(404)
})

test("clients find the version, the sign-in and the current user", async () => {
  const { owner, token } = await newUser()
  const { versions } = await bodyOf<{ versions: ReadonlyArray<{ api_id: string; version_id: string }> }>(
    await service.call("GET", "/foundation/versions")
  )
  expect(versions.map(({ api_id, version_id }) => [api_id, version_id])).toEqual([
    ["foundation", "1.1"],
    ["bcf", "3.0"]
  ])
  const auth = await bodyOf<object>(await service.call("GET", "/foundation/1.1/auth"))
  expect(auth).toMatchObject({ oauth2_token_url: `${TestService.publicUrl}/v1/auth/token` })
  expect(await (await service.call("GET", "/bcf/3.0/current-user", { token })).json()).toEqual({
    id: owner,
    name: expect.any(String)
  })
})
