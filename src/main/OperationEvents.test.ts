import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Schema from "effect/Schema"
import * as OwnDatabase from "../../adapters/storage/testing/OwnDatabase.ts"
import { OperationEvent } from "../ports/operations/OperationMessages.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import * as TopicReader from "./testing/TopicReader.ts"

const { serverUrl } = OwnDatabase
const brokers = process.env["TEST_KAFKA_BROKERS"]
const missing =
  serverUrl !== undefined && brokers !== undefined
    ? ""
    : " (TEST_DATABASE_URL and TEST_KAFKA_BROKERS do not name PostgreSQL and Kafka)"

const root = mkdtempSync(join(tmpdir(), "plinth-events-"))
const stops: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  rmSync(root, { recursive: true, force: true })
})

test.skipIf(missing !== "")(
  `the events of operations contain each state of every operation, in order${missing}`,
  async () => {
    const database = await OwnDatabase.make(serverUrl!)
    stops.push(database.drop)
    const prefix = new URL(database.url).pathname.slice(1)
    const start = async (role: string, name: string) => {
      const service = await ServiceProcess.start({
        directory: join(root, "data"),
        logFile: join(root, `${name}.log`),
        environment: {
          STORAGE: "postgres",
          DATABASE_URL: database.url,
          QUEUE: "kafka",
          KAFKA_BROKERS: brokers!,
          KAFKA_TOPIC_PREFIX: prefix,
          ROLE: role
        }
      })
      stops.push(service.stop)
      return service
    }
    const api = await start("api", "api")
    await Promise.all([start("worker", "first"), start("worker", "second")])
    const client = ServiceClient.make(api.url, await api.token("ada"))
    const projectId = await client.createProject("Told")
    const [house, damaged] = await Promise.all(
      ["house.ifc", "damaged.ifc"].map((name) =>
        Bun.file(join(import.meta.dir, "../../spec-tests/fixtures", name)).bytes()
      )
    )
    const imports = await Promise.all([
      client.startImport(projectId, "One", house!),
      client.startImport(projectId, "Two", house!),
      client.startImport(projectId, "Damaged", damaged!)
    ])
    const ids = [...imports]
    await Promise.all(imports.map((id) => client.ended(id)))
    for (const model of await client.models(projectId)) {
      for (let i = 0; i < 3; i++) {
        const path = `/v1/projects/${projectId}/models/${model.id}/products/quantities/query`
        const { json } = await client.call("POST", path, { body: { calculators: ["Count"] } })
        ids.push(json["id"] as unknown as string)
      }
    }
    const ended = new Map<string, string>()
    for (const id of ids) ended.set(id, (await client.ended(id)).status)

    const { read, stop } = await TopicReader.start(brokers!, `${prefix}.operation-events`)
    stops.push(stop)
    const decode = Schema.decodeUnknownSync(Schema.parseJson(OperationEvent))
    const all = () => read.map(({ key, value }) => ({ key, event: decode(value) }))
    const of = (id: string) => all().filter(({ event }) => event.operationId === id)
    const statuses = (id: string) => of(id).map(({ event }) => event.status)
    while (!ids.every((id) => statuses(id).includes(ended.get(id) as "Ready"))) await Bun.sleep(50)
    for (const id of ids) {
      expect([id, ...statuses(id)]).toEqual([id, "Queued", "InProgress", ended.get(id)! as "Ready"])
      const times = of(id).map(({ event }) => event.at)
      expect(times).toEqual(times.toSorted())
      for (const { event, key } of of(id)) expect([key, event.startedBy]).toEqual([event.modelId, "ada"])
    }
  }
)
