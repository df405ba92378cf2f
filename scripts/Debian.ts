import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { run } from "./backends/Server.ts"

/** Installations wait for each other with this lock, because Debian's tools refuse to run at the same time. */
const lock = join(tmpdir(), "plinth-packages.lock")
const script = `apt-get update -qq && exec apt-get install -y -qq --no-install-recommends "$@"`

/**
 * Installs packages of Debian, as root, without starting a service. Fails with their names if they cannot be installed.
 */
export const install = async (...packages: ReadonlyArray<string>): Promise<void> => {
  if (process.getuid!() !== 0 || Bun.which("apt-get") === null) {
    throw new Error(`Only root installs Debian's packages, and these are missing: ${packages.join(", ")}`)
  }
  const quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"]
  await run([...quiet, "flock", lock, "sh", "-c", script, "install", ...packages])
}
