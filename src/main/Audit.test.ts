import { afterAll, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Commands from "./testing/Commands.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-audit-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (directory: string, ...args: ReadonlyArray<string>) => Commands.run("audit", args, { DATA_DIR: directory })

/** Runs the command in a process of its own. */
const spawned = (directory: string, ...args: ReadonlyArray<string>) =>
  Commands.spawned("audit", args, { cwd: root, environment: { DATA_DIR: directory } })

test("verify prints one line on whether the audit is unchanged, while the service runs and after it stopped", async () => {
  const directory = join(root, "data")
  mkdirSync(directory)
  const service = await ServiceProcess.start({ directory })
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Audited")
  const fits = /^as they were written: entries \d+, projects \d+; head (\d+:[0-9a-f]{64})\n$/
  const running = await spawned(directory, "verify")
  expect(running).toEqual({ code: 0, out: expect.stringMatching(fits) as never, err: "" })
  const head = fits.exec(running.out)![1]!
  await client.call("PUT", `/v1/projects/${projectId}`, { body: { description: "changed" } })
  expect(await run(directory, "verify", "--head", head)).toMatchObject({ code: 0, err: "" })
  await service.stop()
  expect(await run(directory, "verify", "--head", head)).toMatchObject({ code: 0, err: "" })

  const db = new Database(join(directory, "plinth.sqlite"))
  db.run("DROP TRIGGER audit_update")
  db.run("DROP TRIGGER audit_delete")
  db.run("UPDATE audit SET actor = 'nobody' WHERE project_id = ? AND position = 2", [Number(projectId)])
  const changed = await spawned(directory, "verify")
  expect({ ...changed, err: changed.err.replace(/\(.*\)/, "()") }).toEqual({
    code: 1,
    out: "",
    err: `audit: entry 2 of project ${projectId} () was changed\n`
  })
  db.run("DELETE FROM audit WHERE project_id = ? AND position = 2", [Number(projectId)])
  db.close()
  const removed = { code: 1, out: "", err: `audit: entry 2 of project ${projectId} is missing\n` }
  expect(await run(directory, "verify")).toEqual(removed)
})

test("a wrong call exits with 2, a missing or damaged database with 1, each with one line; --help prints the usage", async () => {
  for (const args of [
    ["verify", "more"],
    ["verify", "--head", "1"]
  ]) {
    const { code, err, out } = await run(root, ...args)
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(/^audit: [^\n]+\n$/)
  }
  const none = join(root, "none")
  const nothing = { code: 1, out: "", err: `audit: DATA_DIR: ${none} holds no data\n` }
  expect(await run(none, "verify")).toEqual(nothing)
  expect(await Bun.file(join(none, "plinth.sqlite")).exists()).toBe(false)
  await Bun.write(join(root, "plinth.sqlite"), "no database ".repeat(1000))
  expect(await run(root, "verify")).toMatchObject({ code: 1, err: expect.stringMatching(/^audit: [^\n]+\n$/) as never })
  expect(await run(root, "--help")).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("usage: npm") as never
  })
})
