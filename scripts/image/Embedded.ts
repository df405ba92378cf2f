import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as ConformanceRun from "../../src/main/testing/ConformanceRun.ts"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import type { Report } from "../chaos/Report.ts"
import * as Sdk from "../stories/Sdk.ts"
import * as Container from "./Container.ts"
import { restored } from "./Restored.ts"
import { attempt, run, scratch } from "./Tools.ts"

/** Seconds after which a platform kills a container that has not stopped. */
const mostStopSeconds = 10
/** The start logs this if a tool that limits workers does not work. */
const missingLimits = /(?:prlimit|setpriv) does not work/

const { bun } = Container

/** Runs the published rules against a container; all must hold. The callers are two users of the service by default. */
export const conformance = async (
  report: Report,
  name: string,
  container: Container.Container,
  tokens?: readonly [string, string]
): Promise<void> => {
  const started = performance.now()
  const { failed, held, lost, output } = await ConformanceRun.run({
    url: container.url,
    tokens: tokens ?? [await container.token("ada"), await container.token("bob")]
  })
  const broken = failed.filter((id) => !ConformanceRun.open.includes(id))
  if (broken.length > 0) console.log(`${output}\n${warnings(await container.log()).join("\n")}`)
  report.figure(`${name}: rules that hold, seconds`, `${held.length}, ${secondsSince(started)}`)
  report.check(`${name}: rules without an outcome`, lost.join(" ") || "none", lost.length === 0)
  report.check(
    `${name}: rules that fail and are not open`,
    broken.join(" ") || "none",
    broken.length === 0 && held.length > 0
  )
}

/** Returns the lines of a log at warning level and above. */
const warnings = (log: string): ReadonlyArray<string> =>
  log.split("\n").filter((line) => /"logLevel":"(?:WARN|ERROR|FATAL)/.test(line))

const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1)

/**
 * Returns a line for each process in a container: state, points of the OOM killer, niceness, capabilities, user,
 * command.
 */
const processesIn = async (container: Container.Container): Promise<ReadonlyArray<string>> => {
  const script = `
    const fs = require("node:fs")
    for (const pid of fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name))) {
      try {
        const status = fs.readFileSync("/proc/" + pid + "/status", "utf8")
        const field = (name) => new RegExp("^" + name + ":\\\\s+(\\\\S+)", "m").exec(status)?.[1]
        const score = fs.readFileSync("/proc/" + pid + "/oom_score_adj", "utf8").trim()
        const stat = fs.readFileSync("/proc/" + pid + "/stat", "utf8")
        const niceness = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]
        const command = fs.readFileSync("/proc/" + pid + "/cmdline", "utf8").replaceAll(/[\\0\\s]+/g, " ").slice(0, 60)
        console.log([field("State"), score, niceness, field("CapEff"), field("Uid"), field("NoNewPrivs"), command].join(" "))
      } catch {}
    }`
  return (await container.exec(...bun, "-e", script)).out.split("\n")
}

/** Checks the page with the files that it loads, the documentation, and the shapes of the sample project. */
const page = async (report: Report, container: Container.Container, before = ""): Promise<void> => {
  const html = await (await fetch(`${container.url}/app`)).text()
  const parts = Array.from(html.matchAll(/(?:src|href|content)="(\/[^"]+\.(?:js|css))"/g), ([, part]) => part!)
  const answers = await Promise.all(parts.map(async (part) => (await fetch(`${container.url}${part}`)).status))
  report.check(
    `${before}the page loads what it names`,
    parts.length,
    parts.length >= 4 && answers.every((code) => code === 200)
  )
  const docs = await (await fetch(`${container.url}/docs`)).text()
  const docsParts = Array.from(docs.matchAll(/="(docs\/[^"]+\.(?:js|css))"/g), ([, part]) => part!)
  const docsAnswers = await Promise.all(docsParts.map(async (part) => (await fetch(`${container.url}/${part}`)).status))
  report.check(
    `${before}the documentation has its guides and loads what it names`,
    docsAnswers.join(" "),
    docs.includes('id="first-steps"') && docsParts.length === 3 && docsAnswers.every((code) => code === 200)
  )

  const client = ServiceClient.make(container.url, await container.token("eve"))
  const { projects } = (await client.call("GET", "/v1/projects")).json as unknown as {
    readonly projects: ReadonlyArray<{ readonly id: string }>
  }
  const sample = projects[0]!.id
  const [model] = await client.models(sample)
  const sampleShapes = await client.call("GET", `/v1/projects/${sample}/models/${model!.id}/geometry?format=view`)
  report.check(`${before}the sample project has shapes`, sampleShapes.status, sampleShapes.status === 200)
}

/** Runs the story of sdk/plinth.ts: it imports, queries and exports, and its import has shapes. */
const story = async (report: Report, container: Container.Container, before = ""): Promise<void> => {
  const { name, run: tell } = Sdk.bun
  const target = {
    url: container.url,
    token: await container.token("dan"),
    scratch: mkdtempSync(join(scratch, "story-"))
  }
  const fault = await tell(target).then(
    () => null,
    (error: unknown) => String(error)
  )
  report.check(`${before}the story ${name}`, fault ?? "holds", fault === null)
}

