import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fullTest } from "../testing/Volume.ts"
import { contentOf, dataFolder, leftovers } from "./testing/BackupContent.ts"
import * as Commands from "./testing/Commands.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-refused-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
const place = (name: string) => join(root, `${(count += 1)}-${name}`)

type Environment = Readonly<Record<string, string>>

const run = (name: "backup" | "restore", directory: string, args: ReadonlyArray<string>, environment?: Environment) =>
  Commands.run(name, args, { DATA_DIR: directory, ...environment })

/** Runs the command in a process of its own. */
const spawned = (name: "backup" | "restore", directory: string, args: ReadonlyArray<string>) =>
  Commands.spawned(name, args, { cwd: root, environment: { DATA_DIR: directory } })

const data = () => dataFolder(place("data"))

test("restore refuses a non-empty folder and a damaged backup, and changes nothing", async () => {
  const directory = await data()
  const file = place("backup")
  expect(await run("backup", directory, [file])).toMatchObject({ code: 0, err: "" })
  const before = contentOf(directory)
  const refused = async (...args: ReadonlyArray<string>) => {
    const { code, err, out } = await run("restore", directory, args)
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^restore: [^\n]+\n$/)
    expect(contentOf(directory)).toEqual(before)
    expect(leftovers(directory)).toEqual([])
    return err
  }
  expect(await refused(file)).toMatch(/is not empty; --force/)

  const cut = place("cut")
  writeFileSync(cut, readFileSync(file))
  truncateSync(cut, readFileSync(file).length - 2000)
  expect(await refused(cut, "--force")).toMatch(/damaged or cut short/)
  const changed = readFileSync(file)
  changed[10_000] = changed[10_000]! ^ 1
  writeFileSync(cut, changed)
  expect(await refused(cut, "--force")).toMatch(/damaged or cut short/)
  writeFileSync(cut, "no backup at all".repeat(100))
  expect(await refused(cut, "--force")).toMatch(/damaged or cut short/)
  writeFileSync(cut, "")
  expect(await refused(cut, "--force")).toMatch(/damaged or cut short/)
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
  expect(await refused(cut, "--force")).toMatch(/not ours|damaged/)
  expect(await refused(place("none"), "--force")).toMatch(/is not there/)

  const empty = place("restored")
  expect(await run("restore", empty, [file])).toMatchObject({ code: 0, err: "" })
  const added = join(directory, "keys/added")
  writeFileSync(added, "")
  expect(await run("restore", directory, [file, "--force"])).toMatchObject({ code: 0, err: "" })
  expect(contentOf(directory)).toEqual(contentOf(empty))
  expect(existsSync(added)).toBe(false)
  expect(leftovers(directory)).toEqual([])
})

test("an encrypted backup contains no clear text and is restored only with its passphrase", async () => {
  const directory = await data()
  const [clear, file] = [place("clear"), place("encrypted")]
  const secret = { BACKUP_PASSPHRASE: "correct horse battery staple" }
  await run("backup", directory, [clear])
  expect(await run("backup", directory, [file], secret)).toMatchObject({ code: 0, err: "" })
  const before = contentOf(directory)
  const bytes = readFileSync(file)
  for (const word of ["plinth.sqlite", "keys/", "ISO-10303-21", "ustar"]) {
    expect(readFileSync(clear).includes(word)).toBe(true)
    expect(bytes.includes(word)).toBe(false)
  }
  const refused = async (environment: Environment, from: string) => {
    const { code, err, out } = await run("restore", directory, [from, "--force"], environment)
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^restore: [^\n]+\n$/)
    expect(contentOf(directory)).toEqual(before)
    return err
  }
  expect(await refused({}, file)).toContain("the backup is encrypted: BACKUP_PASSPHRASE must say")
  expect(await refused({ BACKUP_PASSPHRASE: "correct horse" }, file)).toContain(
    "is not the one that the backup was made"
  )
  expect(await refused(secret, clear)).toContain("the backup is not encrypted")
  const cut = place("cut")
  writeFileSync(cut, bytes.subarray(0, -1))
  expect(await refused(secret, cut)).toContain("damaged or cut short")
  const empty = await run("backup", directory, [place("none")], { BACKUP_PASSPHRASE: "" })
  expect(empty).toMatchObject({ code: 2, err: expect.stringMatching(/^backup: .*BACKUP_PASSPHRASE.*\n$/) as never })

  const [target, plain] = [place("restored"), place("restored")]
  expect(await run("restore", target, [file], secret)).toMatchObject({ code: 0, err: "" })
  expect(await run("restore", plain, [clear])).toMatchObject({ code: 0, err: "" })
  expect(contentOf(target)).toEqual(contentOf(plain))
})

const wrongCalls = [["--no-such", "a"], [], ["a", "b"], [""], ["a", "--force=1"]]

test("backup and restore print one line and exit with 2 for a wrong call, 1 for a failure; --help prints the usage", async () => {
  const empty = place("empty")
  mkdirSync(empty)
  for (const args of wrongCalls) {
    for (const name of ["backup", "restore"] as const) {
      const { code, err } = await run(name, empty, args)
      expect(code).toBe(2)
      expect(err).toMatch(/^(?:backup|restore): [^\n]+\n$/)
    }
  }
  const once = await spawned("restore", empty, wrongCalls[0]!)
  expect(once).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^restore: [^\n]+\n$/) as never })
  expect((await run("backup", empty, [place("file")])).err).toMatch(/holds no data: is DATA_DIR right\?\n$/)
  expect((await run("backup", place("nowhere"), [place("file")])).code).toBe(1)
  const taken = place("taken")
  writeFileSync(taken, "mine")
  writeFileSync(join(empty, "plinth.sqlite"), "")
  expect((await run("backup", empty, [taken])).err).toMatch(/is there already\n$/)
  expect(readFileSync(taken, "utf8")).toBe("mine")
  expect((await run("backup", empty, [join(place("no-folder"), "file")])).code).toBe(1)
  for (const name of ["backup", "restore"] as const) {
    const { code, err, out } = await run(name, empty, ["--help"])
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toContain("usage: npm run")
  }
})

fullTest("every wrong call of backup and restore exits with 2 in a process of its own", async () => {
  for (const args of wrongCalls) {
    for (const name of ["backup", "restore"] as const) {
      const { code, err } = await spawned(name, root, args)
      expect(code).toBe(2)
      expect(err).toMatch(/^(?:backup|restore): [^\n]+\n$/)
    }
  }
})
