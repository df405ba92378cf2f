import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import * as Collector from "../../adapters/tracing/testing/Collector.ts"
import { freePort } from "../testing/FreePort.ts"
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

/** Of clocks of two processes, in nanoseconds. */
const inaccuracy = 5_000_000n

test("a request is a span of its caller's trace; those of nobody begin one; probes tell nothing", async () => {
  const { get, service } = await serve({ OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test" })
  const [mine, hidden] = [traceId(), traceId()]
  await get("/v1/projects?name=secret", { traceparent: `00-${mine}-${caller}-01`, "x-request-id": "r-1" })
  await get("/v1/projects", { traceparent: `00-${hidden}-${caller}-00` })
  await get("/v1/projects/x", { "x-request-id": "r-2" })
  await get("/v1/nothing", { "x-request-id": "r-3" })
  await get("/readyz", { "x-request-id": "r-4" })
  await service.stop()
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
})

/** The names of a trace, each behind those that it is a part of. */
const treeOf = (spans: ReadonlyArray<Collector.TakenSpan>): ReadonlyArray<string> => {
  const pathOf = (span: Collector.TakenSpan): string => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`
  }
  return spans.map((span) => pathOf(span)).toSorted()
}

const house = join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")
const starting = "POST /v1/projects/:projectId/models"

test("request, operation, job and what its process did are one tree, and lines of the log name it", async () => {
  const { client, post, service } = await serve({ OTEL_TRACES_SAMPLER: "parentbased_always_off" })
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
  // They are written together, a tenth of a second later.
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
  // Nobody asked for the others.
  expect(collector.texts.join()).not.toContain("GET /v1/operations")
})

test("what a collector does not take is counted, and nobody waits for it", async () => {
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

test("a collector that never answers holds up neither requests nor the end", async () => {
  const silent = Collector.start(() => new Promise<Response>(() => {}))
  stops.push(() => silent.stop())
  const { client, service } = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url })
  for (let i = 0; i < 20; i++) expect((await client.call("GET", "/v1/projects")).status).toBe(200)
  // So that some are on their way.
  await Bun.sleep(1500)
  const at = performance.now()
  await service.stop()
  expect(service.child.exitCode).toBe(0)
  expect(performance.now() - at).toBeLessThan(4000)
})

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
  ["OTEL_TRACES_SAMPLER", "sometimes"]
])("a wrong %s stops the start", async (variable, value) => {
  const started = serve({ [variable]: value })
  expect(started).rejects.toThrow(`plinth: ${variable}: `)
  await started.catch(() => {})
})
