import { afterAll, expect, test } from "bun:test"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "bun:sqlite"
import { largeModel } from "./testing/LargeModel.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-backup-"))
const services: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  for (const { child, pid } of services) {
    ServiceProcess.kill(pid)
    await child.exited
  }
  rmSync(root, { recursive: true, force: true })
})

let count = 0
const place = (name: string) => join(root, `${(count += 1)}-${name}`)

const start = (
  program: "Backup" | "Restore",
  directory: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, `${program}.ts`), ...args], {
    cwd: root,
    env: { DATA_DIR: directory, ...environment },
    stdout: "pipe",
    stderr: "pipe"
  })

const run = (program: "Backup" | "Restore", directory: string, ...args: ReadonlyArray<string>) =>
  runWith({}, program, directory, ...args)

const runWith = async (
  environment: Readonly<Record<string, string>>,
  program: "Backup" | "Restore",
  directory: string,
  ...args: ReadonlyArray<string>
) => {
  const child = start(program, directory, args, environment)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

const serve = async (directory: string) => {
  mkdirSync(directory, { recursive: true })
  const service = await ServiceProcess.start({ directory })
  services.push(service)
  return { service, client: ServiceClient.make(service.url, await service.token("ada")) }
}

const stop = ({ service }: Awaited<ReturnType<typeof serve>>) => service.stop()

const house = await Bun.file(new URL("../../spec-tests/fixtures/house.ifc", import.meta.url)).bytes()

/** A service with one ready model, and what a reader sees of it. */
const setting = async () => {
  const directory = place("data")
  const running = await serve(directory)
  const projectId = await running.client.createProject("Kept")
  await running.client.ended(await running.client.startImport(projectId, "House", house))
  return { ...running, directory, projectId }
}

const seen = async (client: ServiceClient.ServiceClient, projectId: string) => {
  const models = `/v1/projects/${projectId}/models`
  const { models: listed } = (await client.call("GET", models)).json as unknown as {
    models: ReadonlyArray<{ id: string; name: string }>
  }
  const rows = await Promise.all(
    listed.map(
      async ({ id }) => (await client.call("POST", `${models}/${id}/products/properties/query`, { body: {} })).text
    )
  )
  return listed.map(({ name }, i) => `${name} ${rows[i]!}`).sort()
}

/** Keys that rows point to, but for those of removed models, which wait to be taken away, and that have no file. */
const dangling = (directory: string): ReadonlyArray<string> => {
  const db = new Database(join(directory, "plinth.sqlite"), { readonly: true })
  const keys = db
    .query<{ key: string }, []>(
      `WITH kept AS (SELECT v.* FROM model_versions v JOIN models m ON m.id = v.model_id
          JOIN projects p ON p.id = m.project_id WHERE p.removed = 0)
        SELECT source_blob AS key FROM kept UNION SELECT table_blob FROM kept UNION SELECT parquet_blob FROM kept
        UNION SELECT exchange_blob FROM measured_tables WHERE table_blob IN (SELECT table_blob FROM kept)
        UNION SELECT result_blob FROM operations WHERE result_blob IS NOT NULL
        UNION SELECT report_blob FROM operations WHERE report_blob IS NOT NULL
        UNION SELECT input_blob FROM operations WHERE status IN ('Queued', 'InProgress')`
    )
    .all()
    .map(({ key }) => key)
  db.close()
  expect(keys.length).toBeGreaterThan(0)
  return keys.filter((key) => !existsSync(join(directory, "blobs", key.replace(/[^/]+$/, "_$&"))))
}

test("what was kept when the backup was taken is there after a restore elsewhere, tokens included", async () => {
  const before = await setting()
  const wanted = await seen(before.client, before.projectId)
  const file = place("backup")
  expect(await run("Backup", before.directory, file)).toMatchObject({ code: 0, err: "" })
  const token = await ServiceClient.tokenOf(before.directory, "ada")
  await before.client.createProject("Later")
  const directory = place("restored")
  const restored = await run("Restore", directory, file)
  expect(restored).toMatchObject({ code: 0, err: "" })
  expect(restored.out).toMatch(/^\d+ files in .*\n$/)
  const after = await serve(directory)
  const client = ServiceClient.make(after.service.url, token)
  expect(await seen(client, before.projectId)).toEqual(wanted)
  expect((await client.call("GET", "/v1/projects")).text).not.toContain("Later")
  await client.ended(await client.startImport(before.projectId, "Next", house))
  await stop(after)
  await stop(before)
  expect(readdirSync(before.directory).filter((name) => name.startsWith("backup-"))).toEqual([])
})

test("backups taken while models come and go: no row points to a file that is not there; work in hand goes on", async () => {
  const { client, directory, projectId, service } = await setting()
  let over = false
  const busy = (async () => {
    for (let i = 0; !over; i++) {
      const id = await client.startImport(projectId, `Model ${i}`, house)
      await client.ended(id)
      const models = await client.models(projectId)
      if (i % 2 === 0) await client.call("DELETE", `/v1/projects/${projectId}/models/${models[0]!.id}`)
    }
  })()
  const long = await client.startImport(projectId, "Long", largeModel(60_000))
  const files: Array<string> = []
  const taken: Array<unknown> = []
  for (let i = 0; i < 4; i++) {
    files.push(place("backup"))
    taken.push(await run("Backup", directory, files.at(-1)!))
  }
  over = true
  await busy
  for (const one of taken) expect(one).toMatchObject({ code: 0, err: "" })
  await stop({ client, service })
  const places = files.map((file) => ({ file, target: place("restored") }))
  for (const { file, target } of places) {
    expect(await run("Restore", target, file)).toMatchObject({ code: 0, err: "" })
    expect(dangling(target)).toEqual([])
  }
  const again = await serve(places[0]!.target)
  expect(await again.client.ended(long)).toMatchObject({ status: "Ready" })
  await stop(again)
})

test("restore refuses a running service, a folder with something in it, and what is no backup, and changes nothing", async () => {
  const { client, directory, projectId, service } = await setting()
  const file = place("backup")
  await run("Backup", directory, file)
  const error = async (...args: Parameters<typeof run>) => {
    const { code, err, out } = await run(...args)
    expect(out).toBe("")
    expect(err).toMatch(/^(?:backup|restore): [^\n]+\n$/)
    return `${code} ${err}`
  }
  expect(await error("Restore", directory, file, "--force")).toMatch(/^1 .*is in use by another process/)
  await stop({ client, service })
  expect(await error("Restore", directory, file)).toMatch(/^1 .*is not empty; --force/)

  const cut = place("cut")
  writeFileSync(cut, readFileSync(file))
  truncateSync(cut, readFileSync(file).length - 2000)
  expect(await error("Restore", directory, cut, "--force")).toMatch(/^1 .*damaged or cut short/)
  const changed = readFileSync(file)
  changed[10_000] = changed[10_000]! ^ 1
  writeFileSync(cut, changed)
  expect(await error("Restore", directory, cut, "--force")).toMatch(/^1 .*damaged or cut short/)
  writeFileSync(cut, "no backup at all".repeat(100))
  expect(await error("Restore", directory, cut, "--force")).toMatch(/^1 .*damaged or cut short/)
  writeFileSync(cut, "")
  expect(await error("Restore", directory, cut, "--force")).toMatch(/^1 .*damaged or cut short/)
  const foreign = Bun.spawnSync([
    "tar",
    "cf",
    cut,
    "-C",
    root,
    "--transform",
    "s|.*|../outside|",
    file.split("/").at(-1)!
  ])
  expect(foreign.success).toBe(true)
  expect(await error("Restore", directory, cut, "--force")).toMatch(/^1 .*not ours|^1 .*damaged/)
  expect(await error("Restore", directory, place("none"), "--force")).toMatch(/^1 .*is not there/)

  const after = await serve(directory)
  expect(await seen(after.client, projectId)).toHaveLength(1)
  await stop(after)
  expect(await run("Restore", directory, file, "--force")).toMatchObject({ code: 0, err: "" })
  expect(readdirSync(directory).filter((name) => name.startsWith("restore-"))).toEqual([])
  const last = await serve(directory)
  expect(await seen(last.client, projectId)).toHaveLength(1)
  await stop(last)
})

test("an encrypted backup shows nothing, and comes back with its passphrase alone; refused ones change nothing", async () => {
  const { client, directory, projectId, service } = await setting()
  const wanted = await seen(client, projectId)
  await stop({ client, service })
  const [clear, file] = [place("clear"), place("encrypted")]
  const secret = { BACKUP_PASSPHRASE: "correct horse battery staple" }
  await run("Backup", directory, clear)
  expect(await runWith(secret, "Backup", directory, file)).toMatchObject({ code: 0, err: "" })
  const bytes = readFileSync(file)
  for (const word of ["plinth.sqlite", "keys/", "ISO-10303-21", "ustar"]) {
    expect(readFileSync(clear).includes(word)).toBe(true)
    expect(bytes.includes(word)).toBe(false)
  }
  const error = async (environment: Readonly<Record<string, string>>, from: string) => {
    const { code, err, out } = await runWith(environment, "Restore", directory, from, "--force")
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^restore: [^\n]+\n$/)
    return err
  }
  expect(await error({}, file)).toContain("the backup is encrypted: BACKUP_PASSPHRASE must say")
  expect(await error({ BACKUP_PASSPHRASE: "correct horse" }, file)).toContain("is not the one that the backup was made")
  expect(await error(secret, clear)).toContain("the backup is not encrypted")
  const cut = place("cut")
  writeFileSync(cut, bytes.subarray(0, -1))
  expect(await error(secret, cut)).toContain("damaged or cut short")
  const empty = await runWith({ BACKUP_PASSPHRASE: "" }, "Backup", directory, place("none"))
  expect(empty).toMatchObject({ code: 2, err: expect.stringMatching(/^backup: .*BACKUP_PASSPHRASE.*\n$/) as never })

  const again = await serve(directory)
  expect(await seen(again.client, projectId)).toEqual(wanted)
  await stop(again)
  const target = place("restored")
  expect(await runWith(secret, "Restore", target, file)).toMatchObject({ code: 0, err: "" })
  const after = await serve(target)
  expect(await seen(after.client, projectId)).toEqual(wanted)
  await stop(after)
})

