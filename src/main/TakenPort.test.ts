import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../testing/FreePort.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-taken-port-"))
const started: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  for (const { stop } of started) await stop()
  rmSync(root, { recursive: true, force: true })
})

/** Starts a service that cannot serve, and returns how it ended. */
const refused = async (directory: string, environment: Readonly<Record<string, string>>) => {
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, "Serve.ts")], {
    cwd: root,
    env: { HOST: "127.0.0.1", PORT: "0", METRICS_PORT: "0", ...environment, DATA_DIR: join(root, directory) },
    stdout: "pipe",
    stderr: "pipe"
  })
  for await (const chunk of child.stdout) {
    // If it serves after all it would never end by itself; it then ends with 0.
    if (Buffer.from(chunk).includes("serves on")) child.kill()
  }
  return { code: await child.exited, message: await new Response(child.stderr).text() }
}

test.each([
  ["PORT", "/healthz"],
  ["METRICS_PORT", "/metrics"]
])("a %s that another service has ends the second start, and the first goes on serving", async (variable, path) => {
  const port = String(await freePort())
  const environment = { [variable]: port }
  started.push(await ServiceProcess.start({ directory: join(root, `first-${variable}`), environment }))
  expect(await refused(`second-${variable}`, environment)).toEqual({
    code: 1,
    message: `plinth: ${variable}: cannot listen on 127.0.0.1:${port}, another program listens there\n`
  })
  expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
})
