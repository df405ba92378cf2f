/* oxlint-disable no-restricted-imports -- a test of processes of the service, as main starts them */
import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Pool } from "pg"
import { handOver } from "../../../src/main/testing/HandOver.ts"
import * as ServiceProcess from "../../../src/main/testing/ServiceProcess.ts"

const [address, brokers] = [process.env["TEST_DATABASE_URL"], process.env["TEST_KAFKA_BROKERS"]]
const isThere = address !== undefined && brokers !== undefined
const missing = isThere ? "" : " (TEST_DATABASE_URL and TEST_KAFKA_BROKERS do not name PostgreSQL and Kafka)"

const root = mkdtempSync(join(tmpdir(), "plinth-stopped-"))
const running: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  rmSync(root, { recursive: true, force: true })
})

test.skipIf(!isThere)(`another worker finishes the operation of a stopping worker${missing}`, async () => {
  const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`
  const server = new Pool({ connectionString: address! })
  await server.query(`CREATE DATABASE ${name}`)
  await server.end()
  const url = new URL(address!)
  url.pathname = name
  const environment = {
    STORAGE: "postgres",
    DATABASE_URL: url.href,
    QUEUE: "kafka",
    KAFKA_BROKERS: brokers!,
    KAFKA_TOPIC_PREFIX: name,
    WORKERS: "1"
  }
  const row = await handOver(url.href, async (role, title) => {
    const service = await ServiceProcess.start({
      directory: join(root, "data"),
      logFile: join(root, `${title}.log`),
      environment: { ...environment, ROLE: role }
    })
    running.push(service)
    return service
  })
  expect(row).toMatchObject({ status: "Ready", attempt: 1, interruptions: 0, token: 2 })
})
