import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import { documents, files, read } from "./testing/Documents.ts"

const root = join(import.meta.dir, "../..")
/** All documents except for the changelog, which describes earlier releases, and generated ones. */
const guides = documents.filter((path) => path !== "CHANGELOG.md" && path !== "THIRD-PARTY.md")
/** The guides that name a script or files of the repository. */
const guiding = ["README.md", "CONTRIBUTING.md", "deploy/README.md", "docs/operations.md"]
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

/** Placeholders, and files that readers write themselves. */
const placeholder = /NAME|Noun|VERSION|FILE|\*|…|^(?:cors|lifecycle)\.json$/

/** The files and folders that a guide names. */
const namedIn = (guide: string): ReadonlyArray<string> => {
  const text = read(guide)
  const folders =
    /(?<![\w/.:-])(?:\.?\/)?(?:src|adapters|calculators|scripts|deploy|docs|examples|spec-tests|bench|sdk|\.ci|\.github)\/[\w./-]*/g
  const ofSources = /`((?:http|application|dataframe|worker|domain|ports|runtime|ifc|geometry|web)\/[\w./-]+)`/g
  const bare = /`([\w.-]+\.(?:md|json|yaml|service|tf|ts|sh|py))`/g
  return [...text.matchAll(folders)]
    .map(([path]) => path)
    .concat([...text.matchAll(ofSources), ...text.matchAll(bare)].map(([, path]) => path!))
    .map((path) => path.replace(/[.,]$/, ""))
    .filter((path) => !placeholder.test(path))
}

test("the guides name existing scripts and files", () => {
  expect(guides.flatMap(callsOf).length).toBeGreaterThan(60)
  expect(guiding.filter((guide) => callsOf(guide).length === 0 || namedIn(guide).length < 3)).toEqual([])
})

test.each(guides)("%s: every script and flag that it names exists", (guide) => {
  const calls = callsOf(guide)
  expect(calls.filter(({ name }) => scripts[name] === undefined)).toEqual([])
  const unknown = calls.flatMap(({ flags, name }) => {
    const program = / ([\w/-]+\.ts)\b(?!.*\.ts)/.exec(scripts[name]!)?.[1]
    // A program of src/main prints what its command returns; the command reads the flags.
    const command = program?.replace("src/main/", "src/main/commands/")
    const files = [program, command].filter((file) => file !== undefined && existsSync(join(root, file)))
    const source = files.map((file) => read(file!)).join("")
    return flags.filter((flag) => !source.includes(flag)).map((flag) => `${name} ${flag}`)
  })
  expect(unknown).toEqual([])
})

/** The folders, besides that of the guide, that its paths may be relative to. */
const places = [".", "src", "src/geometry"]

/** Whether a name in a guide is a path, or the name of a file below the guide's folder; in docs/ of any file. */
const isThere = (guide: string, name: string): boolean => {
  const folder = dirname(guide)
  if ([folder, ...places].some((place) => existsSync(join(root, place, name)))) return true
  const scope = folder === "docs" || folder === "." ? "" : `${folder}/`
  return files.some((path) => path.startsWith(scope) && basename(path) === name)
}

test.each(guides)("%s: every file and folder that it names exists", (guide) => {
  expect(namedIn(guide).filter((name) => !isThere(guide, name))).toEqual([])
})

test.each(guides)("%s: its commands are valid for a shell", (guide) => {
  for (const block of blocksOf(guide)) {
    const { exitCode, stderr } = Bun.spawnSync(["bash", "-n"], { stdin: Buffer.from(block) })
    expect(`${exitCode} ${stderr.toString()}`).toBe("0 ")
  }
})

test("Google Cloud: the files declare everything that the guide passes to tofu", () => {
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

/** Runs lines of a guide in a shell, on a folder of data; returns what they print. */
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

/** The lines that call npm in the first block of commands that contains a text. */
const linesOf = (guide: string, having: string): ReadonlyArray<string> =>
  blocksOf(guide)
    .find((block) => block.includes(having))!
    .split("\n")
    .filter((line) => line.includes("npm run "))

test("users, clients, keys, backup, restore and audit work as the guides say", async () => {
  const users = linesOf("docs/sign-in.md", "user -- add")
  expect(users).toHaveLength(3)
  expect(await run(users, "data", "a password of ada's\n")).toMatch(/^ada was added\nexcel was added\nnew keys;/)
  const [backup, restore, verify] = linesOf("docs/operations.md", "npm run backup")
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
