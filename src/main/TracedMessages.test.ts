import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Pool } from "pg"
import * as Collector from "../../adapters/tracing/testing/Collector.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const [address, brokers] = [process.env["TEST_DATABASE_URL"], process.env["TEST_KAFKA_BROKERS"]]
const isThere = address !== undefined && brokers !== undefined
const missing = isThere ? "" : " (TEST_DATABASE_URL and TEST_KAFKA_BROKERS do not name PostgreSQL and Kafka)"

const root = mkdtempSync(join(tmpdir(), "plinth-traced-"))
const collector = Collector.start()
const running: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  await collector.stop()
  rmSync(root, { recursive: true, force: true })
})

const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`

const start = async (role: string) => {
  const url = new URL(address!)
  url.pathname = name
  const service = await ServiceProcess.start({
    directory: join(root, "data"),
    logFile: join(root, `${role}.log`),
    environment: {
      STORAGE: "postgres",
      DATABASE_URL: url.href,
      QUEUE: "kafka",
      KAFKA_BROKERS: brokers!,
      KAFKA_TOPIC_PREFIX: name,
      ROLE: role,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: `plinth-${role}`
    }
  })
  running.push(service)
  return service
}

const house = join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")

test.skipIf(!isThere)(
  `request, Kafka message, operation of another process, job and child are one trace${missing}`,
  async () => {
    const server = new Pool({ connectionString: address! })
    await server.query(`CREATE DATABASE ${name}`)
    await server.end()
    const api = await start("api")
    await start("worker")
    const client = ServiceClient.make(api.url, await api.token("ada"))
    const projectId = await client.createProject("Traced")
    const bytes = await Bun.file(house).bytes()
    const isOf = (kind: string) => (span: Collector.TakenSpan) => span.name.startsWith(kind)
    // A worker that looks at the right moment finds it before its message comes: then that is a branch of its own.
    for (let tries = 0; tries < 10; tries++) {
      const operationId = await client.startImport(projectId, `House ${tries}`, bytes)
      expect(await client.ended(operationId)).toMatchObject({ status: "Ready" })
      while (!collector.spans.some(({ attributes }) => attributes["plinth.operation.id"] === operationId)) {
        await Bun.sleep(50)
      }
      const { traceId } = collector.spans.find(({ attributes }) => attributes["plinth.operation.id"] === operationId)!
      const spans = await collector.trace(traceId, (spans) => spans.some(isOf("send ")) && spans.some(isOf("POST ")))
      const parentOf = (span: Collector.TakenSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId)
      expect(spans.filter((span) => parentOf(span) === undefined).map((span) => span.name)).toEqual([
        "POST /v1/projects/:projectId/models"
      ])
      const path: Array<string> = []
      for (let at = spans.find(isOf("read model")); at !== undefined; at = parentOf(at)) path.unshift(at.name)
      if (!path.includes(`send ${name}.operations`)) continue
      expect(path).toEqual([
        "POST /v1/projects/:projectId/models",
        `send ${name}.operations`,
        "operation ImportIfc",
        "job importModel",
        "worker importModel",
        "read model"
      ])
      const names = collector.resources.map((resource) => resource["service.name"])
      expect(new Set(names)).toEqual(new Set(["plinth-api", "plinth-worker"]))
      return
    }
    throw new Error("no operation was ever told of by its message")
  }
)
