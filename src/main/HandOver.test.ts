import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as OwnDatabase from "../../adapters/storage/testing/OwnDatabase.ts"
import { handOver } from "./testing/HandOver.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const { serverUrl } = OwnDatabase
const brokers = process.env["TEST_KAFKA_BROKERS"]
const isThere = serverUrl !== undefined && brokers !== undefined
const missing = isThere ? "" : " (TEST_DATABASE_URL and TEST_KAFKA_BROKERS do not name PostgreSQL and Kafka)"

const root = mkdtempSync(join(tmpdir(), "plinth-hand-over-"))
const running: Array<ServiceProcess.ServiceProcess> = []
const databases: Array<OwnDatabase.OwnDatabase> = []
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  await Promise.all(databases.map(({ drop }) => drop()))
  rmSync(root, { recursive: true, force: true })
})

test.skipIf(!isThere)(`with Kafka another worker finishes the operation of a stopping worker${missing}`, async () => {
  const database = await OwnDatabase.make(serverUrl!)
  databases.push(database)
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
        ROLE: role,
        WORKERS: "1"
      }
    })
    running.push(service)
    return service
  }
  const row = await handOver(database.url, start)
  expect(row).toMatchObject({ status: "Ready", attempt: 1, interruptions: 0, token: 2 })
})
