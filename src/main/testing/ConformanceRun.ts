import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { chosen } from "../../../spec-tests/harness/Run.ts"
import type { Tag } from "../../../spec-tests/harness/Tags.ts"

const suite = join(import.meta.dir, "../../../spec-tests")

/**
 * The rules for features that do not exist yet, each on a line with its reason: `id — reason`; `#` begins a comment.
 */
export const open: ReadonlyArray<string> = readFileSync(join(suite, "open.txt"), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => line.split(" — ")[0]!.trim())
  .toSorted()

/** The ids of the rules that ran, by their outcome, and the whole output. */
export interface ConformanceRun {
  readonly held: ReadonlyArray<string>
  readonly failed: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<string>
  /** The rules that were selected and have no outcome. */
  readonly lost: ReadonlyArray<string>
  readonly output: string
}

export interface Options {
  readonly url: string
  /** Tokens of two users of the service. */
  readonly tokens: readonly [string, string]
  /** The tags of the rules to run. */
  readonly tags?: ReadonlyArray<Tag> | undefined
  /** Tries at most so many rules of a file that have the same tags. */
  readonly each?: number | undefined
}

/** Runs the published rules against a service, those of six files at the same time. */
export const run = async ({ each, tags, tokens, url }: Options): Promise<ConformanceRun> => {
  const child = Bun.spawn(
    [process.execPath, join(suite, "Conformance.ts"), "--base-url", url].concat([
      "--token",
      tokens[0],
      "--second-token",
      tokens[1],
      "--lanes",
      "6",
      ...(tags === undefined ? [] : ["--tags", tags.join(",")]),
      ...(each === undefined ? [] : ["--each", String(each)])
    ]),
    { stdout: "pipe", stderr: "inherit" }
  )
  const output = await new Response(child.stdout).text()
  const named = (word: string) =>
    [...output.matchAll(new RegExp(`^${word} +(\\S+)`, "gm"))].map((match) => match[1]!).toSorted()
  const [held, failed, skipped] = [named("ok"), named("FAIL"), named("skip")]
  const ended = new Set([...held, ...failed, ...skipped])
  const lost = chosen({ each, tags })
    .flat()
    .map(({ id }) => id)
    .filter((id) => !ended.has(id))
  return { held, failed, skipped, lost, output }
}
