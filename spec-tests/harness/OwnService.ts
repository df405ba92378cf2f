import type { BunFile } from "bun"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dir, "../..")

/** A service that this run starts for itself in a new folder, as an operator would. */
export interface OwnService {
  readonly baseUrl: string
  readonly token: string
  /** The token of a second user. */
  readonly secondToken: string
  /** Ends the service and removes its folder. */
  readonly stop: () => Promise<void>
}

/** Starts a service on a free port of this machine. Fails with its output if it does not serve. */
export const startOwnService = async (): Promise<OwnService> => {
  const directory = await mkdtemp(join(tmpdir(), "plinth-conformance-"))
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: join(directory, "data"),
    HOST: "127.0.0.1",
    PORT: "0",
    METRICS_PORT: "0",
    CLIENT_REGISTRATION: "open",
    LOG_FORMAT: "json",
    RATE_LIMIT_PER_MINUTE: "0"
  }
  const log = join(directory, "log")
  await writeFile(log, "")
  const run = (stdout: "pipe" | BunFile, ...command: ReadonlyArray<string>) =>
    Bun.spawn(["sh", "scripts/run.sh", ...command], { cwd: root, env, stdout, stderr: "inherit" })
  const service = run(Bun.file(log), "src/main/Serve.ts")
  const stop = async () => {
    service.kill("SIGTERM")
    await service.exited
    await rm(directory, { recursive: true, force: true })
  }
  const address = async (): Promise<string> => {
    for (;;) {
      const text = await readFile(log, "utf8")
      const found = /serves on (http:\/\/[^"\s]+)/.exec(text)
      if (found !== null) return found[1]!
      if (service.exitCode !== null) throw new Error(`the service ended before it served: ${text}`)
      await Bun.sleep(50)
    }
  }
  const tokenOf = async (...options: ReadonlyArray<string>) =>
    (await new Response(run("pipe", "src/main/Token.ts", ...options).stdout as ReadableStream).text()).trim()
  try {
    const baseUrl = await address()
    // The second user has no name, which covers the other case of the rules about names.
    const [token, secondToken] = await Promise.all([
      tokenOf("--user", "ada", "--name", "Ada Lovelace"),
      tokenOf("--user", "bob")
    ])
    return { baseUrl, token, secondToken, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
