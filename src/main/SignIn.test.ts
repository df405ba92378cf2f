import { afterAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fullTest } from "../testing/Volume.ts"
import * as Commands from "./testing/Commands.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-sign-in-"))
const started: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  for (const { child, pid } of started) {
    ServiceProcess.kill(pid)
    await child.exited
  }
  rmSync(root, { recursive: true, force: true })
})

let count = 0
const place = (name: string) => join(root, `${(count += 1)}-${name}`)

/** Runs a command on a folder in this process, or in one of its own that has `input` on its standard input. */
const command = (directory: string, name: Commands.CommandName, args: ReadonlyArray<string>, input?: string) =>
  input === undefined
    ? Commands.run(name, args, { DATA_DIR: directory })
    : Commands.spawned(name, args, { cwd: root, environment: { DATA_DIR: directory }, input })

/** Runs a command that succeeds, and returns what it printed. */
const done = async (...asked: Parameters<typeof command>) => {
  const { code, err, out } = await command(...asked)
  expect({ code, err }).toEqual({ code: 0, err: "" })
  return out.trim()
}

const serve = async (directory: string, environment: Readonly<Record<string, string>> = {}) => {
  const service = await ServiceProcess.start({ directory, environment })
  started.push(service)
  return service
}

const redirectUri = "https://addin.test/back"
const password = "correct horse battery"

const verifier = randomBytes(32).toString("base64url")
const challenge = createHash("sha256").update(verifier).digest("base64url")

const form = (body: Readonly<Record<string, string>>) => ({
  method: "POST",
  redirect: "manual" as const,
  body: new URLSearchParams(body)
})

/** Signs in like a browser that keeps cookies, and returns the code. */
const signIn = async (
  { url }: ServiceProcess.ServiceProcess,
  user: string,
  typed = password
): Promise<string | number> => {
  const query = { client_id: "excel", redirect_uri: redirectUri, scope: "models:read projects:read", state: "s" }
  const asked = new URLSearchParams({ ...query, code_challenge: challenge, code_challenge_method: "S256" })
  const sent = await fetch(`${url}/v1/auth/authorize?${asked.toString()}`, { redirect: "manual" })
  expect(sent.status).toBe(302)
  const { pathname, search } = new URL(sent.headers.get("location")!)
  const page = await fetch(`${url}${pathname}${search}`)
  const ticket = /name="request" value="([^"]+)"/.exec(await page.text())![1]!
  const cookie = page.headers.get("set-cookie")!.split(";", 1)[0]!
  const posted = { ...form({ request: ticket, user, password: typed }), headers: { cookie } }
  const answer = await fetch(`${url}${pathname}${search}`, posted)
  if (answer.status !== 302) return answer.status
  const back = new URL(answer.headers.get("location")!)
  expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([redirectUri, "s"])
  return back.searchParams.get("code")!
}