/** Checks the rights of the container's processes, and that none of them stays as a zombie. */
const confinement = async (report: Report, container: Container.Container): Promise<void> => {
  const processes = await processesIn(container)
  const has = (test: RegExp) => processes.filter((line) => test.test(line)).length
  const others = processes.filter((line) => !/^\S+ \S+ \S+ 0{16} 65532 1 /.test(line))
  const workers = has(/\/Worker\.ts/)
  const likelier = has(/^\S+ 500 .*\/Worker\.ts/)
  report.check("processes run as 65532, without capabilities", has(/ 0{16} 65532 1 /), has(/ 0{16} 65532 1 /) > 1)
  report.check("… and no other way", others.join("; ") || "none", others.length === 0)
  report.check(
    "workers are killed before the service",
    `${likelier} of ${workers}`,
    workers > 0 && likelier === workers
  )
  const later = has(/^\S+ \S+ 10 .*\/Worker\.ts/)
  report.check("workers leave the processor to the service", `${later} of ${workers}`, later === workers)
  const write = (path: string) =>
    container.exec(...bun, "-e", `require("node:fs").writeFileSync(${JSON.stringify(path)}, "")`)
  const refused = (await Promise.all(["/app/a", "/usr/a", "/etc/a"].map(write))).filter(({ err }) =>
    err.includes("EROFS")
  )
  const allowed = (await Promise.all(["/data/a", "/tmp/a"].map(write))).filter(({ code }) => code === 0)
  report.check(
    "only data and /tmp can be written",
    `${refused.length} ${allowed.length}`,
    refused.length === 3 && allowed.length === 2
  )
  // The parent of this process ends at once, so process 1 inherits the process and must reap it.
  const orphan = `Bun.spawn(["/usr/local/bin/bun", "-e", "setTimeout(() => {}, 200)"]).unref(); process.exit(0)`
  await container.exec(...bun, "-e", orphan)
  await Bun.sleep(1500)
  // This process represents a worker that is suspended when the service is killed.
  const ward = `const fs = require("node:fs")
    const { pid } = Bun.spawn(["/usr/bin/setpriv", "--pdeathsig", "KILL", "--", "/usr/local/bin/bun", "-e", "setTimeout(() => {}, 61000)"])
    setTimeout(() => {
      process.kill(pid, "SIGSTOP")
      fs.writeSync(1, fs.readFileSync("/proc/" + pid + "/cmdline"))
      process.kill(process.pid, "SIGKILL")
    }, 500)`
  const { out: stood } = await container.exec(...bun, "-e", ward)
  await Bun.sleep(500)
  const left = (await processesIn(container)).filter((line) => line.includes("61000"))
  report.check(
    "a stopped worker ends with its parent",
    left.join("; ") || "yes",
    stood.includes("61000") && left.length === 0
  )
  const zombies = (await processesIn(container)).filter((line) => line.startsWith("Z"))
  report.check("zombies", zombies.join("; ") || "none", zombies.length === 0)
}

/**
 * Runs all checks on one container of the embedded service; a smoke test leaves out the published rules and the backup.
 */
export const embedded = async (report: Report, image: string, isSmoke: boolean): Promise<void> => {
  const volume = `plinth-image-${process.pid}`
  const started = performance.now()
  const container = await Container.start({ image, memory: "2g", data: volume })
  try {
    await container.ready()
    report.figure("ready after, seconds", secondsSince(started))
    await page(report, container)
    await story(report, container)
    if (!isSmoke) await conformance(report, "embedded", container)
    await confinement(report, container)
    const { code, err } = await attempt("podman", "healthcheck", "run", container.name)
    report.check("the health check", code === 0 ? "healthy" : err, code === 0)
    const log = await container.log()
    report.check("warnings of missing limits", missingLimits.test(log) ? "some" : "none", !missingLimits.test(log))
    report.check("warnings of an open folder", log.includes("DATA_DIR:") ? "some" : "none", !log.includes("DATA_DIR:"))
    await stopped(report, container)
    await run("podman", "start", container.name)
    await container.ready()
    const client = ServiceClient.make(container.url, await container.token("ada"))
    const kept = (await client.call("GET", "/v1/projects")).status
    report.check("it starts again on its volume", kept, kept === 200)
    if (!isSmoke) await restored(report, container, volume, image)
  } finally {
    await container.remove()
    await attempt("podman", "volume", "rm", "--force", volume)
  }
}

const stopped = async (report: Report, container: Container.Container, before = ""): Promise<void> => {
  const started = performance.now()
  await run("podman", "stop", `--time=${mostStopSeconds}`, container.name)
  const seconds = secondsSince(started)
  const code = await container.inspect("{{.State.ExitCode}}")
  report.check(
    `${before}SIGTERM: code, seconds`,
    `${code}, ${seconds}`,
    code === "0" && Number(seconds) < mostStopSeconds
  )
}

/**
 * Runs the checks of the executable in its own image, which has no Bun; a smoke test runs only one story and the stop.
 */
export const executable = async (report: Report, image: string, isSmoke: boolean): Promise<void> => {
  const volume = `plinth-image-executable-${process.pid}`
  const container = await Container.start({ image, isExecutable: true, memory: "2g", data: volume })
  try {
    await container.ready()
    await story(report, container, "executable: ")
    if (!isSmoke) {
      await page(report, container, "executable: ")
      await conformance(report, "executable", container)
      const { code, err } = await attempt("podman", "healthcheck", "run", container.name)
      report.check("executable: the health check", code === 0 ? "healthy" : err, code === 0)
    }
    await stopped(report, container, "executable: ")
  } finally {
    await container.remove()
    await attempt("podman", "volume", "rm", "--force", volume)
  }
}
