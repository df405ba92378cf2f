import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { connect } from "node:net"
import { join } from "node:path"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

/**
 * The largest request of Cloud Run over HTTP/1. Serve.test.ts tests that SIGTERM ends the service within ten seconds.
 */
const largestRequest = 32 * 1024 * 1024
/** Milliseconds after which the platform of these tests gives up a request. */
const timeoutMillis = 300

let service: ServiceProcess.ServiceProcess
let token: string
let client: ServiceClient.ServiceClient
beforeAll(async () => {
  service = await ServiceProcess.start({ environment: { TRUST_PROXY: "true" } })
  token = await service.token("ada")
  client = ServiceClient.make(service.url, token)
})
afterAll(() => service.stop())

/** Sends a request and returns the head of the answer. With `leave`, disconnects after this many milliseconds. */
const raw = (head: ReadonlyArray<string>, body: string, leave: number | null = null): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(service.port, "127.0.0.1")
    let received = ""
    socket.on("error", reject)
    socket.on("data", (chunk) => {
      received += chunk.toString()
      const end = received.indexOf("\r\n\r\n")
      if (end === -1) return
      socket.destroy()
      resolve(received.slice(0, end).toLowerCase())
    })
    const lines = [...head, "Host: x", `Authorization: Bearer ${token}`, `Content-Length: ${body.length}`, "", body]
    socket.write(lines.join("\r\n"), () => {
      if (leave === null) return
      setTimeout(() => {
        socket.destroy()
        resolve("")
      }, leave)
    })
  })

/** Returns the projects with a name. */
const named = async (name: string) => {
  const { projects } = (await client.call("GET", "/v1/projects")).json as unknown as {
    readonly projects: ReadonlyArray<{ readonly name: string; readonly id: string }>
  }
  return projects.filter((project) => project.name === name)
}

test("a request of 32 MiB is served", async () => {
  const key = await client.upload(new Uint8Array(largestRequest))
  expect(key).not.toBe("")
})

test("large answers are chunked without a length; small ones have one", async () => {
  const [sample] = await named("Sample project")
  const [model] = await client.models(sample!.id)
  const path = `/v1/projects/${sample!.id}/models/${model!.id}/products/properties/query`
  // Every row has the names of its fields, so that the answer has over 64 KB.
  const names = Array.from({ length: 40 }, (_, index) => `${"x".repeat(500)}${index}`)
  const query = (fields: ReadonlyArray<string>) =>
    raw([`POST ${path} HTTP/1.1`, "Content-Type: application/json"], JSON.stringify({ fields }))
  const small = await query(["Guid"])
  expect(small).toStartWith("http/1.1 200")
  expect(small).toContain("content-length:")
  const large = await query(names)
  expect(large).toStartWith("http/1.1 200")
  expect(large).toContain("transfer-encoding: chunked")
  expect(large).not.toContain("content-length:")
})

/** Blocks all writes of the service. Returns a function that unblocks them. */
const holdWrites = () => {
  const db = new Database(join(service.directory, "plinth.sqlite"))
  db.run("BEGIN IMMEDIATE")
  return () => {
    db.run("ROLLBACK")
    db.close()
  }
}

test.each([
  ["stays", 1],
  ["is closed", 0]
] as const)(
  "a request over its time-out whose connection %s is made once with its repetition",
  async (how, answers) => {
    const project = { name: `Over time, ${how}` }
    const body = JSON.stringify(project)
    const key = `over-time-${answers}`
    const head = ["POST /v1/projects HTTP/1.1", "Content-Type: application/json", `Idempotency-Key: ${key}`]
    const lines = [...head, "Host: x", `Authorization: Bearer ${token}`, `Content-Length: ${body.length}`, "", body]
    let received = ""
    const release = holdWrites()
    const proxy = connect(service.port, "127.0.0.1", () => proxy.write(lines.join("\r\n")))
    proxy.on("data", (chunk) => (received += chunk.toString()))
    try {
      await Bun.sleep(timeoutMillis)
      expect(received).toBe("")
      // The caller gets 504 from here on; whether the request goes on depends on the proxy.
      if (answers === 0) proxy.destroy()
      const repeated = client.call("POST", "/v1/projects", { body: project, key })
      await Bun.sleep(timeoutMillis)
      release()
      const { json, status } = await repeated
      expect(status).toBe(201)
      const id = String(json["id"])
      expect(await named(project.name)).toMatchObject([{ id }])
      while (answers > 0 && !received.includes(id)) await Bun.sleep(10)
      expect(received.match(new RegExp(`^HTTP/1.1 201 [\\s\\S]*${id}`, "g")) ?? []).toHaveLength(answers)
      expect((await client.call("POST", "/v1/projects", { body: project, key })).json).toMatchObject({ id })
      expect(service.log()).not.toContain('"logLevel":"ERROR"')
    } finally {
      proxy.destroy()
    }
  }
)

test.each([0, 1, 2, 5, 10, 20])(
  "a request whose client disconnects after %d ms has full or no effect, and its repetition no second one",
  async (millis) => {
    const key = `given-up-${millis}`
    const body = { name: `Given up after ${millis} ms` }
    const head = ["POST /v1/projects HTTP/1.1", "Content-Type: application/json", `Idempotency-Key: ${key}`]
    await raw(head, JSON.stringify(body), millis)
    const again = await client.call("POST", "/v1/projects", { body, key })
    expect(again.status).toBe(201)
    expect(await named(body.name)).toMatchObject([{ id: again.json["id"]! }])
    expect(service.log()).not.toContain('"logLevel":"ERROR"')
  }
)