const token = async ({ url }: ServiceProcess.ServiceProcess, body: Readonly<Record<string, string>>) => {
  const response = await fetch(`${url}/v1/auth/token`, form({ client_id: "excel", ...body }))
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const redeem = (service: ServiceProcess.ServiceProcess, code: string | number) =>
  token(service, {
    grant_type: "authorization_code",
    code: String(code),
    redirect_uri: redirectUri,
    code_verifier: verifier
  })

const refresh = (service: ServiceProcess.ServiceProcess, of: Readonly<Record<string, string>>) =>
  token(service, { grant_type: "refresh_token", refresh_token: of["refresh_token"]! })

const statusWith = async ({ url }: ServiceProcess.ServiceProcess, access: string) =>
  (await ServiceClient.make(url, access).call("GET", "/v1/projects")).status

/** Waits until calls with the token have the status: the service reads changes from time to time. */
const until = async (service: ServiceProcess.ServiceProcess, access: string, status: number) => {
  while ((await statusWith(service, access)) !== status) await Bun.sleep(250)
}

/** Waits for the next second: tokens and revocations have whole seconds. */
const nextSecond = () => Bun.sleep(1001 - (Date.now() % 1000))

test("the first user signs in; using a code twice ends its tokens; a revoked user's tokens are refused", async () => {
  const directory = place("data")
  expect(await done(directory, "client", ["add", "--id", "excel", "--redirect", redirectUri], "")).toBe(
    "excel was added"
  )
  const service = await serve(directory)
  const link = /http[^"\s]+\/first-user\?secret=[\w-]+/.exec(service.log())![0]
  const { pathname, search, searchParams } = new URL(link)
  for (let n = 0; n < 2; n++) expect((await fetch(`${service.url}${pathname}${search}`)).status).toBe(200)
  const made = await fetch(
    `${service.url}${pathname}`,
    form({ secret: searchParams.get("secret")!, user: "ada", password })
  )
  expect([made.status, made.headers.get("location")]).toEqual([302, `http://localhost:${service.port}/app/?welcome`])
  expect((await fetch(`${service.url}${pathname}${search}`)).status).toBe(403)
  expect(await done(directory, "user", ["add", "bert"], `${password}\n`)).toBe("bert was added")
  expect(await done(directory, "user", ["list"])).toBe("ada\nbert")
  expect(await command(directory, "user", ["add", "bert"], "long enough")).toEqual({
    code: 1,
    out: "",
    err: "user: there is a user bert already\n"
  })
  expect(await command(directory, "client", ["add", "--id", "excel", "--redirect", redirectUri])).toEqual({
    code: 1,
    out: "",
    err: "client: there is a client excel already\n"
  })

  expect(await signIn(service, "ada", "wrong password")).toBe(401)
  const code = await signIn(service, "ada")
  const first = await redeem(service, code)
  expect(first).toMatchObject({
    status: 200,
    body: { token_type: "Bearer", expires_in: 3600, scope: "projects:read models:read" }
  })
  expect(await statusWith(service, first.body["access_token"]!)).toBe(200)
  const second = await refresh(service, first.body)
  expect(second.status).toBe(200)
  expect(await statusWith(service, second.body["access_token"]!)).toBe(200)
  // A second use of the code ends all of it, at once.
  expect(await redeem(service, code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect(await refresh(service, second.body)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  for (const { body } of [first, second]) expect(await statusWith(service, body["access_token"]!)).toBe(401)

  const [before, other] = [
    await redeem(service, await signIn(service, "ada")),
    await redeem(service, await signIn(service, "bert"))
  ]
  const byCommand = await service.token("ada")
  expect(await statusWith(service, byCommand)).toBe(200)
  await nextSecond()
  await done(directory, "user", ["revoke", "ada"])
  expect(await refresh(service, before.body)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  await until(service, before.body["access_token"]!, 401)
  expect(await statusWith(service, byCommand)).toBe(401)
  const after = await redeem(service, await signIn(service, "ada"))
  expect(await statusWith(service, after.body["access_token"]!)).toBe(200)
  expect(await statusWith(service, other.body["access_token"]!)).toBe(200)

  await done(directory, "user", ["password", "ada"], "another password\n")
  expect(await signIn(service, "ada")).toBe(401)
  expect(await signIn(service, "ada", "another password")).toBeString()
  await done(directory, "user", ["remove", "bert"])
  expect(await signIn(service, "bert")).toBe(401)
  expect(await refresh(service, other.body)).toMatchObject({ status: 400 })
  await done(directory, "client", ["remove", "excel"])
  expect(await token(service, { grant_type: "refresh_token", refresh_token: "x" })).toMatchObject({ status: 401 })
  expect(service.log()).not.toContain(password)
  await service.stop()
})

test("keys rotate while the service runs; with --now it refuses all earlier tokens and URLs", async () => {
  const directory = place("keys")
  const service = await serve(directory)
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const upload = (await client.call("GET", "/v1/files/upload-url")).json as unknown as { uploadUrl: string }
  const put = () => fetch(`${service.url}${new URL(upload.uploadUrl).pathname}`, { method: "PUT", body: "ISO" })
  const old = await service.token("ada")
  expect(await done(directory, "keys", ["rotate"], "")).toMatch(
    /^new keys; those before hold for tokens until \d{4}-.*Z, for URLs for seven days$/
  )
  const fresh = await service.token("ada")
  await until(service, fresh, 200)
  expect(await statusWith(service, old)).toBe(200)
  expect((await put()).status).toBe(200)
  expect(await done(directory, "keys", ["rotate", "--now"])).toBe("new keys; those before hold no more")
  await until(service, fresh, 401)
  expect(await statusWith(service, old)).toBe(401)
  await until(service, await service.token("ada"), 200)
  while ((await put()).status !== 403) await Bun.sleep(250)
  await service.stop()
})

test("a restored backup has the users and clients", async () => {
  const directory = place("before")
  await done(directory, "client", [
    "add",
    "--id",
    "excel",
    "--redirect",
    redirectUri,
    "--scope",
    "models:read projects:read"
  ])
  await done(directory, "user", ["add", "ada"], password)
  const [file, restored] = [place("backup"), place("after")]
  await done(directory, "backup", [file])
  await done(restored, "restore", [file])
  const service = await serve(restored)
  expect(service.log()).not.toContain("first-user")
  expect(await redeem(service, await signIn(service, "ada"))).toMatchObject({ status: 200 })
  await service.stop()
})

test("the secret of a client is shown when the client is added, and not in the list", async () => {
  const directory = place("secret")
  const secret = await done(directory, "client", ["add", "--id", "server", "--redirect", redirectUri, "--secret"])
  expect(secret).toMatch(/^[\w-]{43}$/)
  const listed = await done(directory, "client", ["list"])
  expect(listed).toContain("server\t")
  expect(listed).not.toContain(secret)
})

describe("a failed command prints one line", () => {
  const directory = place("wrong")
  const add = ["add", "--id", "excel", "--redirect", redirectUri]
  const failing = async (code: number, ...asked: Parameters<typeof command>) => {
    const answer = await command(...asked)
    expect({ code: answer.code, out: answer.out }).toEqual({ code, out: "" })
    expect(answer.err).toMatch(/^(?:client|user|keys): [^\n]+\n$/)
  }
  const table: ReadonlyArray<readonly [Commands.CommandName, ReadonlyArray<string>, number]> = [
    ["client", [], 2],
    ["client", ["add"], 2],
    ["client", ["add", "--id", "excel"], 2],
    ["client", ["add", "--id", "a b", "--redirect", redirectUri], 2],
    ["client", [...add.slice(0, 4), "javascript:alert(1)"], 2],
    ["client", [...add.slice(0, 4), "/back"], 2],
    ["client", [...add.slice(0, 4), "https://a.test/#x"], 2],
    ["client", [...add, "--scope", "everything"], 2],
    ["client", [...add, "--scope", " "], 2],
    ["client", ["remove"], 2],
    ["client", ["remove", "none"], 1],
    ["user", ["add"], 2],
    ["user", ["add", "ada", "bert"], 2],
    ["user", ["add", " ada"], 2],
    ["user", ["remove", "nobody"], 1],
    ["user", ["destroy", "ada"], 2],
    ["keys", [], 2],
    ["keys", ["rotate", "--soon"], 2]
  ]
  for (const [name, args, code] of table) {
    test(`and exits with ${code}: ${name} ${args.join(" ")}`, () => failing(code, directory, name, args))
  }

  const own = "in a process of its own"
  for (const [name, args, code] of [table[1]!, table[17]!]) {
    test(`and exits with ${code} ${own}: ${name} ${args.join(" ")}`, () => failing(code, directory, name, args, ""))
  }
  test(`and exits with 2 ${own}: a password that is too short`, () =>
    failing(2, directory, "user", ["add", "ada"], "short"))
  fullTest(`and exits with 2 ${own}: no password`, () => failing(2, directory, "user", ["add", "ada"], ""))
  fullTest(`and exits with 2 ${own}: a password that is too long`, () =>
    failing(2, directory, "user", ["add", "ada"], "x".repeat(1025))
  )
  fullTest(`and exits with 1 ${own}: a password for a user who does not exist`, () =>
    failing(1, directory, "user", ["password", "nobody"], "long enough")
  )
})