test("wrong calls: one line, exit 2; what cannot be done: one line, exit 1; help says how", async () => {
  const empty = place("empty")
  mkdirSync(empty)
  for (const args of [[], ["a", "b"], ["--no-such", "a"], [""], ["a", "--force=1"]]) {
    for (const program of ["Backup", "Restore"] as const) {
      const { code, err } = await run(program, empty, ...args)
      expect(code).toBe(2)
      expect(err).toMatch(/^(?:backup|restore): [^\n]+\n$/)
    }
  }
  expect((await run("Backup", empty, place("file"))).err).toMatch(/holds no data: is DATA_DIR right\?\n$/)
  expect((await run("Backup", place("nowhere"), place("file"))).code).toBe(1)
  const taken = place("taken")
  writeFileSync(taken, "mine")
  writeFileSync(join(empty, "plinth.sqlite"), "")
  expect((await run("Backup", empty, taken)).err).toMatch(/is there already\n$/)
  expect(readFileSync(taken, "utf8")).toBe("mine")
  expect((await run("Backup", empty, join(place("no-folder"), "file"))).code).toBe(1)
  for (const program of ["Backup", "Restore"] as const) {
    const { code, err, out } = await run(program, empty, "--help")
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toContain("usage: npm run")
  }
})

test("a backup that is killed leaves no file by its name, a restore that is killed leaves the old or says so", async () => {
  const { client, directory, projectId, service } = await setting()
  await client.upload(largeModel(40_000))
  const file = place("backup")
  for (const millis of [0, 150, 250, 300, 350, 400]) {
    const child = start("Backup", directory, [file])
    await Bun.sleep(millis)
    child.kill("SIGKILL")
    await child.exited
    if (existsSync(file)) {
      expect(await run("Restore", place("restored"), file)).toMatchObject({ code: 0 })
      rmSync(file)
    }
    rmSync(`${file}.partial`, { force: true })
  }
  expect(await run("Backup", directory, file)).toMatchObject({ code: 0 })
  expect(readdirSync(directory).filter((name) => name.startsWith("backup-"))).toEqual([])
  await stop({ client, service })
  for (const millis of [150, 250, 300, 350, 400, 450, 500]) {
    const child = start("Restore", directory, [file, "--force"])
    await Bun.sleep(millis)
    child.kill("SIGKILL")
    await child.exited
    const after = await serve(directory).catch((error: Error) => error.message)
    if (typeof after === "string") {
      expect(after).toMatch(/restoring .* was cut short: run restore again with --force/)
      continue
    }
    expect(await seen(after.client, projectId)).toHaveLength(1)
    await stop(after)
  }
  expect(await run("Restore", directory, file, "--force")).toMatchObject({ code: 0, err: "" })
})
