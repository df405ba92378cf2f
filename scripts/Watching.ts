/**
 * Runs the dashboard and the rules of deploy/ on a real Prometheus that scrapes a running service, and checks that all
 * metrics that they query exist.
 *
 * Usage: npm run test:watching
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Collector from "../adapters/tracing/testing/Collector.ts"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { freePort } from "../src/testing/FreePort.ts"
import { until } from "./backends/Server.ts"
import * as Report from "./chaos/Report.ts"
import * as Prometheus from "./watching/Prometheus.ts"
import * as Queries from "./watching/Queries.ts"

/** The duration of the traffic, in milliseconds, because rates need several scrapes. */
const trafficMillis = 6000

const report = Report.make()
try {
  await Prometheus.demand()
} catch (error) {
  report.check("Prometheus", error instanceof Error ? error.message : String(error), false)
  report.end()
  process.exit()
}

const traffic = async (service: ServiceProcess.ServiceProcess) => {
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Watched")
  const house = await Bun.file(join(import.meta.dir, "../spec-tests/fixtures/house.ifc")).bytes()
  await client.ended(await client.startImport(projectId, "House", house))
  await client.ended(await client.startImport(projectId, "Nothing", Buffer.from("ISO-10303-21; no model")))
  for (const end = performance.now() + trafficMillis; performance.now() < end; await Bun.sleep(50)) {
    await client.call("GET", "/v1/projects")
    await client.call("GET", `/v1/projects/${projectId}/models`)
    await client.call("GET", "/v1/projects/999999")
  }
}

/** A query for one status may have no result, because there may be no such requests. */
const mayBeNone = (selector: string) => /[{,]status=/.test(selector)

const check = async (prometheus: Prometheus.Prometheus, metricsPort: number) => {
  for (const query of Queries.ofDashboard()) {
    const { fault, series } = await prometheus.ask(query.expr)
    report.check(`dashboard: ${query.place}`, series === null ? fault : `${series} series`, (series ?? 0) > 0)
  }
  for (const query of Queries.ofRules()) {
    const { fault, series } = await prometheus.ask(query.expr)
    report.check(`rule: ${query.place}`, series === null ? fault : "can be asked", series !== null)
  }
  const selectors = new Set(Queries.ofRules().flatMap((query) => Queries.selectorsOf(query)))
  for (const selector of selectors) {
    if (mayBeNone(selector)) continue
    const { series } = await prometheus.ask(selector)
    report.check(`series: ${selector}`, series ?? "cannot be asked", (series ?? 0) > 0)
  }
  await until("the rules", async () => (await prometheus.unhealthyRules()).length === 0)
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const command of [
    ["check", "rules", Queries.files.rules],
    ["test", "rules", Queries.files.rulesTest],
    ["check", "metrics"]
  ]) {
    const { exitCode, stderr, stdout } = Bun.spawnSync(["promtool", ...command], { stdin: Buffer.from(text) })
    report.check(`promtool ${command.slice(0, 2).join(" ")}`, exitCode, exitCode === 0)
    if (exitCode !== 0) report.fault(`${stdout.toString()}${stderr.toString()}`)
  }
}

const watch = async () => {
  await using running = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), "plinth-watching-"))
  running.defer(() => rmSync(folder, { recursive: true, force: true }))
  const collector = Collector.start()
  running.defer(collector.stop)
  const metricsPort = await freePort()
  const service = await ServiceProcess.start({
    environment: { METRICS_PORT: String(metricsPort), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  })
  running.defer(service.stop)
  const prometheus = await Prometheus.start(folder, metricsPort, Queries.files.rules)
  running.defer(prometheus.stop)
  await traffic(service)
  await check(prometheus, metricsPort)
}

try {
  await watch()
} catch (error) {
  report.check("the run", String(error), false)
} finally {
  report.end()
}
