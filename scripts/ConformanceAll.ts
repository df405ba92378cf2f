import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { allTags } from "../spec-tests/harness/Tags.ts"
import * as ConformanceRun from "../src/main/testing/ConformanceRun.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { freePort } from "../src/testing/FreePort.ts"
import { backends } from "./backends/All.ts"
import * as Report from "./chaos/Report.ts"
import * as Balancer from "./conformance/Balancer.ts"
import * as KeycloakTokens from "./conformance/KeycloakTokens.ts"

/**
 * Runs the published rules against the service on each combination of adapters, over the real servers. On PostgreSQL
 * two processes serve in turn, and two others work. The callers are users of the service itself; in the last
 * combination, that of `deploy/compose.full.yaml`, they are users of Keycloak.
 */
const usage = `usage: npm run conformance:all -- [--only STORAGE,QUEUE,BLOBS …] [--tags TAG,…] [--each N]

  --only   one of: {sqlite,postgres},{database,kafka},{filesystem,gcs} or postgres,kafka,gcs,keycloak;
           may come several times; default: all nine
  --tags   tries the rules alone that have any of these tags: ${allTags.join(", ")}; default: all rules
  --each   tries at most N rules of a file that have the same tags; default: all`

const combinations = ["sqlite", "postgres"]
  .flatMap((storage) =>
    ["database", "kafka"].flatMap((queue) => ["filesystem", "gcs"].map((blobs) => [storage, queue, blobs].join(",")))
  )
  .concat("postgres,kafka,gcs,keycloak")

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    tags: { type: "string" },
    each: { type: "string" },
    help: { type: "boolean" }
  }
})
const chosen = values.only ?? combinations
const words = values.tags?.split(",")
const tags = words && allTags.filter((tag) => words.includes(tag))
const each = values.each === undefined ? undefined : Number(values.each)
const isNumber = each === undefined || (Number.isInteger(each) && each > 0)
const isKnown = chosen.every((one) => combinations.includes(one)) && tags?.length === words?.length && isNumber
if (values.help === true || !isKnown) {
  console.log(usage)
  process.exit(values.help === true ? 0 : 2)
}

const report = Report.make()

const runOn = async (combination: string): Promise<void> => {
  const startedAt = performance.now()
  const names = combination.split(",").filter((name) => name in backends)
  const root = mkdtempSync(join(tmpdir(), "plinth-conformance-"))
  chmodSync(root, 0o755)
  const isLocal = !names.includes("keycloak")
  const foldersOf = (roles: ReadonlyArray<string>) =>
    roles.map((role, index) => {
      // The keys that sign tokens of the service itself are in the folder that all processes share.
      const folder = join(root, isLocal ? "data" : `data-${role}-${index}`)
      mkdirSync(folder, { mode: 0o700, recursive: true })
      return folder
    })
  const services: Array<ServiceProcess.ServiceProcess> = []
  const stopped: Array<() => unknown> = []
  try {
    const started = await Promise.all(names.map((name) => backends[name]!.up(root)))
    const variables = Object.assign({}, ...started) as Record<string, string>
    const roles = names.includes("postgres") ? ["api", "api", "worker", "worker"] : ["all"]
    const folders = foldersOf(roles)
    const ports = await Promise.all(roles.map(freePort))
    const balancer = await Balancer.start(ports.filter((_, index) => roles[index] !== "worker"))
    stopped.push(balancer.stop)
    for (const [index, role] of roles.entries()) {
      services.push(
        await ServiceProcess.start({
          directory: folders[index]!,
          logFile: join(root, `${role}-${index}.log`),
          environment: {
            ...variables,
            ...(isLocal ? {} : KeycloakTokens.settingsOf(variables)),
            ROLE: role,
            PORT: String(ports[index]),
            PUBLIC_URL: balancer.url,
            WORKERS: "1"
          }
        })
      )
    }
    const tokens = isLocal
      ? ([await services[0]!.token("ada"), await services[0]!.token("bob")] as const)
      : await KeycloakTokens.make(variables)
    const { failed, held, lost, output, skipped } = await ConformanceRun.run({ url: balancer.url, tokens, tags, each })
    const broken = failed.filter((id) => !ConformanceRun.open.includes(id))
    if (broken.length > 0) console.log(output)
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    report.figure(`${combination}: rules that hold, minutes`, `${held.length}, ${minutes}`)
    report.figure(`${combination}: rules that do not apply`, skipped.join(" ") || "none")
    const alive = services.filter(({ child }) => child.exitCode === null && child.signalCode === null).length
    report.check(`${combination}: processes that live to the end`, alive, alive === services.length)
    report.check(`${combination}: rules without an outcome`, lost.join(" ") || "none", lost.length === 0)
    report.check(
      `${combination}: rules that fail and are not open`,
      broken.join(" ") || "none",
      broken.length === 0 && held.length > 0
    )
  } finally {
    await Promise.all(services.map(({ stop }) => stop()))
    for (const stop of stopped) stop()
    await Promise.all(names.map((name) => backends[name]!.down(root)))
    rmSync(root, { recursive: true, force: true })
  }
}

for (const combination of chosen) await runOn(combination)
report.end()
process.exit(process.exitCode ?? 0)
