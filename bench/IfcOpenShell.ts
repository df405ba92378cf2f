import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const folder = join(import.meta.dir, "peers")
const requirements = join(folder, "requirements.txt")
const wanted = readFileSync(requirements, "utf8")
const environment = join(folder, ".venv")
const stamp = join(environment, "requirements.txt")
const python = join(environment, process.platform === "win32" ? "Scripts/python.exe" : "bin/python")

const packages = ["--no-deps", "--only-binary", ":all:", "--requirement", requirements]
const installers: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  python3: [
    ["python3", "-m", "venv", "--clear", environment],
    [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]
  ],
  uv: [
    ["uv", "venv", "--quiet", "--clear", environment],
    ["uv", "pip", "install", "--quiet", "--python", python, ...packages]
  ]
}
const trial = [python, "-c", "import ifcopenshell.validate, _pytest.assertion"]

/** Says why it could not be made, null where it was. */
const install = async (installer: string): Promise<string | null> => {
  if (Bun.which(installer) === null) return `there is no ${installer}`
  for (const command of [...installers[installer]!, trial]) {
    const child = Bun.spawn([...command], { stdio: ["ignore", "ignore", "pipe"] })
    const errors = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) return `with ${installer}: ${errors.trim()}`
  }
  return null
}

/** Its name and version, as `peers/requirements.txt` has them. */
export const name = /^(ifcopenshell)==(.+)$/m.exec(wanted)!.slice(1).join(" ")

/**
 * The Python that has ifcopenshell and all that `scripts/export/validate.py` needs, in an environment of its own, which
 * is made where it is missing with the venv of python3, or else with uv. Fails where neither could, and says why.
 */
export const pythonOf = async (): Promise<string> => {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return python
  const faults: Array<string> = []
  for (const installer of Object.keys(installers)) {
    const fault = await install(installer)
    if (fault === null) {
      await Bun.write(stamp, wanted)
      return python
    }
    faults.push(fault)
  }
  throw new Error(`${name} could not be installed:\n${faults.join("\n")}`)
}
