import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import * as Collector from "../../adapters/tracing/testing/Collector.ts"
import { freePort } from "../testing/FreePort.ts"
import { fullTest } from "../testing/Volume.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const collector = Collector.start()
const stops: Array<() => Promise<void>> = [() => collector.stop()]
afterAll(() => Promise.all(stops.map((stop) => stop())))

const serve = async (environment: Readonly<Record<string, string>>) => {
  const metricsPort = await freePort()
  const service = await ServiceProcess.start({
    environment: { METRICS_PORT: String(metricsPort), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment }
  })
  stops.push(service.stop)
  const token = await service.token("ada")
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
    fetch(`${service.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  const spansCounted = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const count = (outcome: string) => Number(new RegExp(`spans_total{outcome="${outcome}"} (\\d+)`).exec(text)?.[1])
    return { sent: count("sent"), dropped: count("dropped") }
  }
  return { service, get, post, spansCounted, client: ServiceClient.make(service.url, token) }
}

const traceId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")
const caller = "00f067aa0ba902b7"

const server = 2
const consumer = 5

/** The largest difference between the clocks of two processes, in nanoseconds. */
const inaccuracy = 5_000_000n

let traced: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  traced = await serve({ OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test" })
})

test("a request is a span of its caller's trace or of a new one; probes and unknown paths make no span", async () => {
  const { get, spansCounted } = traced
  const [mine, hidden] = [traceId(), traceId()]
  await get("/v1/projects?name=secret", { traceparent: `00-${mine}-${caller}-01`, "x-request-id": "r-1" })
  await get("/v1/projects", { traceparent: `00-${hidden}-${caller}-00` })
  await get("/v1/projects/x", { "x-request-id": "r-2" })
  await get("/v1/nothing", { "x-request-id": "r-3" })
  await get("/readyz", { "x-request-id": "r-4" })
  const last = traceId()
  await get("/v1/projects", { traceparent: `00-${last}-${caller}-01` })
  // Spans arrive in their order.
  await collector.trace(last, (spans) => spans.length > 0)
  const [span, ...others] = await collector.trace(mine, (spans) => spans.length > 0)
  expect(others).toEqual([])
  expect(span).toMatchObject({ name: "GET /v1/projects", parentSpanId: caller, kind: server, failed: false })
  expect(span!.attributes).toEqual({
    "http.request.method": "GET",
    "http.route": "/v1/projects",
    "http.response.status_code": 200,
    "url.path": "/v1/projects",
    "plinth.endpoint": "listProjects",
    "plinth.request.id": "r-1"
  })
  const named = (id: string) => collector.spans.filter((span) => span.attributes["plinth.request.id"] === id)
  expect(named("r-2")).toMatchObject([{ name: "GET /v1/projects/:projectId", parentSpanId: null, failed: false }])
  expect([...named("r-3"), ...named("r-4")]).toEqual([])
  expect(collector.spans.filter(({ traceId }) => traceId === hidden)).toEqual([])
  expect(collector.resources.at(-1)).toMatchObject({ "service.name": "plinth", "deployment.environment.name": "test" })
  expect(collector.texts.join()).not.toContain("secret")
  expect((await spansCounted()).sent).toBeGreaterThan(0)
  expect((await spansCounted()).dropped).toBe(0)
})

fullTest("with parentbased_always_off only a request of a sampled trace makes a span", async () => {
  const { get, service } = await serve({ OTEL_TRACES_SAMPLER: "parentbased_always_off" })
  const mine = traceId()
  const before = collector.spans.length
  await get("/v1/projects")
  await get("/v1/projects", { traceparent: `00-${mine}-${caller}-01` })
  await service.stop()
  expect(collector.spans.slice(before).map((span) => span.traceId)).toEqual([mine])
})

/** The path of each span of a trace: its name behind the names of its ancestors. */
const treeOf = (spans: ReadonlyArray<Collector.TakenSpan>): ReadonlyArray<string> => {
  const pathOf = (span: Collector.TakenSpan): string => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`
  }
  return spans.map((span) => pathOf(span)).toSorted()
}

const house = join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")
const starting = "POST /v1/projects/:projectId/models"

