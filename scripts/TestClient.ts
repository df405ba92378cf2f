import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"

/**
 * Generates a client from the running service's /openapi.json with openapi-typescript, compiles it with the TypeScript
 * that the generator wants, and goes a round trip with openapi-fetch. The generator has a lock of its own.
 */
const folder = join(import.meta.dir, "../spec-tests/client")
const model = join(import.meta.dir, "../spec-tests/fixtures/house.ifc")

const step = async (...command: ReadonlyArray<string>): Promise<void> => {
  const child = Bun.spawn([...command], { cwd: folder, stdout: "inherit", stderr: "inherit" })
  if ((await child.exited) !== 0) throw new Error(`failed: ${command[0]!.split("/").at(-1)!}`)
}

const program = (name: string) => join(folder, "node_modules/.bin", name)
const scratch = mkdtempSync(join(tmpdir(), "plinth-client-"))
const service = await ServiceProcess.start()
try {
  await step("npm", "ci", "--loglevel=error")
  const document = join(scratch, "openapi.json")
  await Bun.write(document, await fetch(`${service.url}/openapi.json`))
  await step(program("openapi-typescript"), document, "--output", "generated.d.ts")
  await step(program("tsc"), "--project", "tsconfig.json")
  await step(process.execPath, "RoundTrip.ts", service.url, await service.token("ada"), model)
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
  console.log("0 passed, 1 failed")
  process.exitCode = 1
} finally {
  await service.stop()
  rmSync(scratch, { recursive: true })
}
