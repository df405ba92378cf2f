import process from "node:process"
import { freePort } from "../../src/testing/FreePort.ts"
import { attempt, run } from "./Tools.ts"

/** Restrictions that operators use: a read-only root, no capabilities, no new privileges. */
const hardened = [
  "--read-only",
  "--cap-drop=all",
  "--security-opt=no-new-privileges",
  "--pids-limit=1024",
  "--tmpfs=/tmp"
]

export interface Options {
  readonly image: string
  /** Whether the image contains the executable instead of Bun. */
  readonly isExecutable?: boolean
  readonly memory: string
  /** A volume or a folder of this machine, mounted at /data. */
  readonly data: string
  readonly environment?: Readonly<Record<string, string>>
  /** Whether the container uses the network of this machine, so that it reaches servers on its loopback. */
  readonly onHost?: boolean
}

/** A container of the service. */
export interface Container {
  readonly name: string
  readonly url: string
  readonly log: () => Promise<string>
  /** Returns a field of `podman inspect`. */
  readonly inspect: (format: string) => Promise<string>
  /** Runs a program of the image in the container. */
  readonly exec: (...args: ReadonlyArray<string>) => ReturnType<typeof attempt>
  readonly token: (user: string) => Promise<string>
  /** Waits until the service is ready. Fails with the log if the container ends or is not ready after four minutes. */
  readonly ready: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Bun in the image. */
export const bun = ["/usr/local/bin/bun", "--no-install"]

let count = 0

/** Starts a container, which may already have ended. */
export const start = async (options: Options): Promise<Container> => {
  const { data, environment, image, isExecutable = false, memory, onHost = false } = options
  const name = `plinth-image-${process.pid}-${count++}`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    PUBLIC_URL: url,
    RATE_LIMIT_PER_MINUTE: "0",
    METRICS_PORT: "0",
    ...(onHost ? { HOST: "127.0.0.1", PORT: String(port) } : {}),
    ...environment
  }
  const limits = [`--memory=${memory}`, `--memory-swap=${memory}`, "--health-interval=disable", ...hardened]
  const network = onHost ? "--network=host" : `--publish=127.0.0.1:${port}:8080`
  const given = Object.entries(variables).map(([key, value]) => `--env=${key}=${value}`)
  await run(
    "podman",
    "run",
    "--detach",
    `--name=${name}`,
    ...limits,
    `--volume=${data}:/data`,
    network,
    ...given,
    image
  )
  const log = async () => {
    const { err, out } = await attempt("podman", "logs", name)
    return `${out}\n${err}`
  }
  const inspect = (format: string) => run("podman", "inspect", `--format=${format}`, name)
  const exec = (...args: ReadonlyArray<string>) => attempt("podman", "exec", name, ...args)
  const token = async (user: string) => {
    const { code, err, out } = await exec(
      ...(isExecutable ? ["plinth", "token"] : [...bun, "src/main/Token.ts"]),
      "--user",
      user
    )
    if (code !== 0) throw new Error(`no token: ${err}`)
    return out
  }
  const ready = async () => {
    const end = performance.now() + 240_000
    for (;;) {
      const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false
      )
      if (isReady) return
      if (performance.now() > end || (await inspect("{{.State.Running}}")) !== "true") {
        throw new Error(`the container does not serve: ${await log()}`)
      }
      await Bun.sleep(50)
    }
  }
  const remove = async () => void (await attempt("podman", "rm", "--force", "--time=0", name))
  return { name, url, log, inspect, exec, token, ready, remove }
}
