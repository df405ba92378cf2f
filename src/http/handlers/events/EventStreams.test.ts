import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { EventLimits } from "../../../application/events/EventLimits.ts"
import { EventNews } from "../../../application/events/EventNews.ts"
import type { ProjectEvent } from "../../../domain/events/Event.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
const limits = { streamsOfUser: 3, commentMillis: 100, untakenMillis: 300 }
let service: TestService.TestService
beforeAll(async () => {
  const ports = Layer.succeed(EventLimits, limits) as unknown as Layer.Layer<never>
  service = await Effect.runPromise(Scope.extend(TestService.make({ ports }), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Page {
  readonly events: ReadonlyArray<ProjectEvent>
  readonly next: string
}

const eventsOf = async (projectId: string, token: string, query = "") =>
  Seed.json<Page>(await service.call("GET", `/v1/projects/${projectId}/events${query}`, { token }))

/** Changes something below a project and returns the answer's body. */
const send = async (method: string, path: string, token: string, body?: unknown) => {
  const answer = await service.call(method, `/v1/projects/${path}`, { token, ...(body === undefined ? {} : { body }) })
  expect(answer.status).toBeLessThan(300)
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>)
}

/** Opens a stream and returns a function that reads one message: its fields by name, a comment as `{ "": … }`. */
const stream = async (projectId: string, token: string, { headers = {}, query = "" } = {}) => {
  const accept = { accept: "text/event-stream", ...headers }
  const answer = await service.call("GET", `/v1/projects/${projectId}/events${query}`, { token, headers: accept })
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"])
  const reader = answer
    .body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  let text = ""
  const read = async (): Promise<Record<string, string> | null> => {
    for (;;) {
      const end = text.indexOf("\n\n")
      if (end >= 0) {
        const lines = text.slice(0, end).split("\n")
        text = text.slice(end + 2)
        return Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()])
        )
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
  }
  const event = async (): Promise<ProjectEvent> => {
    for (;;) {
      const message = await read()
      if (message === null) throw new Error("the stream ended")
      if (message["data"] === undefined) continue
      const one = JSON.parse(message["data"]) as ProjectEvent
      expect([message["id"], message["event"]]).toEqual([one.id, one.type])
      return one
    }
  }
  return { read, event, cancel: () => reader.cancel() }
}

test("a stream starts with the oldest event or after the last one that the client names, and continues with new ones", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  const one = await stream(id, ada)
  expect(await one.read()).toEqual({ retry: "2000" })
  const created = await one.event()
  expect(created.data).toEqual({ id, change: "Created" })
  await send("PUT", id, ada, { name: "Other" })
  const changed = await one.event()
  expect(changed.data).toEqual({ id, change: "Changed" })
  expect(await one.read()).toEqual({ "": "" })
  await one.cancel()
  const again = await stream(id, ada, { query: "?after=0", headers: { "last-event-id": created.id } })
  expect(await again.event()).toEqual(changed)
  await again.cancel()
  const malformed = { accept: "text/event-stream", "last-event-id": "x" }
  const answer = await service.call("GET", `/v1/projects/${id}/events`, { token: ada, headers: malformed })
  expect(answer.status).toBe(400)
})

test("a stream ends when its reader loses the membership, and omits models that become hidden", async () => {
  const ada = service.token("ada")
  const id = await Seed.project(service, ada)
  await send("PUT", `${id}/members/carol`, ada, { role: "User" })
  const { modelId } = await Seed.model(service, ada, id)
  const { next } = await eventsOf(id, ada)
  const hers = await stream(id, service.token("carol"), { query: `?after=${next}` })
  await send("PUT", `${id}/models/${modelId}/members/carol`, ada, { role: "NoAccess" })
  await send("PUT", id, ada, { name: "Seen" })
  expect((await hers.event()).type).toBe("project.changed")
  await send("DELETE", `${id}/members/carol`, ada)
  let last: Record<string, string> | null = {}
  while (last !== null && last["event"] !== "member.changed") last = await hers.read()
  expect(last).toBeNull()
})

test("the number of streams of a user is limited; one that ends frees its place, and all end with the service", async () => {
  const token = service.token("frida")
  const id = await Seed.project(service, token)
  const open = await Promise.all([1, 2, 3].map(() => stream(id, token)))
  const headers = { accept: "text/event-stream" }
  const refused = await service.call("GET", `/v1/projects/${id}/events`, { token, headers })
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"])
  await open[0]!.cancel()
  const next = await stream(id, token)
  await next.event()
  await service.run(Effect.flatMap(EventNews, ({ end }) => end))
  let last: Record<string, string> | null = {}
  let retry = 0
  for (; last !== null; last = await next.read()) if (last["retry"] !== undefined) retry = Number(last["retry"])
  expect(retry).toBeGreaterThanOrEqual(2000)
})

test("a stream whose client does not read is closed", async () => {
  const token = service.token("gerd")
  const id = await Seed.project(service, token)
  const headers = { accept: "text/event-stream" }
  const answer = await service.call("GET", `/v1/projects/${id}/events`, { token, headers })
  const reader = answer.body!.getReader()
  await reader.read()
  await Bun.sleep(2 * limits.untakenMillis)
  const failure = await reader.read().then(
    () => null,
    (error: unknown) => String(error)
  )
  expect(failure).toContain("cut")
})
