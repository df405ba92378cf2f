import process from "node:process"
import { freePort } from "../../src/testing/FreePort.ts"
import type { Report } from "../chaos/Report.ts"
import { attempt, run } from "./Tools.ts"

const embedded = "deploy/compose.yaml"
const full = "deploy/compose.full.yaml"

/** The settings that podman must report: memory, root, privileges. podman-compose 1.0.3 omits `pids_limit`. */
const limits = "2147483648 true no-new-privileges"
const limitsFormat =
  "{{.HostConfig.Memory}} {{.HostConfig.ReadonlyRootfs}} {{range .HostConfig.SecurityOpt}}{{.}}{{end}}"

/**
 * Starts the compose file of the embedded service. The other compose file is only read, because its images are not
 * available everywhere.
 */
export const compose = async (report: Report): Promise<void> => {
  const port = await freePort()
  const project = `plinth-compose-${process.pid}`
  const listen = `127.0.0.1:${port}`
  const variables = ["env", `PLINTH_LISTEN=${listen}`, `PUBLIC_URL=http://${listen}`]
  const podman = [...variables, "podman-compose", "-p", project, "-f", embedded]
  try {
    // podman needs systemd for the timer of health checks, so they are off.
    const up = await attempt(...podman, "--podman-run-args=--no-healthcheck", "up", "--detach")
    const name = await run("podman", "ps", `--filter=name=${project}`, "--format={{.Names}}")
    const end = performance.now() + 30_000
    const isReady = () =>
      fetch(`http://${listen}/readyz`).then(
        ({ ok }) => ok,
        () => false
      )
    while (!(await isReady()) && performance.now() < end) await Bun.sleep(100)
    const ready = await isReady()
    report.check(`${embedded} starts`, ready ? "ready" : up.err, ready)
    const found = await run("podman", "inspect", `--format=${limitsFormat}`, name)
    report.check("… with its limits", found, found === limits)
    const status = await attempt("podman", "exec", name, "/usr/local/bin/bun", "-e", readCapabilities)
    report.check("… and without capabilities", status.out, /^0{16}$/.test(status.out))
  } finally {
    await attempt(...podman, "down", "--volumes")
    await attempt("podman", "volume", "rm", "--force", `${project}_data`)
  }
  const passwords = ["env", "POSTGRES_PASSWORD=a", "KEYCLOAK_ADMIN_PASSWORD=b"]
  const checked = await attempt(...passwords, "docker-compose", "--file", full, "config", "--quiet")
  report.check(`${full} is read`, checked.code === 0 ? "without a fault" : checked.err, checked.code === 0)
}

const readCapabilities =
  'console.log(/^CapEff:\\s+(\\S+)/m.exec(require("node:fs").readFileSync("/proc/self/status", "utf8"))[1])'
