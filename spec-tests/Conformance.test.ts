import { expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { rooms } from "./rules/All.ts"

const run = async (...args: ReadonlyArray<string>) => {
  const program = Bun.spawn([process.execPath, new URL("Conformance.ts", import.meta.url).pathname, ...args], {
    stdout: "pipe",
    stderr: "pipe"
  })
  const [output, errors, code] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited
  ])
  return { output, errors, code }
}

test.each([
  [["--base-url", "http://localhost:1"]],
  [["--token", "t"]],
  [["--second-token", "t"]],
  [["--only", "no-rule"]],
  [["--only", "1-health", "--tags", "queue"]],
  [["--tags", "storage,walls"]],
  [["--lanes", "0"]],
  [["--each", "few"]],
  [["--seed", "x"]],
  [["--base-url", "nowhere", "--token", "t"]],
  [["--base-url", "ftp://localhost", "--token", "t"]],
  [["--base-url", "http://localhost:1", "--token"]],
  [["--base-url", "http://localhost:1", "--token", "t", "--token", "u"]],
  [["--base-url", "http://localhost:1", "--token", "t", "--unknown", "u"]]
])("bad usage %j: exit 2 and one line on stderr", async (args) => {
  const { output, errors, code } = await run(...args)
  expect(code).toBe(2)
  expect(output).toBe("")
  expect(errors).toMatch(/^conformance: [^\n]+\n$/)
})

test("rules fail if the service is unreachable: exit code 1, the total last", async () => {
  const { output, code } = await run("--base-url", "http://127.0.0.1:1", "--token", "t", "--only", "4-project-")
  expect(code).toBe(1)
  expect(output.trimEnd().split("\n").at(-1)).toMatch(/^0 passed, [1-9]\d* failed, 0 skipped$/)
})

test("--tags runs the rules with any of the tags", async () => {
  const { output } = await run(
    "--base-url",
    "http://127.0.0.1:1",
    "--token",
    "t",
    "--only",
    "11-",
    "--tags",
    "queue,auth"
  )
  expect(output).toContain("FAIL 11-put-twice")
  expect(output).not.toContain("11-cut-short")
})

test("--each runs the first rules of a file that have the same tags, in their order", async () => {
  const triedOf = async (...more: ReadonlyArray<string>) => {
    const { output } = await run("--base-url", "http://127.0.0.1:1", "--token", "t", "--only", "11-", ...more)
    return Array.from(output.matchAll(/^(?:ok|FAIL|skip) +(\S+)/gm), ([, id]) => id!)
  }
  const all = await triedOf()
  const some = await triedOf("--each", "2")
  expect(some).toEqual(all.filter((id) => some.includes(id)))
  const tagsOf = new Map(rooms.flat().map(({ id, tags }) => [id, tags.toSorted().join()]))
  const room = rooms.find((rules) => rules.some(({ id }) => id === some[0]))!
  const alike = room.filter(({ id }) => all.includes(id) && tagsOf.get(id) === tagsOf.get(some[0]!))
  expect(alike.length).toBeGreaterThan(2)
  expect(alike.filter(({ id }) => some.includes(id))).toEqual(alike.slice(0, 2))
})

test("with lanes and in another order it tries the same rules, which a report lists in the published order", async () => {
  const report = async (...more: ReadonlyArray<string>) => {
    const file = join(mkdtempSync(join(tmpdir(), "conformance-")), "report.md")
    const common = ["--base-url", "http://127.0.0.1:1", "--token", "t", "--only", "2.1", "--report", file]
    const { output } = await run(...common, ...more)
    const printed = Array.from(output.matchAll(/^(?:ok|FAIL|skip) +(\S+)/gm), ([, id]) => id)
    const text = readFileSync(file, "utf8")
    rmSync(dirname(file), { recursive: true })
    return { printed, listed: Array.from(text.matchAll(/^\| \w+ \| `([^`]+)`/gm), ([, id]) => id) }
  }
  const inOrder = await report()
  const shuffled = await report("--lanes", "3", "--seed", "7")
  expect(inOrder.printed).toEqual(inOrder.listed)
  expect(shuffled.listed).toEqual(inOrder.listed)
  expect(shuffled.printed).not.toEqual(inOrder.printed)
  expect(new Set(shuffled.printed)).toEqual(new Set(inOrder.printed))
  expect(shuffled.printed.length).toBe(inOrder.printed.length)
})

test("without a second token the rules that need one are skipped by name with the reason", async () => {
  const { output } = await run("--base-url", "http://127.0.0.1:1", "--token", "t", "--only", "3-second-owner")
  expect(output).toContain("skip 3-second-owner")
  expect(output).toContain("--second-token")
  expect(output).toContain("0 passed, 0 failed, 1 skipped")
})

test("without a service it starts one of its own, tries its rules with two users, and ends it", async () => {
  const { output, code } = await run("--only", "3-second-owner")
  expect(output).toMatch(/^ok {3}3-second-owner .*\n1 passed, 0 failed, 0 skipped\n$/)
  expect(code).toBe(0)
})

test("--help says what each option is for", async () => {
  const { output, code } = await run("--help")
  for (const name of ["base-url", "token", "second-token", "only", "tags", "each", "lanes", "seed", "junit", "report"])
    expect(output).toContain(`--${name}`)
  expect(code).toBe(0)
})
