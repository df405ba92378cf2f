import { existsSync, mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import process from "node:process"
import { run } from "./Server.ts"

/** Where Go's own installer puts it, which few paths name. */
const usual = "/usr/local/go/bin/go"

/** A program that Go makes of a module in that version, once: later it comes from the cache. @returns its path */
export const goProgram = async (module: string, version: string): Promise<string> => {
  const cache = process.env["BACKENDS_CACHE"] ?? join(homedir(), ".cache/plinth-backends")
  const name = basename(module)
  const folder = join(cache, `${name}-${version}`)
  const path = join(folder, name)
  if (existsSync(path)) return path
  const go = Bun.which("go") ?? (existsSync(usual) ? usual : null)
  if (go === null) throw new Error(`Go is missing, with which ${name} is installed (https://go.dev/dl)`)
  mkdirSync(folder, { recursive: true })
  await run(["env", `GOBIN=${folder}`, "CGO_ENABLED=0", go, "install", `${module}@${version}`])
  return path
}
