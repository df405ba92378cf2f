import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

const root = join(import.meta.dir, "../../..")

/** The service as an operator runs it: a process of its own over a folder of its own. */
export interface RunningService {
  readonly url: string
  readonly directory: string
  readonly process: Bun.Subprocess
  /** A token of the local issuer, as `npm run token` prints it. */
  readonly token: (user: string) => Promise<string>
  /** Ends the process and removes the folder. */
  readonly stop: () => Promise<void>
}

const run = (file: string, args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Bun.spawn([process.execPath, "--no-install", join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdout: "pipe",
    stderr: "inherit"
  })

/** The address in the line that says that the service serves. */
const addressOf = async (output: ReadableStream<Uint8Array>): Promise<string> => {
  let text = ""
  const reader = output.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the service ended before it served: ${text}`)
    text += decoder.decode(value, { stream: true })
    const found = /serves on (http:\/\/[^"\s]+)/.exec(text)
    if (found !== null) {
      reader.releaseLock()
      // A pipe that nobody empties would stop the service in the middle of a log line.
      void output.pipeTo(new WritableStream())
      return found[1]!
    }
  }
}

/** Starts one on a free port. */
export const start = async (environment: Readonly<Record<string, string>> = {}): Promise<RunningService> => {
  const directory = environment["DATA_DIR"] ?? mkdtempSync(join(tmpdir(), "plinth-service-"))
  const settings = { PORT: "0", METRICS_PORT: "0", LOG_FORMAT: "json", ...environment, DATA_DIR: directory }
  const child = run("src/main/Serve.ts", [], settings)
  const url = await addressOf(child.stdout)
  return {
    url,
    directory,
    process: child,
    token: async (user) =>
      (await new Response(run("src/main/Token.ts", ["--user", user], settings).stdout).text()).trim(),
    stop: async () => {
      child.kill("SIGTERM")
      await child.exited
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
