import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { backends } from "../backends/All.ts"
import type { Report } from "../chaos/Report.ts"
import * as KeycloakTokens from "../conformance/KeycloakTokens.ts"
import * as Container from "./Container.ts"
import { conformance } from "./Embedded.ts"
import { attempt } from "./Tools.ts"

const names = ["postgres", "kafka", "gcs", "keycloak"]

/**
 * Runs the published rules against a container that keeps everything in PostgreSQL and a bucket, is notified by Kafka,
 * and whose callers are those of Keycloak, which is the combination of `deploy/compose.full.yaml`.
 */
export const shared = async (report: Report, image: string): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-image-backends-"))
  chmodSync(root, 0o755)
  const volume = `plinth-image-shared-${process.pid}`
  try {
    const started = await Promise.all(names.map((name) => backends[name]!.up(root)))
    const variables = Object.assign({}, ...started) as Record<string, string>
    const environment = { ...variables, ...KeycloakTokens.settingsOf(variables) }
    const container = await Container.start({ image, memory: "2g", data: volume, environment, onHost: true })
    try {
      await container.ready()
      await conformance(report, names.join(", "), container, await KeycloakTokens.make(variables))
    } finally {
      await container.remove()
    }
  } finally {
    await Promise.all(names.map((name) => backends[name]!.down(root)))
    await attempt("podman", "volume", "rm", "--force", volume)
    rmSync(root, { recursive: true, force: true })
  }
}
