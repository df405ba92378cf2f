import { afterAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { exportJWK, generateKeyPair } from "jose"
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as KeyFile from "./KeyFile.ts"

const root = await mkdtemp(join(tmpdir(), "plinth-keys-"))
afterAll(() => rm(root, { recursive: true }))
let count = 0
const fresh = () => join(root, String(++count), "data")

const run = (directory: string) => Effect.runPromise(KeyFile.issuerOf(directory))
const failureOf = (directory: string) => Effect.runPromise(Effect.flip(KeyFile.issuerOf(directory)))
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test("the first call creates the keys, later ones read them", async () => {
  const directory = fresh()
  const first = await run(directory)
  const text = await readFile(KeyFile.pathIn(directory), "utf8")
  const second = await run(directory)
  expect(first.issuer).toMatch(/^urn:plinth:[\da-f-]{36}$/)
  expect([second.issuer, second.audience, second.keyId]).toEqual([first.issuer, first.audience, first.keyId])
  expect(await readFile(KeyFile.pathIn(directory), "utf8")).toBe(text)
  expect(await readdir(join(directory, "keys"))).toEqual(["issuer.json"])
})

test("two directories have different issuers and keys", async () => {
  const [a, b] = [await run(fresh()), await run(fresh())]
  expect(a.issuer).not.toBe(b.issuer)
  expect(a.audience).not.toBe(b.audience)
  expect(a.keyId).not.toBe(b.keyId)
})

describe("other users have no access to the folder", () => {
  test("after it is created", async () => {
    const directory = fresh()
    await run(directory)
    expect(await modeOf(join(directory, "keys"))).toBe("700")
    expect(await modeOf(KeyFile.pathIn(directory))).toBe("600")
  })

  test("if it existed with wider permissions", async () => {
    const directory = fresh()
    await mkdir(join(directory, "keys"), { recursive: true })
    await chmod(join(directory, "keys"), 0o755)
    await run(directory)
    expect(await modeOf(join(directory, "keys"))).toBe("700")
  })
})

test("concurrent calls in one process create one key pair", async () => {
  const directory = fresh()
  const issuers = await Promise.all(Array.from({ length: 16 }, () => run(directory)))
  expect(new Set(issuers.map(({ keyId }) => keyId)).size).toBe(1)
})

test("eight concurrent processes create one key pair", async () => {
  const directory = fresh()
  const program = `
    import * as Effect from "effect/Effect"
    import { issuerOf } from ${JSON.stringify(join(import.meta.dir, "KeyFile.ts"))}
    console.log("ready")
    for await (const _ of console) break
    const { keyId, issuer } = await Effect.runPromise(issuerOf(${JSON.stringify(directory)}))
    console.log(keyId, issuer)`
  const processes = Array.from({ length: 8 }, () => {
    const child = Bun.spawn([process.execPath, "-e", program], {
      cwd: import.meta.dir,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit"
    })
    const output = child.stdout.getReader()
    const read = async () => new TextDecoder().decode((await output.read()).value)
    return { child, read }
  })
  for (const { read } of processes) expect(await read()).toBe("ready\n")
  for (const { child } of processes) {
    await child.stdin.write("go\n")
    await child.stdin.end()
  }
  const lines = await Promise.all(processes.map(({ read }) => read()))
  expect(await Promise.all(processes.map(({ child }) => child.exited))).toEqual(Array.from({ length: 8 }, () => 0))
  const { keyId, issuer } = await run(directory)
  expect(new Set(lines)).toEqual(new Set([`${keyId} ${issuer}\n`]))
  expect(await readdir(join(directory, "keys"))).toEqual(["issuer.json"])
})

const { privateKey } = await generateKeyPair("ES256", { extractable: true })
const { kty, crv, x, y, d } = await exportJWK(privateKey)
const key = { kty, crv, x, y, d }

describe("a damaged file is named and stays unchanged", () => {
  const names = { issuer: "urn:plinth:a", audience: "urn:plinth:a:api" }
  const table: ReadonlyArray<readonly [string, string]> = [
    ["empty", ""],
    ["cut short", JSON.stringify({ ...names, key }).slice(0, 100)],
    ["no JSON", "\0\0\0\0"],
    ["null", "null"],
    ["without issuer", JSON.stringify({ audience: names.audience, key })],
    ["with an empty audience", JSON.stringify({ ...names, audience: "", key })],
    ["without key", JSON.stringify(names)],
    ["with a public key", JSON.stringify({ ...names, key: { kty, crv, x, y } })],
    ["with a key of another curve", JSON.stringify({ ...names, key: { ...key, crv: "P-384" } })],
    ["with halves of two pairs", JSON.stringify({ ...names, key: { ...key, x: y, y: x } })],
    ["with a zero key", JSON.stringify({ ...names, key: { ...key, d: "A".repeat(43) } })]
  ]
  for (const [name, text] of table) {
    test(name, async () => {
      const directory = fresh()
      const path = KeyFile.pathIn(directory)
      await mkdir(join(directory, "keys"), { recursive: true })
      await writeFile(path, text)
      const error = await failureOf(directory)
      expect(error).toBeInstanceOf(KeyFile.KeyFileUnusable)
      expect(error.path).toBe(path)
      expect(error.message).toContain(path)
      expect(error.message).toContain("damaged")
      expect(error.message).not.toContain(d!)
      expect(await readFile(path, "utf8")).toBe(text)
    })
  }

  test("a folder in place of the file is refused", async () => {
    const directory = fresh()
    await mkdir(KeyFile.pathIn(directory), { recursive: true })
    expect((await failureOf(directory)).path).toBe(KeyFile.pathIn(directory))
  })

  test("a data directory that is a file is refused", async () => {
    const directory = join(root, "file")
    await writeFile(directory, "")
    expect((await failureOf(directory)).path).toBe(KeyFile.pathIn(directory))
  })
})
