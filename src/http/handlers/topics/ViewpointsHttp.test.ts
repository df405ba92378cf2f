import { afterAll, beforeAll, expect, spyOn, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"
import { pixel, viewpointBody } from "../../testing/TopicSamples.ts"
import * as TopicUser from "../../testing/TopicUser.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const newUser = () => TopicUser.newUser(service)

test("a viewpoint shows its parts and its pictures", async () => {
  const { call, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const viewpoint = await post<{ guid: string }>(`/topics/${guid}/viewpoints`, viewpointBody)
  const { bitmap_data: _, ...bitmap } = viewpointBody.bitmaps[0]!
  const expected = {
    ...viewpointBody,
    guid: viewpoint.guid,
    bitmaps: [bitmap],
    snapshot: { snapshot_type: "png" }
  }
  expect(viewpoint).toEqual(expected)
  expect(await (await call("GET", `/topics/${guid}/viewpoints`)).json()).toEqual([expected])
  const path = `/topics/${guid}/viewpoints/${viewpoint.guid}`
  expect(await (await call("GET", path)).json()).toEqual(expected)
  const { coloring, selection, visibility } = viewpointBody.components
  expect(await (await call("GET", `${path}/selection`)).json()).toEqual({ selection })
  expect(await (await call("GET", `${path}/coloring`)).json()).toEqual({ coloring })
  expect(await (await call("GET", `${path}/visibility`)).json()).toEqual({ visibility })
  for (const picture of ["snapshot", `bitmaps/${bitmap.guid}`]) {
    const answer = await call("GET", `${path}/${picture}`)
    expect(
      ["content-type", "content-disposition", "x-content-type-options"].map((name) => answer.headers.get(name))
    ).toEqual(["image/png", "attachment", "nosniff"])
    expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(pixel)
  }
  expect((await call("DELETE", path)).status).toBe(200)
  expect((await call("GET", `${path}/snapshot`)).status).toBe(404)
})

test("bytes that are not a picture are refused, whatever their declared type", async () => {
  const { call, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const snapshot_data = Buffer.from("Hello World!").toString("base64")
  const body = { snapshot: { snapshot_type: "png", snapshot_data } }
  expect((await call("POST", `/topics/${guid}/viewpoints`, { body })).status).toBe(400)
})

test("parts of a large viewpoint are read on a thread, and the whole is sent as it is stored", async () => {
  const { call, post } = await newUser()
  const { guid } = await post("/topics", { title: "a" })
  const authoring_tool_id = "x".repeat(200)
  const selection = Array.from({ length: 20_000 }, () => ({ authoring_tool_id }))
  const made = await Seed.json<{ guid: string }>(
    await call("POST", `/topics/${guid}/viewpoints`, { body: { components: { selection } } }),
    201
  )
  const path = `/topics/${guid}/viewpoints/${made.guid}`
  // The thread that serves HTTP parses none of it.
  const parse = spyOn(JSON, "parse")
  const [whole, list, part] = await Promise.all(
    [path, `/topics/${guid}/viewpoints`, `${path}/selection`].map(async (one) => (await call("GET", one)).text())
  )
  const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length))
  parse.mockRestore()
  expect(longest).toBeLessThan(64 * 1024)
  expect(JSON.parse(whole!) as unknown).toEqual({ guid: made.guid, components: { selection } })
  expect(list).toBe(`[${whole}]`)
  expect(JSON.parse(part!) as unknown).toEqual({ selection })
})
