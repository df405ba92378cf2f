import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Debian from "../Debian.ts"

/** The exit code of a command, and its output. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const packages = [
  ["buildah", "buildah"],
  ["podman", "podman"],
  ["runc", "runc"],
  ["netavark", "/usr/lib/podman/netavark"],
  ["aardvark-dns", "/usr/lib/podman/aardvark-dns"],
  ["iptables", "iptables"],
  ["mmdebstrap", "mmdebstrap"],
  ["podman-compose", "podman-compose"],
  ["docker-compose", "docker-compose"]
] as const

/**
 * Settings with which Debian's tools work without systemd and without flags. crun needs one kind of control groups, not
 * both; the limits of a container may not exceed those of the user who starts it.
 */
const configuration = `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
`

/** A folder of this run for temporary files. */
export const scratch = mkdtempSync(join(tmpdir(), "plinth-image-"))
const configured = join(scratch, "containers.conf")
writeFileSync(configured, configuration)

/** The search path, including the folders with programs of root, which podman's network needs. */
const places = `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/bin:/sbin:/bin`

/** Runs a command to its end, whatever its exit code. */
export const attempt = async (...command: ReadonlyArray<string>): Promise<Ended> => {
  const child = Bun.spawn([...command], {
    // podman's process that watches a container writes a file `oom` into the current folder.
    cwd: command[0] === "podman" ? scratch : join(import.meta.dir, "../.."),
    env: { ...process.env, PATH: places, CONTAINERS_CONF: process.env["CONTAINERS_CONF"] ?? configured },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe"
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { code, out: out.trim(), err: err.trim() }
}

/** Runs a command and returns its output. Fails with its error output if the exit code is not 0. */
export const run = async (...command: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await attempt(...command)
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${(err || out).slice(-2000)}`)
  return out
}

const isThere = (program: string): boolean =>
  program.startsWith("/") ? existsSync(program) : Bun.which(program, { PATH: places }) !== null

/** Installs, as root, the missing packages of Debian that build and run images. */
export const install = async (): Promise<void> => {
  const missing = packages.filter(([, program]) => !isThere(program)).map(([name]) => name)
  if (missing.length > 0) await Debian.install(...missing)
}
