import { mkdtempSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import type { Report } from "../chaos/Report.ts"
import type { Container } from "./Container.ts"
import { run, scratch } from "./Tools.ts"

const guide = readFileSync(join(import.meta.dir, "../../deploy/README.md"), "utf8")

/** Returns the block of commands of the guide that contains a text. */
const commands = (having: string): string =>
  [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!).find((text) => text.includes(having))!

/** Runs the guide's commands for a backup and its restoration, unchanged, on a container, its volume and its image. */
export const restored = async (report: Report, container: Container, volume: string, image: string): Promise<void> => {
  const backups = mkdtempSync(join(scratch, "backups-"))
  const guided = (having: string) =>
    run(
      "bash",
      "-euc",
      commands(having)
        .replaceAll("localhost/plinth:local", image)
        .replaceAll("plinth-data", volume)
        .replaceAll("/backups/", `${backups}/`)
        .replaceAll(/(?<=podman (?:exec|stop|start) )plinth\b|\bplinth(?=:\/)/g, container.name)
    )
  const client = ServiceClient.make(container.url, await container.token("ada"))
  const before = await client.createProject("Before the backup")
  await guided("Backup.ts")
  const after = await client.createProject("After the backup")
  await guided("Restore.ts")
  await container.ready()
  const statuses = await Promise.all(
    [before, after].map(async (id) => (await client.call("GET", `/v1/projects/${id}`)).status)
  )
  report.check("what a backup holds comes back, nothing else", statuses.join(" "), statuses.join(" ") === "200 404")
}
