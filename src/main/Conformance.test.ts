import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const suite = join(import.meta.dir, "../../spec-tests")

/** Rules of what is not built yet, with what they wait for: `id — reason` a line, `#` before a comment. */
const open = readFileSync(join(suite, "open.txt"), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map((line) => line.split(" — ")[0]!.trim())

// The run makes more requests than one user may in its time, and would wait for them.
const service = await ServiceProcess.start({ environment: { RATE_LIMIT_PER_MINUTE: "0" } })
afterAll(() => service.stop())

test("every published rule holds but for those that are named as open", async () => {
  const [token, second] = await Promise.all([service.token("ada"), service.token("bob")])
  const run = Bun.spawn(
    [process.execPath, join(suite, "Conformance.ts"), "--base-url", service.url].concat([
      "--token",
      token,
      "--second-token",
      second
    ]),
    { stdout: "pipe", stderr: "inherit" }
  )
  const output = await new Response(run.stdout).text()
  const named = (word: string) =>
    [...output.matchAll(new RegExp(`^${word} +(\\S+)`, "gm"))].map((match) => match[1]!).toSorted()
  const failed = named("FAIL")
  if (failed.some((id) => !open.includes(id))) console.log(output)
  expect(named("ok").length).toBeGreaterThan(400)
  expect(failed).toEqual(open.toSorted())
  // Nothing is timed here, and a busy machine takes minutes.
}, 600_000)
