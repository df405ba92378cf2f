import { afterAll, expect, test } from "bun:test"
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { volume } from "../testing/Volume.ts"
import { contentOf, dataFolder, leftovers } from "./testing/BackupContent.ts"
import * as Commands from "./testing/Commands.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-killed-backup-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
const place = (name: string) => join(root, `${(count += 1)}-${name}`)

const run = (name: "backup" | "restore", directory: string, args: ReadonlyArray<string>) =>
  Commands.run(name, args, { DATA_DIR: directory })

/** A moment to kill at: milliseconds after the start, or the first time that this holds. */
type Moment = number | ((directory: string, file: string) => boolean)

/** Runs the command in a process of its own and kills that at the moment. */
const killed = async (name: "backup" | "restore", directory: string, file: string, moment: Moment) => {
  const args = name === "backup" ? [file] : [file, "--force"]
  const child = Commands.start(name, args, { cwd: root, environment: { DATA_DIR: directory } })
  if (typeof moment === "number") await Bun.sleep(moment)
  else while (child.exitCode === null && !moment(directory, file)) await Bun.sleep(0)
  child.kill("SIGKILL")
  await child.exited
}

const hasPartial: Moment = (_, file) => existsSync(`${file}.partial`)
const hasUnpacked: Moment = (directory) => readdirSync(directory).some((name) => name.startsWith("restore-"))

test("a killed backup leaves no file under its name", async () => {
  const directory = await dataFolder(place("data"), volume(20_000, 40_000))
  const file = place("backup")
  for (const moment of volume<ReadonlyArray<Moment>>([hasPartial], [hasPartial, 0, 150, 250, 300, 350, 400])) {
    await killed("backup", directory, file, moment)
    if (moment === hasPartial && !existsSync(file)) expect(leftovers(directory)).toHaveLength(1)
    if (existsSync(file)) {
      expect(await run("restore", place("restored"), [file])).toMatchObject({ code: 0 })
      rmSync(file)
    }
    rmSync(`${file}.partial`, { force: true })
  }
  expect(await run("backup", directory, [file])).toMatchObject({ code: 0 })
  expect(leftovers(directory)).toEqual([])
})

test("a killed restore leaves the old data, the restored data, or a folder that no program opens", async () => {
  const source = await dataFolder(place("data"), volume(20_000, 40_000))
  const [file, directory] = [place("backup"), place("restored")]
  expect(await run("backup", source, [file])).toMatchObject({ code: 0, err: "" })
  expect(await run("restore", directory, [file])).toMatchObject({ code: 0, err: "" })
  const whole = contentOf(directory)
  const cutShort = /restoring .* was cut short: run restore again with --force/
  const moments = volume<ReadonlyArray<Moment>>([hasUnpacked], [hasUnpacked, 150, 250, 300, 350, 400, 450, 500])
  for (const moment of moments) {
    await killed("restore", directory, file, moment)
    // Opening the database changes its file.
    const copy = place("copy")
    cpSync(directory, copy, { recursive: true })
    const { code, err } = await Commands.run("client", ["list"], { DATA_DIR: copy })
    if (code === 0) expect(contentOf(directory)).toEqual(whole)
    else expect(err).toMatch(cutShort)
  }

  // A folder between the old data and the restored data.
  writeFileSync(join(directory, "plinth.restoring"), "")
  expect(await ServiceProcess.start({ directory }).catch(String)).toMatch(cutShort)
  expect(await Commands.run("client", ["list"], { DATA_DIR: directory })).toMatchObject({ code: 1 })
  expect(await run("restore", directory, [file, "--force"])).toMatchObject({ code: 0, err: "" })
  expect(contentOf(directory)).toEqual(whole)
  expect(leftovers(directory)).toEqual([])
})
