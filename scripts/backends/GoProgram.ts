import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { cached, run } from "./Server.ts"

/** The folder of Go's own installer, which is on few search paths. */
const usual = "/usr/local/go/bin/go"

/** Builds a program from a Go module in that version; later calls use the cache. @returns its path */
export const goProgram = async (module: string, version: string): Promise<string> => {
  const name = basename(module)
  const folder = await cached(`${name}-${version}`, async (making) => {
    const go = Bun.which("go") ?? (existsSync(usual) ? usual : null)
    if (go === null) throw new Error(`Go is missing, with which ${name} is installed (https://go.dev/dl)`)
    await run(["env", `GOBIN=${making}`, "CGO_ENABLED=0", go, "install", `${module}@${version}`])
    return making
  })
  return join(folder, name)
}
