import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"

const root = join(import.meta.dir, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const guides = ["README.md", "CONTRIBUTING.md", "deploy/README.md", "deploy/gcp/README.md"] as const
const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> }

/** The commands of a guide, block by block. */
const blocksOf = (guide: string): ReadonlyArray<string> =>
  [...read(guide).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!)

/** Every call of a script of package.json: its name, and the words after it. */
const callsOf = (guide: string) =>
  [...read(guide).matchAll(/npm run (?:--silent )?([\w:-]+)(?: -- ([^\n`|]*))?/g)].map(([, name, words = ""]) => ({
    name: name!,
    flags: [...words.matchAll(/--[a-z][\w-]*/g)].map(([flag]) => flag)
  }))

test.each(guides)("%s: every script and flag that it names is there", (guide) => {
  const calls = callsOf(guide)
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ name }) => scripts[name] === undefined)).toEqual([])
  const unknown = calls.flatMap(({ flags, name }) => {
    const program = / ([\w/-]+\.ts)\b(?!.*\.ts)/.exec(scripts[name]!)?.[1]
    const source = program === undefined ? "" : read(program)
    return flags.filter((flag) => !source.includes(flag)).map((flag) => `${name} ${flag}`)
  })
  expect(unknown).toEqual([])
})

/** Words that stand for others. */
const placeholder = /NAME|Noun|VERSION|FILE|\*|…/

test.each(guides)("%s: every file and folder that it names is there", (guide) => {
  const text = read(guide)
  const folders =
    /(?<![\w/.:-])(?:\.?\/)?(?:src|adapters|calculators|scripts|deploy|examples|spec-tests|bench|sdk|\.ci|\.github)\/[\w./-]*/g
  const ofSources = /`((?:http|application|dataframe|worker|domain|ports|runtime|ifc|geometry|web)\/[\w./-]+)`/g
  const files = /`([\w.-]+\.(?:md|json|yaml|service|tf|ts))`/g
  const named = [...text.matchAll(folders)]
    .map(([path]) => path)
    .concat([...text.matchAll(ofSources), ...text.matchAll(files)].map(([, path]) => path!))
    .map((path) => path.replace(/[.,]$/, ""))
    .filter((path) => !placeholder.test(path))
  expect(named.length).toBeGreaterThan(3)
  const folder = dirname(guide)
  const places = [".", folder, "src", "src/geometry", "src/web", "deploy/prometheus"].map((place) => join(root, place))
  expect(named.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual([])
})

test.each(guides)("%s: its commands are ones for a shell", (guide) => {
  for (const block of blocksOf(guide)) {
    const { exitCode, stderr } = Bun.spawnSync(["bash", "-n"], { stdin: Buffer.from(block) })
    expect(`${exitCode} ${stderr.toString()}`).toBe("0 ")
  }
})

test("Google Cloud: what the guide asks of tofu is in its files", () => {
  const guide = read("deploy/gcp/README.md")
  const folder = join(root, "deploy/gcp")
  const names = readdirSync(folder).filter((name) => name.endsWith(".tf"))
  const tofu = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n")
  const wanted = [
    ...[...guide.matchAll(/-target (\w+)\.(\w+)/g)].map(([, type, name]) => `resource "${type}" "${name}"`),
    ...[...guide.matchAll(/tofu output -raw (\w+)/g)].map(([, name]) => `output "${name}"`),
    ...[...guide.matchAll(/^(\w+) += "/gm)].map(([, name]) => `variable "${name}"`),
    ...[...guide.matchAll(/versions add ([\w-]+)/g)].map(([, name]) => `"${name}"`),
    ...[...guide.matchAll(/(?:--instance|--restore-instance|update|delete) (plinth[\w-]*)/g)].map(
      ([, name]) => `"${name}"`
    )
  ]
  expect(wanted.length).toBeGreaterThan(12)
  expect(wanted.filter((text) => !tofu.includes(text))).toEqual([])
  const needed = [...tofu.matchAll(/^variable "(\w+)" \{\n(?:(?!^\}).*\n)*?^\}/gm)]
    .filter(([block]) => !block.includes("default"))
    .map(([, name]) => name!)
  expect(needed.toSorted()).toEqual([...guide.matchAll(/^(\w+) += "/gm)].map(([, name]) => name!).toSorted())
})

const scratch = mkdtempSync(join(tmpdir(), "plinth-guides-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Runs lines of a guide in a shell, on a folder of data; gives what they print. */
const run = async (lines: ReadonlyArray<string>, folder: string, input = ""): Promise<string> => {
  const script = lines
    .join("\n")
    .replaceAll("/backups/", `${scratch}/`)
    .replaceAll("sudo -u plinth env DATA_DIR=/var/lib/plinth ", "")
  const shell = Bun.spawn(["bash", "-euo", "pipefail", "-c", script], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(scratch, folder) },
    stdin: Buffer.from(input),
    stderr: "inherit"
  })
  const printed = await new Response(shell.stdout).text()
  expect(await shell.exited).toBe(0)
  return printed
}

/** The lines of the block of commands that has a text, those that call npm. */
const linesOf = (guide: string, having: string): ReadonlyArray<string> =>
  blocksOf(guide)
    .find((block) => block.includes(having))!
    .split("\n")
    .filter((line) => line.includes("npm run "))

test("users, clients, keys, backup, restore and audit do what the guides say", async () => {
  const users = linesOf("README.md", "user -- add")
  expect(users).toHaveLength(3)
  expect(await run(users, "data", "a password of ada's\n")).toMatch(/^ada was added\nexcel was added\nnew keys;/)
  const [backup, restore, verify] = linesOf("README.md", "npm run backup")
  expect(await run([backup!], "data")).toContain(" files, ")
  const again = await run(
    [restore!, verify!, users[0]!.replace(/add ada.*/, "list"), "npm run --silent client -- list"],
    "restored"
  )
  expect(again).toContain("\nada\nexcel\t")
  const commands = linesOf("deploy/README.md", "audit -- verify")
  expect(commands).toHaveLength(2)
  expect(await run(commands, "restored")).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n/)
})
