import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Backend } from "./Backend.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import { goProgram } from "./GoProgram.ts"
import { daemon, isAlive, remembered, stop, until } from "./Server.ts"

const module = "github.com/fsouza/fake-gcs-server"
const version = "v1.55.1"
const buckets = ["plinth", "plinth-dataset"] as const

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false
  )

/**
 * fake-gcs-server, an emulator of Google Cloud Storage, with the empty buckets `plinth` and `plinth-dataset`. It keeps objects in memory: on
 * files it cannot hold both `a` and `a/b`.
 */
export const gcs: Backend = {
  up: async (folder) => {
    const own = join(folder, "gcs")
    mkdirSync(own, { recursive: true })
    const pidFile = join(own, "pid")
    const binary = await goProgram(module, version)
    const port = await remembered(folder, "gcs.port", async () => String(await freePort()))
    const address = `127.0.0.1:${port}`
    if (!isAlive(pidFile)) {
      const flags = {
        scheme: "http",
        host: "127.0.0.1",
        port,
        backend: "memory",
        "public-host": address,
        "external-url": `http://${address}`,
        "log-level": "warn"
      }
      const command = [binary, ...Object.entries(flags).map(([name, value]) => `-${name}=${value}`)]
      daemon(command, { log: join(own, "log"), pidFile, env: { GOMEMLIMIT: "1GiB" } })
    }
    await until("The start of fake-gcs-server", () => answers(`http://${address}/_internal/healthcheck`))
    for (const name of buckets) {
      const made = await fetch(`http://${address}/storage/v1/b?project=plinth`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name })
      })
      if (!made.ok && made.status !== 409) throw new Error(`the bucket ${name} was not made: ${made.status}`)
    }
    const [bucket, datasets] = buckets
    const endpoint = `http://${address}`
    return { BLOBS: "gcs", GCS_BUCKET: bucket, DATASET_LOCATION: `gs://${datasets}`, GCS_API_ENDPOINT: endpoint }
  },
  down: (folder) => stop(join(folder, "gcs/pid"))
}
