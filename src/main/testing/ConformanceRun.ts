import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const suite = join(import.meta.dir, "../../../spec-tests")

/** Rules of what is not built yet, with what they wait for: `id — reason` a line, `#` before a comment. */
export const open: ReadonlyArray<string> = readFileSync(join(suite, "open.txt"), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => line.split(" — ")[0]!.trim())
  .toSorted()

/** What the published rules said of a service: their ids, and all that was printed. */
export interface ConformanceRun {
  readonly held: ReadonlyArray<string>
  readonly failed: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<string>
  readonly output: string
}

/** Runs the published rules, or those whose ids begin so, against a service, as two users; their tokens are of it. */
export const run = async (url: string, token: string, second: string, only?: string): Promise<ConformanceRun> => {
  const child = Bun.spawn(
    [process.execPath, join(suite, "Conformance.ts"), "--base-url", url].concat([
      "--token",
      token,
      "--second-token",
      second,
      ...(only === undefined ? [] : ["--only", only])
    ]),
    { stdout: "pipe", stderr: "inherit" }
  )
  const output = await new Response(child.stdout).text()
  const named = (word: string) =>
    [...output.matchAll(new RegExp(`^${word} +(\\S+)`, "gm"))].map((match) => match[1]!).toSorted()
  return { held: named("ok"), failed: named("FAIL"), skipped: named("skip"), output }
}
