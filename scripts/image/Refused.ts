import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { largeModel } from "../../src/main/testing/LargeModel.ts"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import type { Report } from "../chaos/Report.ts"
import * as Container from "./Container.ts"
import { attempt, scratch } from "./Tools.ts"

/** The number of walls of a model that does not fit in 512 MB: a file of 200 MB. */
const overLarge = 400_000

/** Repeats a request while the service answers that it is short of memory, for at most two minutes. */
const patiently = async <A>(ask: () => Promise<A>): Promise<A> => {
  const end = performance.now() + 120_000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!String(error).includes("503 ") || performance.now() > end) throw error
      await Bun.sleep(250)
    }
  }
}

/**
 * Runs a small container. Work for which it has no memory must fail, and the service must keep running and do the work
 * that fits.
 */
export const smallMemory = async (report: Report, image: string): Promise<void> => {
  const volume = `plinth-image-small-${process.pid}`
  const container = await Container.start({ image, memory: "512m", data: volume })
  try {
    await container.ready()
    const startedAt = await container.inspect("{{.State.StartedAt}}")
    const client = ServiceClient.make(container.url, await container.token("ada"))
    const project = await patiently(() => client.createProject("Walls"))
    const imported = async (name: string, bytes: Uint8Array) => {
      const operation = await patiently(() => client.startImport(project, name, bytes))
      return patiently(() => client.ended(operation))
    }
    const { error, status } = await imported("Too many", largeModel(overLarge))
    report.check("over-large import in 512 MB", `${status}: ${error}`, `${status} ${error}` === "Failed ResourceLimit")
    const after = await imported("Few", largeModel(100))
    report.check("… and a small one after it", `${after.status} ${after.error ?? ""}`, after.status === "Ready")
    const same = (await container.inspect("{{.State.Running}} {{.State.StartedAt}}")) === `true ${startedAt}`
    report.check("… by the same service", same ? "yes" : await container.log(), same)
  } catch (error) {
    const state = await container.inspect(
      "{{.State.Status}}, code {{.State.ExitCode}}, out of memory {{.State.OOMKilled}}"
    )
    const lines = (await container.log()).trim().split("\n").slice(-5).join("\n")
    report.check("a container of 512 MB", `${String(error)} (${state})\n${lines}`, false)
  } finally {
    await container.remove()
    await attempt("podman", "volume", "rm", "--force", volume)
  }
}

/** Checks that an impossible start ends with a line that gives the reason. */
export const refusedStarts = async (report: Report, image: string): Promise<void> => {
  const foreign = mkdtempSync(join(scratch, "foreign-"))
  const volume = `plinth-image-refused-${process.pid}`
  const starts = [
    ["a folder of another user", { data: foreign }, /^plinth: .*\/data/],
    [
      "too little memory for a worker",
      { data: volume, environment: { WORKER_MEMORY_BYTES: "268435456" } },
      /^plinth: WORKER_MEMORY_BYTES: /m
    ]
  ] as const
  for (const [name, options, line] of starts) {
    const container = await Container.start({ image, memory: "1g", ...options })
    try {
      await attempt("timeout", "20", "podman", "wait", container.name)
      const code = await container.inspect("{{.State.ExitCode}}")
      const last = (await container.log()).trim().split("\n").at(-1)!
      report.check(`${name}: ${code}`, last, code === "1" && line.test(last))
    } finally {
      await container.remove()
    }
  }
  await attempt("podman", "volume", "rm", "--force", volume)
}
