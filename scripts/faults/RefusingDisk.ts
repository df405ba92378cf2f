import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Report from "../chaos/Report.ts"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import { until } from "./Setting.ts"

/** The number of changes that the disk accepts, and the number of changes after which it must have refused one. */
const [taken, most] = [20, 1000]

/** Returns whether `strace` is installed, which makes system calls fail. */
export const canRefuse = (): boolean => Bun.which("strace") !== null

/**
 * Runs a service on a disk that fails when commits are synced to it. Changes are answered with an unknown outcome, and
 * nothing is read or written until the service is restarted. Then every acknowledged change must exist exactly once.
 */
export const refusingDisk = async (report: Report.Report): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-faults-"))
  const directory = join(root, "data")
  mkdirSync(directory)
  const inject = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO"]
  const broken = await ServiceProcess.start({ directory })
  try {
    const token = await broken.token("ada")
    const client = ServiceClient.make(broken.url, token)
    const create = (by: ServiceClient.ServiceClient, name: string) =>
      by.call("POST", "/v1/projects", { body: { name }, key: `key of ${name}` })
    const names: Array<string> = []
    let refused = await create(client, "Project 0")
    for (let n = 1; refused.status === 201 && n < most; n++) {
      names.push(`Project ${n - 1}`)
      if (n === taken) {
        Bun.spawn(["strace", "-f", "-qq", "-o", "/dev/null", "-p", String(broken.pid), ...inject], {
          stdio: ["ignore", "ignore", "ignore"]
        })
      }
      refused = await create(client, `Project ${n}`)
    }
    report.figure("changes that the disk took", names.length)
    report.check("the first that it did not take", refused.status, refused.text.includes("outcome-unknown"))
    const after = [
      await create(client, `Project ${names.length}`),
      await create(client, "Another"),
      await client.call("GET", "/v1/projects")
    ].map(({ status }) => status)
    report.check(
      "the same again, another, a list",
      after.join(", "),
      after.every((one) => one === 503)
    )
    // The service reuses the result of a readiness check for a moment.
    await until(async () => (await client.call("GET", "/readyz")).status === 503, 10_000)
    const { status } = await client.call("GET", "/healthz")
    report.check("it is not ready, and lives", status, status === 200)
    await broken.stop()

    const mended = await ServiceProcess.start({ directory })
    const again = ServiceClient.make(mended.url, await mended.token("ada"))
    const repeated = await create(again, `Project ${names.length}`)
    report.check("after a start, the same again", repeated.status, repeated.status === 201)
    const { json } = await again.call("GET", "/v1/projects")
    const projects: ReadonlyArray<{ readonly name: string }> = json["projects"]!
    const found = projects.map(({ name }) => name)
    const wanted = [...names, `Project ${names.length}`]
    const times = wanted.map((name) => found.filter((one) => one === name).length)
    report.check(
      "projects that are not there once",
      times.filter((one) => one !== 1).length,
      times.every((one) => one === 1)
    )
    await mended.stop()
  } finally {
    for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
    rmSync(root, { recursive: true, force: true })
  }
}
