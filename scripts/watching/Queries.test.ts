/* oxlint-disable no-restricted-imports -- what is asked for is held against what a service says */
import { afterAll, expect, test } from "bun:test"
import { freePort } from "../../src/testing/FreePort.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import * as Queries from "./Queries.ts"

const port = await freePort()
const service = await ServiceProcess.start({ environment: { METRICS_PORT: String(port) } })
afterAll(() => service.stop())
const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test.each([...Queries.ofDashboard(), ...Queries.ofRules()].map((query) => [query.place, query] as const))(
  "%s: asks for metrics that there are",
  (_, query) => {
    const known = Queries.metricsOf(text)
    const names = Queries.selectorsOf(query).map((selector) => selector.split("{")[0]!)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  }
)

test.each([
  ["plinth_a or foreign_total > 1", ["plinth_a", "foreign_total"]],
  ['sum by (le, kind) (rate(a_b{x="y}", z=~"("}[5m])) > 1e3', ['a_b{x="y}", z=~"("}']],
  ['a / on (job) group_left (kind) b{c="d"} offset 5m', ["a", 'b{c="d"}']],
  ["sum(a) without (job) == bool 0.5 AND time() - b:c", ["a", "b:c"]],
  ['label_replace(a, "to", "$1", "from", "(.*)")', ["a"]],
  ['{job="plinth"}', ['{job="plinth"}']]
])("%s: asks for %j", (expr, selectors) => {
  expect(Queries.selectorsOf({ place: "", expr })).toEqual([...selectors])
})

test("the dashboard uses every metric", () => {
  const asked = new Set(
    Queries.ofDashboard().flatMap((query) => Queries.selectorsOf(query).map((one) => one.split("{")[0]!))
  )
  expect([...Queries.metricsOf(text)].filter((name) => !asked.has(name))).toEqual([])
})

test("the tests of every alert make it fire and stay silent", () => {
  const alerts = Queries.ofRules().map(({ place }) => place)
  expect(alerts.filter((alert) => !Queries.tested(true).has(alert))).toEqual([])
  expect(alerts.filter((alert) => !Queries.tested(false).has(alert))).toEqual([])
})

const promtool = Bun.which("promtool")

const commands: ReadonlyArray<readonly [name: string, ...paths: ReadonlyArray<string>]> = [
  ["check rules", Queries.files.rules],
  ["test rules", Queries.files.rulesTest],
  ["check metrics"]
]

test.skipIf(promtool === null).each(commands)("promtool %s finds no fault (needs promtool)", (name, ...paths) => {
  const command = [...name.split(" "), ...paths]
  const { exitCode, stderr, stdout } = Bun.spawnSync([promtool!, ...command], { stdin: Buffer.from(text) })
  expect(`${exitCode} ${exitCode === 0 ? "" : `${stdout.toString()}${stderr.toString()}`}`).toBe("0 ")
})
