import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import schema from "../../adapters/queue/kafka/messages.schema.json"
import * as OwnDatabase from "../../adapters/storage/testing/OwnDatabase.ts"
import { faultsOf } from "../testing/JsonSchema.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import * as TopicReader from "./testing/TopicReader.ts"

const { serverUrl } = OwnDatabase
const brokers = process.env["TEST_KAFKA_BROKERS"]
const missing =
  serverUrl !== undefined && brokers !== undefined
    ? ""
    : " (TEST_DATABASE_URL and TEST_KAFKA_BROKERS do not name PostgreSQL and Kafka)"

const root = mkdtempSync(join(tmpdir(), "plinth-project-events-"))
const stops: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  rmSync(root, { recursive: true, force: true })
})

/** Changes of each project in each part of the test, half of them by each of two users at the same time. */
const changes = 20

test.skipIf(missing !== "")(
  `the topic of events has every event of the list, in its order, also if the sending process is killed${missing}`,
  async () => {
    const database = await OwnDatabase.make(serverUrl!)
    stops.push(database.drop)
    const prefix = new URL(database.url).pathname.slice(1)
    const start = (name: string, environment: Readonly<Record<string, string>> = {}) =>
      ServiceProcess.start({
        directory: join(root, "data"),
        logFile: join(root, `${name}.log`),
        environment: {
          STORAGE: "postgres",
          DATABASE_URL: database.url,
          QUEUE: "kafka",
          KAFKA_BROKERS: brokers!,
          KAFKA_TOPIC_PREFIX: prefix,
          ...environment
        }
      })
    // The first process relays the messages. It dies once it has sent some and has not yet noted that it has.
    const killed = await start("killed", { CRASH_AT: "outbox.sent:3" })
    stops.push(killed.stop)
    const client = ServiceClient.make(killed.url, await killed.token("ada"))
    const projectIds = [await client.createProject("One"), await client.createProject("Other")]
    const other = await start("other")
    stops.push(other.stop)
    const change = async (one: ServiceClient.ServiceClient, user: string) => {
      for (let i = 0; i < changes / 2; i++) {
        for (const id of projectIds) await one.call("PUT", `/v1/projects/${id}`, { body: { name: `${user} ${i}` } })
      }
    }
    const remaining = ServiceClient.make(other.url, await other.token("ada"))
    await Promise.all([change(client, "first").catch(() => {}), change(remaining, "second")])
    for (let i = 0; killed.child.signalCode === null; i++) {
      await remaining.call("PUT", `/v1/projects/${projectIds[0]}`, { body: { name: `still ${i}` } })
    }
    expect(killed.child.signalCode).toBe("SIGKILL")
    await Promise.all([change(remaining, "third"), change(remaining, "fourth")])

    const { read, stop } = await TopicReader.start(brokers!, `${prefix}.events`)
    stops.push(stop)
    let repeated = 0
    for (const id of projectIds) {
      const { json } = await remaining.call("GET", `/v1/projects/${id}/events?limit=1000`)
      const events = json["events"]! as ReadonlyArray<{ readonly id: string }>
      expect(events.length).toBeGreaterThan(changes)
      const wanted = events.map((event) => JSON.stringify({ v: 1, projectId: id, event }))
      const got = () => read.filter(({ key }) => key === id).map(({ value }) => value)
      while (!wanted.every((text) => got().includes(text))) await Bun.sleep(50)
      // Repeated messages come in their order too, so the first occurrences are in the order of the list.
      expect([...new Set(got())]).toEqual(wanted)
      repeated += got().length - wanted.length
    }
    expect(repeated).toBeGreaterThan(0)
    for (const { value } of read) expect(faultsOf(schema, schema.properties["events"], JSON.parse(value))).toEqual([])
  }
)
