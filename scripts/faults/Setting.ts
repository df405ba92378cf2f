import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"

/** A service with one project, on a folder that is removed with it. */
export interface Setting {
  readonly service: ServiceProcess.ServiceProcess
  readonly client: ServiceClient.ServiceClient
  readonly directory: string
  readonly projectId: string
}

export const fixture = (name: string): Promise<Uint8Array> =>
  Bun.file(join(import.meta.dir, "../../spec-tests/fixtures", name)).bytes()

/**
 * Runs the work on a separate service; `prepare` may set up the empty folder and returns a function that undoes that.
 */
export const withService = async (
  environment: Readonly<Record<string, string>>,
  work: (setting: Setting) => Promise<void>,
  prepare: (directory: string) => () => void = () => () => {}
): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-faults-"))
  const directory = join(root, "data")
  mkdirSync(directory)
  const undo = prepare(directory)
  const service = await ServiceProcess.start({ directory, environment: { WARM_WORKERS: "2", ...environment } })
  try {
    const client = ServiceClient.make(service.url, await service.token("ada"))
    await work({ service, client, directory, projectId: await client.createProject("Faults") })
  } catch (error) {
    console.log(service.log().split("\n").slice(-20).join("\n"))
    throw error
  } finally {
    await service.stop()
    undo()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Waits until the condition holds. */
export const until = async (holds: () => boolean | Promise<boolean>, millis = 120_000): Promise<void> => {
  const end = performance.now() + millis
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("waited in vain")
    await Bun.sleep(20)
  }
}