test("the spans of a request, its operation, jobs and worker processes are one tree, and the log names the trace", async () => {
  const { client, post, service } = traced
  const id = traceId()
  const projectId = await client.createProject("Town hall")
  const started = async (bytes: Uint8Array) => {
    const body = { modelName: "House", uploadKey: await client.upload(bytes), uploadFileName: "house.ifc" }
    const answer = await post(`/v1/projects/${projectId}/models`, body, { traceparent: `00-${id}-${caller}-01` })
    return client.ended(((await answer.json()) as { readonly id: string }).id)
  }
  expect(await started(await Bun.file(house).bytes())).toMatchObject({ status: "Ready" })
  const spans = await collector.trace(id, (spans) => spans.some(({ name }) => name === "operation ImportIfc"))
  expect(treeOf(spans)).toEqual(
    [
      "",
      " > operation ImportIfc",
      " > operation ImportIfc > job importModel",
      " > operation ImportIfc > job importModel > worker importModel",
      " > operation ImportIfc > job importModel > worker importModel > open file",
      " > operation ImportIfc > job importModel > worker importModel > read model",
      " > operation ImportIfc > job importModel > worker importModel > write tables",
      " > operation ImportIfc > job measureModel",
      " > operation ImportIfc > job measureModel > worker measureModel",
      " > operation ImportIfc > job measureModel > worker measureModel > measure shapes"
    ].map((path) => `${starting}${path}`)
  )
  for (const { end, parentSpanId, start } of spans) {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId)
    if (parent === undefined || parent.name === starting) continue
    expect(start).toBeGreaterThanOrEqual(parent.start - inaccuracy)
    expect(end).toBeLessThanOrEqual(parent.end + inaccuracy)
  }
  expect(spans.filter(({ failed }) => failed)).toEqual([])

  expect(await started(Buffer.from("ISO-10303-21; no model"))).toMatchObject({ status: "Failed" })
  const all = await collector.trace(id, (spans) => spans.filter(({ kind }) => kind === consumer).length === 2)
  const failed = all.filter((span) => span.failed).map(({ attributes, name }) => [name, attributes["error.type"]])
  expect(failed).toContainEqual(["operation ImportIfc", "InvalidModelFile"])
  // The service writes several lines at once, a tenth of a second later.
  while (!service.log().includes(id)) await Bun.sleep(20)
  const lines = service
    .log()
    .split("\n")
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line))
  const request = all.find(({ name }) => name === starting)!
  expect(lines).toContainEqual(
    expect.objectContaining({ message: "request", trace_id: id, span_id: request.spanId, trace_flags: "01" })
  )
})

fullTest("spans that a collector refuses are counted as dropped, and requests do not wait for it", async () => {
  const { client, service, spansCounted } = await serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/nowhere`,
    OTEL_SERVICE_NAME: "nobody"
  })
  expect((await client.call("GET", "/v1/projects")).status).toBe(200)
  while ((await spansCounted()).dropped === 0) await Bun.sleep(50)
  expect(await spansCounted()).toEqual({ sent: 0, dropped: 1 })
  expect(service.log()).toContain("Spans are not taken, and dropped")
  expect(collector.resources.filter((resource) => resource["service.name"] === "nobody")).toEqual([])
})

fullTest("a collector that never answers holds up neither requests nor the end", async () => {
  let asked = 0
  const silent = Collector.start(() => {
    asked += 1
    return new Promise<Response>(() => {})
  })
  stops.push(() => silent.stop())
  const { client, service } = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url })
  for (let i = 0; i < 20; i++) expect((await client.call("GET", "/v1/projects")).status).toBe(200)
  while (asked === 0) await Bun.sleep(20)
  await service.stop()
  expect(service.child.exitCode).toBe(0)
  expect(service.log()).not.toContain("stopped without waiting")
})

for (const [run, variable, value] of [
  [fullTest, "OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
  [test, "OTEL_TRACES_SAMPLER", "sometimes"]
] as const) {
  run(`the service does not start with ${variable}=${value} and names the variable`, async () => {
    const message = await serve({ [variable]: value }).catch((error: Error) => error.message)
    expect(message).toContain(`plinth: ${variable}: `)
  })
}
