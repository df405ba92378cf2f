import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import * as Collector from "../../adapters/tracing/testing/Collector.ts"
import { freePort } from "../testing/FreePort.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

setDefaultTimeout(120_000)

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
  const spansCounted = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const count = (outcome: string) => Number(new RegExp(`spans_total{outcome="${outcome}"} (\\d+)`).exec(text)?.[1])
    return { sent: count("sent"), dropped: count("dropped") }
  }
  return { service, get, spansCounted, client: ServiceClient.make(service.url, token) }
}

const traceId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")
const caller = "00f067aa0ba902b7"

const server = 2

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

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
  ["OTEL_TRACES_SAMPLER", "sometimes"]
])("a wrong %s stops the start", async (variable, value) => {
  const started = serve({ [variable]: value })
  expect(started).rejects.toThrow(`plinth: ${variable}: `)
  await started.catch(() => {})
})
