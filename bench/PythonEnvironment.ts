import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const peers = join(import.meta.dir, "peers")

/** Python packages, listed in a file in `peers`, in a separate environment. */
export interface PythonEnvironment {
  /** The file that lists the packages. */
  readonly requirements: string
  /** The folder of the environment, in `peers`. */
  readonly folder: string
  /** Imports the packages, and fails if one of them does not work. */
  readonly trial: string
}

const placesOf = ({ folder, requirements }: PythonEnvironment) => {
  const environment = join(peers, folder)
  return {
    environment,
    requirements: join(peers, requirements),
    stamp: join(environment, "requirements.txt"),
    python: join(environment, process.platform === "win32" ? "Scripts/python.exe" : "bin/python")
  }
}

/** Returns the text of the file that lists the packages. */
export const wantedOf = (of: PythonEnvironment): string => readFileSync(placesOf(of).requirements, "utf8")

/** Returns the Python of an environment that exists with the wanted packages, or null. */
export const presentOf = (of: PythonEnvironment): string | null => {
  const { python, stamp } = placesOf(of)
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wantedOf(of) ? python : null
}

const installersOf = (of: PythonEnvironment): Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> => {
  const { environment, python, requirements } = placesOf(of)
  const packages = ["--no-deps", "--only-binary", ":all:", "--requirement", requirements]
  return {
    python3: [
      ["python3", "-m", "venv", "--clear", environment],
      [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]
    ],
    uv: [
      ["uv", "venv", "--quiet", "--clear", environment],
      ["uv", "pip", "install", "--quiet", "--python", python, ...packages]
    ]
  }
}

/** Runs the commands of an installer. Returns the reason why one failed, or null if none did. */
const install = async (installer: string, commands: ReadonlyArray<ReadonlyArray<string>>): Promise<string | null> => {
  if (Bun.which(installer) === null) return `there is no ${installer}`
  for (const command of commands) {
    const child = Bun.spawn([...command], { stdio: ["ignore", "ignore", "pipe"] })
    const errors = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) return `with ${installer}: ${errors.trim()}`
  }
  return null
}

/**
 * Returns the Python of an environment. If the environment is missing, it is created with the venv of python3,
 * otherwise with uv. Fails with the reasons if neither works.
 */
export const pythonOf = async (of: PythonEnvironment): Promise<string> => {
  const present = presentOf(of)
  if (present !== null) return present
  const { python, stamp } = placesOf(of)
  const faults: Array<string> = []
  for (const [installer, commands] of Object.entries(installersOf(of))) {
    const fault = await install(installer, [...commands, [python, "-c", of.trial]])
    if (fault === null) {
      await Bun.write(stamp, wantedOf(of))
      return python
    }
    faults.push(fault)
  }
  throw new Error(`The packages of bench/peers/${of.requirements} could not be installed:\n${faults.join("\n")}`)
}
