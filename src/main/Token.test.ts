import { afterAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { decodeJwt } from "jose"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Local from "../../adapters/auth/Local.ts"
import { Authenticator } from "../ports/signin/Authenticator.ts"
import { volume } from "../testing/Volume.ts"
import * as Commands from "./testing/Commands.ts"

const root = await mkdtemp(join(tmpdir(), "plinth-token-"))
afterAll(() => rm(root, { recursive: true }))
const data = join(root, "data")

const token = (args: ReadonlyArray<string>, environment: Record<string, string> = { DATA_DIR: data }) =>
  Commands.run("token", args, environment)

/** Runs the command in a process of its own. */
const spawned = (args: ReadonlyArray<string>, environment: Record<string, string> = { DATA_DIR: data }) =>
  Commands.spawned("token", args, { cwd: root, environment })

const claimsOf = async (...args: ReadonlyArray<string>) => {
  const { code, out, err } = await token(args)
  expect({ code, err }).toEqual({ code: 0, err: "" })
  return decodeJwt(out.trim())
}

const verify = (text: string, directory = data) =>
  Effect.flatMap(Authenticator, (authenticator) => authenticator.verify(text)).pipe(
    Effect.provide(Local.layer({ directory })),
    Effect.runPromise
  )

describe("token", () => {
  test("prints a token that is valid for that folder, and nothing else", async () => {
    const { code, out, err } = await spawned(["--user", "ada", "--name", "Ada Lovelace"])
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const { userId, name, scopes } = await verify(out.trim())
    expect([String(userId), name]).toEqual(["ada", "Ada Lovelace"])
    expect([...scopes].sort()).toEqual([
      "libraries:read",
      "libraries:write",
      "models:read",
      "models:write",
      "projects:read",
      "projects:write"
    ])
    expect(decodeJwt(out.trim()).exp! - decodeJwt(out.trim()).iat!).toBe(3600)
  })

  test("accepts the form --user=ada, a scope and a ttl", async () => {
    const claims = await claimsOf("--user=ada", "--scope=models:read  models:write models:read", "--ttl=31622400")
    expect([claims.sub, claims["scope"], claims.exp! - claims.iat!]).toEqual([
      "ada",
      "models:read models:write",
      31_622_400
    ])
  })

  test("gives no scope for an empty --scope", async () => {
    expect(await claimsOf("--user", "ada", "--scope", "")).not.toHaveProperty("scope")
  })

  test("reads only DATA_DIR", async () => {
    const { out } = await token(["--user", "ada"], { DATA_DIR: data, PORT: "x", PUBLIC_URL: "x", AUTH: "x" })
    expect(String((await verify(out.trim())).userId)).toBe("ada")
  })

  test("uses ./.plinth if DATA_DIR is not set", async () => {
    const { code, out } = await spawned(["--user", "ada"], {})
    expect(code).toBe(0)
    expect(String((await verify(out.trim(), join(root, ".plinth"))).userId)).toBe("ada")
  })

  test("concurrent calls on a new folder print tokens of one issuer", async () => {
    const directory = join(root, "parallel")
    const asked = volume(["a", "b"], ["a", "b", "c", "d"])
    const outputs = await Promise.all(asked.map((user) => spawned(["--user", user], { DATA_DIR: directory })))
    const users = await Promise.all(
      outputs.map(async ({ out }) => String((await verify(out.trim(), directory)).userId))
    )
    expect(users).toEqual(asked)
  })

  test("--help prints the usage on standard output and makes no keys", async () => {
    const directory = join(root, "help")
    const { code, out, err } = await token(["--help"], { DATA_DIR: directory })
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toContain("--ttl SECONDS")
    expect(existsSync(directory)).toBe(false)
  })
})

describe("a wrong call prints one line on stderr and exits with 2", () => {
  const table: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
    ["no user", [], "--user"],
    ["an empty user", ["--user", ""], "--user"],
    ["a user without value", ["--user"], "--user"],
    ["a user of 256 characters", ["--user", "u".repeat(256)], "--user"],
    ["a user with a line break", ["--user", "a\nb"], "--user"],
    ["a user with a space at its end", ["--user", "ada "], "--user"],
    ["an empty name", ["--user", "ada", "--name", " "], "--name"],
    ["a name of 256 characters", ["--user", "ada", "--name", "n".repeat(256)], "--name"],
    ["an unknown scope", ["--user", "ada", "--scope", "models:read models:fly"], '"models:fly"'],
    ["a scope in capitals", ["--user", "ada", "--scope", "Models:Read"], '"Models:Read"'],
    ["scopes with a comma", ["--user", "ada", "--scope", "models:read,models:write"], "scope"],
    ["a ttl of 0", ["--user", "ada", "--ttl", "0"], "--ttl"],
    ["a negative ttl", ["--user", "ada", "--ttl=-5"], "--ttl"],
    ["a negative ttl as a word of its own", ["--user", "ada", "--ttl", "-5"], "--ttl"],
    ["a ttl with a fraction", ["--user", "ada", "--ttl", "1.5"], "--ttl"],
    ["a ttl with a unit", ["--user", "ada", "--ttl", "1h"], "--ttl"],
    ["an empty ttl", ["--user", "ada", "--ttl", ""], "--ttl"],
    ["a ttl of more than a year", ["--user", "ada", "--ttl", "31622401"], "--ttl"],
    ["a ttl beyond numbers", ["--user", "ada", "--ttl", "9".repeat(400)], "--ttl"],
    ["an unknown option", ["--user", "ada", "--admin"], "--admin"],
    ["a word too many", ["--user", "ada", "lovelace"], "lovelace"]
  ]
  const refused = async (args: ReadonlyArray<string>, mentioned: string, run: typeof token) => {
    const directory = join(root, "untouched")
    const { code, out, err } = await run(args, { DATA_DIR: directory })
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(/^token: [^\n]+\n$/)
    expect(err).toContain(mentioned)
    expect(existsSync(directory)).toBe(false)
  }
  for (const [name, args, mentioned] of table) test(name, () => refused(args, mentioned, token))

  const [name, args, mentioned] = table.at(-1)!
  test(`${name}, in a separate process`, () => refused(args, mentioned, spawned))
})

test("a damaged key file is reported in one line on stderr, with exit code 1", async () => {
  const directory = join(root, "damaged")
  await mkdir(join(directory, "keys"), { recursive: true })
  await writeFile(join(directory, "keys", "issuer.json"), "{")
  const { code, out, err } = await token(["--user", "ada"], { DATA_DIR: directory })
  expect({ code, out }).toEqual({ code: 1, out: "" })
  expect(err).toMatch(/^token: [^\n]+\n$/)
  expect(err).toContain(join(directory, "keys", "issuer.json"))
})
