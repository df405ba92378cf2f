import { expect, test } from "bun:test"

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

test("a service that cannot be reached fails its rules: exit 1, the total last", async () => {
  const { output, code } = await run("--base-url", "http://127.0.0.1:1", "--token", "t", "--only", "4-project-")
  expect(code).toBe(1)
  expect(output.trimEnd().split("\n").at(-1)).toMatch(/^0 passed, [1-9]\d* failed, 0 skipped$/)
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
  for (const name of ["base-url", "token", "second-token", "only", "junit", "report"])
    expect(output).toContain(`--${name}`)
  expect(code).toBe(0)
})
