import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const folder = join(import.meta.dir, "peers")
const requirements = join(folder, "requirements.txt")
const environment = join(folder, ".venv")
const stamp = join(environment, "requirements.txt")
const bin = process.platform === "win32" ? "Scripts/python.exe" : "bin/python"

const run = async (command: ReadonlyArray<string>): Promise<boolean> => {
  if (Bun.which(command[0]!) === null) return false
  const child = Bun.spawn([...command], { stdio: ["ignore", "ignore", "inherit"] })
  return (await child.exited) === 0
}

const install = async (python: string): Promise<boolean> => {
  const made =
    (await run(["python3", "-m", "venv", "--clear", environment])) &&
    (await run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]))
  if (made) return true
  return (
    (await run(["uv", "venv", "--quiet", "--clear", environment])) &&
    (await run(["uv", "pip", "install", "--quiet", "--python", python, "-r", requirements]))
  )
}

/**
 * The Python that has the ifcopenshell of `peers/requirements.txt`, in an environment of its own, which is made where
 * it is missing with the venv of python3, or else with uv. Null where neither could.
 */
export const pythonOf = async (): Promise<string | null> => {
  const python = join(environment, bin)
  const wanted = await Bun.file(requirements).text()
  if (existsSync(stamp) && (await Bun.file(stamp).text()) === wanted) return python
  if (!(await install(python))) return null
  await Bun.write(stamp, wanted)
  return python
}
