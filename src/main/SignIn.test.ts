import { afterAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

type Program = "User" | "Client" | "Keys" | "Backup" | "Restore"

/** Runs a command on a folder; `input` comes on standard input. */
const command = async (directory: string, program: Program, args: ReadonlyArray<string>, input = "") => {
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, `${program}.ts`), ...args], {
    cwd: root,
    env: { DATA_DIR: directory },
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe"
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

/** The same, of a command that must do what it is told. */
const done = async (directory: string, program: Program, args: ReadonlyArray<string>, input = "") => {
  const { code, err, out } = await command(directory, program, args, input)
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

/** Signs in as a browser does that keeps cookies, and gives the code. */
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

/** Seconds until calls with the token have the status. */
const until = async (service: ServiceProcess.ServiceProcess, access: string, status: number) => {
  const at = performance.now()
  while ((await statusWith(service, access)) !== status) {
    if (performance.now() - at > 90_000) return Infinity
    await Bun.sleep(250)
  }
  return (performance.now() - at) / 1000
}

/** In force within this many seconds. */
const inForce = 60

test("from the first user to a revoked one: link, client, page, code, tokens, replay, revocation", async () => {
  const directory = place("data")
  expect(await done(directory, "Client", ["add", "--id", "excel", "--redirect", redirectUri])).toBe("excel was added")
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
  expect(await done(directory, "User", ["add", "bert"], `${password}\n`)).toBe("bert was added")
  expect(await done(directory, "User", ["list"])).toBe("ada\nbert")

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
  await Bun.sleep(1000)
  await done(directory, "User", ["revoke", "ada"])
  expect(await refresh(service, before.body)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect(await until(service, before.body["access_token"]!, 401)).toBeLessThan(inForce)
  expect(await statusWith(service, byCommand)).toBe(401)
  const after = await redeem(service, await signIn(service, "ada"))
  expect(await statusWith(service, after.body["access_token"]!)).toBe(200)
  expect(await statusWith(service, other.body["access_token"]!)).toBe(200)

  await done(directory, "User", ["password", "ada"], "another password\n")
  expect(await signIn(service, "ada")).toBe(401)
  expect(await signIn(service, "ada", "another password")).toBeString()
  await done(directory, "User", ["remove", "bert"])
  expect(await signIn(service, "bert")).toBe(401)
  expect(await refresh(service, other.body)).toMatchObject({ status: 400 })
  await done(directory, "Client", ["remove", "excel"])
  expect(await token(service, { grant_type: "refresh_token", refresh_token: "x" })).toMatchObject({ status: 401 })
  expect(service.log()).not.toContain(password)
  await service.stop()

  const again = await serve(directory)
  expect(again.log()).not.toContain("first-user")
  await again.stop()
})

test("keys are replaced while it serves; with --now nothing from before is good", async () => {
  const directory = place("keys")
  const service = await serve(directory)
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const upload = (await client.call("GET", "/v1/files/upload-url")).json as unknown as { uploadUrl: string }
  const put = () => fetch(`${service.url}${new URL(upload.uploadUrl).pathname}`, { method: "PUT", body: "ISO" })
  const old = await service.token("ada")
  expect(await done(directory, "Keys", ["rotate"])).toMatch(
    /^new keys; those before hold for tokens until \d{4}-.*Z, for URLs for seven days$/
  )
  const fresh = await service.token("ada")
  expect(await until(service, fresh, 200)).toBeLessThan(inForce)
  expect(await statusWith(service, old)).toBe(200)
  expect((await put()).status).toBe(200)
  expect(await done(directory, "Keys", ["rotate", "--now"])).toBe("new keys; those before hold no more")
  expect(await until(service, fresh, 401)).toBeLessThan(inForce)
  expect(await statusWith(service, old)).toBe(401)
  expect(await until(service, await service.token("ada"), 200)).toBeLessThan(inForce)
  const at = performance.now()
  while ((await put()).status !== 403 && performance.now() - at < 90_000) await Bun.sleep(250)
  expect((performance.now() - at) / 1000).toBeLessThan(inForce)
  await service.stop()
})

test("a backup keeps users and clients", async () => {
  const directory = place("before")
  await done(directory, "Client", [
    "add",
    "--id",
    "excel",
    "--redirect",
    redirectUri,
    "--scope",
    "models:read projects:read"
  ])
  await done(directory, "User", ["add", "ada"], password)
  const [file, restored] = [place("backup"), place("after")]
  await done(directory, "Backup", [file])
  await done(restored, "Restore", [file])
  const service = await serve(restored)
  expect(service.log()).not.toContain("first-user")
  expect(await redeem(service, await signIn(service, "ada"))).toMatchObject({ status: 200 })
  await service.stop()
})

test("a client with a secret is shown it once", async () => {
  const directory = place("secret")
  const secret = await done(directory, "Client", ["add", "--id", "server", "--redirect", redirectUri, "--secret"])
  expect(secret).toMatch(/^[\w-]{43}$/)
  const listed = await done(directory, "Client", ["list"])
  expect(listed).toContain("server\t")
  expect(listed).not.toContain(secret)
})

describe("wrong calls: one line, exit 2; what is there or not there: one line, exit 1", () => {
  const directory = place("wrong")
  const add = ["add", "--id", "excel", "--redirect", redirectUri]
  const table: ReadonlyArray<readonly [Program, ReadonlyArray<string>, string, number]> = [
    ["Client", [], "", 2],
    ["Client", ["add"], "", 2],
    ["Client", ["add", "--id", "excel"], "", 2],
    ["Client", ["add", "--id", "a b", "--redirect", redirectUri], "", 2],
    ["Client", [...add.slice(0, 4), "javascript:alert(1)"], "", 2],
    ["Client", [...add.slice(0, 4), "/back"], "", 2],
    ["Client", [...add.slice(0, 4), "https://a.test/#x"], "", 2],
    ["Client", [...add, "--scope", "everything"], "", 2],
    ["Client", [...add, "--scope", " "], "", 2],
    ["Client", ["remove"], "", 2],
    ["Client", ["remove", "none"], "", 1],
    ["User", ["add"], "", 2],
    ["User", ["add", "ada", "bert"], "", 2],
    ["User", ["add", " ada"], "long enough", 2],
    ["User", ["add", "ada"], "short", 2],
    ["User", ["add", "ada"], "", 2],
    ["User", ["add", "ada"], "x".repeat(1025), 2],
    ["User", ["password", "nobody"], "long enough", 1],
    ["User", ["remove", "nobody"], "", 1],
    ["User", ["destroy", "ada"], "", 2],
    ["Keys", [], "", 2],
    ["Keys", ["rotate", "--soon"], "", 2]
  ]
  for (const [program, args, input, code] of table) {
    test(`${program} ${args.join(" ")}`, async () => {
      const answer = await command(directory, program, args, input)
      expect({ code: answer.code, out: answer.out }).toEqual({ code, out: "" })
      expect(answer.err).toMatch(/^(?:client|user|keys): [^\n]+\n$/)
    })
  }

  test("what is there already", async () => {
    await done(directory, "Client", add)
    await done(directory, "User", ["add", "ada"], "long enough")
    expect(await command(directory, "Client", add)).toMatchObject({
      code: 1,
      err: "client: there is a client excel already\n"
    })
    expect(await command(directory, "User", ["add", "ada"], "long enough")).toMatchObject({
      code: 1,
      err: "user: there is a user ada already\n"
    })
  })
})
