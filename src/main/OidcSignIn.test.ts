import { afterAll, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { asking, askingOnce, audience } from "../../scripts/backends/OidcNames.ts"
import * as Browser from "./testing/Browser.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-oidc-sign-in-"))
const started: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  for (const { child, pid } of started) {
    ServiceProcess.kill(pid)
    await child.exited
  }
  rmSync(root, { recursive: true, force: true })
})

type Environment = Readonly<Record<string, string>>

/** What a command prints, and how it ends. */
const command = async (
  environment: Environment,
  directory: string,
  program: string,
  ...args: ReadonlyArray<string>
) => {
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, `${program}.ts`), ...args], {
    cwd: root,
    env: { ...environment, DATA_DIR: directory },
    stdin: Buffer.from("correct horse battery\n"),
    stdout: "pipe",
    stderr: "pipe"
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

const redirectUri = "https://addin.test/back"
const isBack = (url: URL) => url.href.startsWith(redirectUri)
const verifier = randomBytes(32).toString("base64url")
const challenge = createHash("sha256").update(verifier).digest("base64url")

/** A service with a client, on a provider. */
const serve = async (environment: Environment) => {
  const directory = join(root, crypto.randomUUID())
  const added = await command(environment, directory, "Client", "add", "--id", "excel", "--redirect", redirectUri)
  expect(added).toEqual({ code: 0, out: "excel was added", err: "" })
  const service = await ServiceProcess.start({ directory, environment })
  started.push(service)
  return service
}
type Service = ServiceProcess.ServiceProcess

const request = (
  service: Service,
  scope = "models:read projects:read",
  more: Readonly<Record<string, string>> = {}
) => {
  const asked = { client_id: "excel", redirect_uri: redirectUri, scope, state: "s", ...more }
  const proof = { code_challenge: challenge, code_challenge_method: "S256" }
  // As the service calls itself: cookies are the host's.
  return `http://localhost:${service.port}/v1/auth/authorize?${new URLSearchParams({ ...asked, ...proof }).toString()}`
}

const token = async ({ url }: Service, body: Readonly<Record<string, string>>) => {
  const response = await fetch(`${url}/v1/auth/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: "excel", ...body })
  })
  const { status } = response
  return { status, headers: response.headers, body: (await response.json()) as Record<string, string> }
}

const redeem = (service: Service, code: string | null) =>
  token(service, {
    grant_type: "authorization_code",
    code: code ?? "",
    redirect_uri: redirectUri,
    code_verifier: verifier
  })

const refresh = (service: Service, of: Readonly<Record<string, string>>) =>
  token(service, { grant_type: "refresh_token", refresh_token: of["refresh_token"]! })

const statusWith = async ({ url }: Service, access: string | undefined) =>
  (await ServiceClient.make(url, access!).call("GET", "/v1/projects")).status

/** Whether any row of the sign-ins, or any byte of the files of the database, has one of the texts. */
const isStored = ({ directory }: Service, ...texts: ReadonlyArray<string>) => {
  const db = new Database(join(directory, "plinth.sqlite"), { readonly: true })
  const rows = db.query("SELECT * FROM sign_ins").all() as ReadonlyArray<Record<string, unknown>>
  db.close()
  const values = rows.flatMap((row) => Object.values(row))
  const files = ["plinth.sqlite", "plinth.sqlite-wal"].map((name) => readFileSync(join(directory, name), "latin1"))
  const shown = values.map((it) => (it instanceof Uint8Array ? Buffer.from(it).toString("latin1") : String(it)))
  return texts.some((text) => [...shown, ...files].some((held) => held.includes(text)))
}

type Stop = (url: URL) => boolean

/** What a user types into a page of a provider. */
type Typed = (page: Browser.Page) => Readonly<Record<string, string>>

/** From a URL through the pages of a provider, as far as it asks. */
const through = async (browser: ReturnType<typeof Browser.open>, url: string, typed: Typed, stop: Stop) => {
  let page = await browser.go(url, stop)
  while (!stop(page.url)) {
    if (!page.html.includes("<form")) throw new Error(`${page.url.href} has no form: ${page.html.slice(-300)}`)
    page = await browser.submit(page, typed(page), stop)
  }
  return page.url
}

const subjectOf = (access: string) =>
  (JSON.parse(Buffer.from(access.split(".")[1]!, "base64url").toString()) as { readonly sub: string }).sub

/** What holds at any provider. */
const wholeFlow = (name: string, environment: Environment, typed: Typed) => {
  test(`${name}: from the client's request to a revoked user`, async () => {
    const service = await serve(environment)
    const signIn = async (browser = Browser.open()) => {
      const { href, searchParams } = await through(browser, request(service), typed, isBack)
      expect([href.split("?")[0], searchParams.get("state")]).toEqual([redirectUri, "s"])
      expect(searchParams.get("error_description")).toBeNull()
      return searchParams.get("code")
    }
    expect(service.log()).not.toContain("first-user")
    const code = await signIn()
    const first = await redeem(service, code)
    expect(first).toMatchObject({ status: 200, body: { token_type: "Bearer", scope: "projects:read models:read" } })
    expect(Number(first.body["expires_in"])).toBeWithin(200, 301)
    const access = first.body["access_token"]!
    expect(await statusWith(service, access)).toBe(200)
    expect(isStored(service, access, access.split(".")[2]!, code!, first.body["refresh_token"]!)).toBe(false)
    const second = await refresh(service, first.body)
    expect(second.status).toBe(200)
    const third = await refresh(service, second.body)
    expect([third.status, await statusWith(service, third.body["access_token"])]).toEqual([200, 200])
    // One that was used ends the sign-in.
    expect(await refresh(service, first.body)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(await refresh(service, third.body)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })

    const before = await redeem(service, await signIn())
    const held = await signIn()
    const subject = subjectOf(before.body["access_token"]!)
    // Tokens and revocations have whole seconds.
    await Bun.sleep(1001 - (Date.now() % 1000))
    expect((await command(environment, service.directory, "User", "revoke", subject)).code).toBe(0)
    expect(await refresh(service, before.body)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(await redeem(service, held)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    // The service reads revocations from time to time.
    while ((await statusWith(service, before.body["access_token"])) !== 401) await Bun.sleep(250)
    const after = await redeem(service, await signIn())
    expect(await statusWith(service, after.body["access_token"])).toBe(200)

    for (const verb of ["add", "password"]) {
      expect(await command(environment, service.directory, "User", verb, "ada")).toEqual({
        code: 1,
        out: "",
        err: "user: with AUTH=oidc the users and their passwords are the provider's"
      })
    }
    expect((await command(environment, service.directory, "Client", "remove", "excel")).code).toBe(0)
    expect((await refresh(service, after.body)).status).toBe(401)
    for (const secret of [access, environment["OIDC_CLIENT_SECRET"]!, code!])
      expect(service.log()).not.toContain(secret)
    await service.stop()
  })

  test(`${name}: a callback by another way gives no code`, async () => {
    const service = await serve(environment)
    /** A browser at the end of its way, where the provider sends it back. */
    const returning = async () => {
      const start = await fetch(request(service), { redirect: "manual" })
      const cookie = start.headers.getSetCookie()[0]!.split(";")[0]!
      const isCallback = (url: URL) => url.pathname === "/v1/auth/callback"
      const url = await through(Browser.open(), start.headers.get("location")!, typed, isCallback)
      return { cookie, url }
    }
    const come = async (url: URL, cookie: string) => {
      const answer = await fetch(`${service.url}${url.pathname}${url.search}`, {
        redirect: "manual",
        headers: { cookie }
      })
      const location = answer.headers.get("location")
      return { status: answer.status, told: location === null ? null : new URL(location).searchParams }
    }
    const withParameter = (url: URL, name: string, value: string) => {
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      return changed
    }
    const [mine, theirs] = [await returning(), await returning()]
    // Another browser, no browser, another state.
    expect((await come(mine.url, "")).status).toBe(403)
    expect((await come(mine.url, theirs.cookie)).status).toBe(403)
    expect(
      (await come(withParameter(mine.url, "state", theirs.url.searchParams.get("state")!), mine.cookie)).status
    ).toBe(403)
    // Another issuer, as in a mix-up (RFC 9207).
    const mixedUp = await come(withParameter(mine.url, "iss", "https://evil.test"), mine.cookie)
    expect([mixedUp.told?.get("error"), mixedUp.told?.has("code")]).toEqual(["server_error", false])
    // The code of another sign-in, whose nonce and verifier are others.
    const injected = await come(withParameter(mine.url, "code", theirs.url.searchParams.get("code")!), mine.cookie)
    expect([injected.told?.get("error"), injected.told?.has("code")]).toEqual(["server_error", false])
    const good = await returning()
    const first = await come(good.url, good.cookie)
    expect(first.told?.has("code")).toBe(true)
    const again = await come(good.url, good.cookie)
    expect([again.told?.get("error"), again.told?.has("code")]).toEqual(["server_error", false])
    for (const wrong of [{ redirect_uri: "https://evil.test" }, { client_id: "nobody" }]) {
      const answer = await fetch(request(service, "", wrong), { redirect: "manual" })
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null])
    }
    await service.stop()
  })
}

const issuer = process.env["TEST_OIDC_ISSUER"]
const folder = process.env["TEST_OIDC_FOLDER"]
if (issuer === undefined || folder === undefined) {
  test.skip("sign-in by oidc-provider: TEST_OIDC_ISSUER and TEST_OIDC_FOLDER name none", () => {})
} else {
  const environment = {
    AUTH: "oidc",
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: audience,
    OIDC_CLIENT_ID: asking.client_id,
    OIDC_CLIENT_SECRET: asking.client_secret,
    OIDC_SCOPES: "offline_access projects:read projects:write models:read models:write libraries:read libraries:write"
  }
  const typedAs =
    (login: string, answer = "agree"): Typed =>
    ({ html }) =>
      html.includes('name="login"') ? { login } : { answer }
  wholeFlow("oidc-provider", environment, typedAs("ann"))

  const back = async (service: Service, typed: Typed) =>
    (await through(Browser.open(), request(service), typed, isBack)).searchParams

  test("oidc-provider: a user who refuses, an unknown client, a client without refresh tokens", async () => {
    const service = await serve(environment)
    const denied = await back(service, typedAs("ann", "no"))
    expect([denied.get("error"), denied.get("state"), denied.has("code")]).toEqual(["access_denied", "s", false])
    await service.stop()
    const secret = { ...environment, OIDC_CLIENT_SECRET: "another" }
    const other = await serve(secret)
    const refused = await back(other, typedAs("ann"))
    expect([refused.get("error"), refused.has("code")]).toEqual(["server_error", false])
    await other.stop()
    const { OIDC_CLIENT_ID: _, OIDC_CLIENT_SECRET: __, ...without } = environment
    const none = await serve(without)
    const told = await back(none, typedAs("ann"))
    expect([told.get("error"), told.get("error_description")]).toEqual([
      "server_error",
      "Nobody can sign in: the service is no client of the provider (OIDC_CLIENT_ID)."
    ])
    await none.stop()
    const { OIDC_SCOPES: ___, ...chosen } = environment
    const names = { OIDC_CLIENT_ID: askingOnce.client_id, OIDC_CLIENT_SECRET: askingOnce.client_secret }
    const once = await serve({ ...chosen, ...names })
    const { body, status } = await redeem(once, (await back(once, typedAs("ann"))).get("code"))
    expect([status, body["scope"], "refresh_token" in body]).toEqual([200, "projects:read models:read", false])
    expect(await statusWith(once, body["access_token"])).toBe(200)
    await once.stop()
  })

  test("oidc-provider: while it is stopped a refresh is 503 and loses nothing; two users stay separate", async () => {
    const service = await serve(environment)
    const [ann, bob] = [
      await redeem(service, (await back(service, typedAs("ann"))).get("code")),
      await redeem(service, (await back(service, typedAs("bob"))).get("code"))
    ]
    expect([ann, bob].map(({ body }) => subjectOf(body["access_token"]!))).toEqual(["ann", "bob"])
    const provider = Number(readFileSync(join(folder, "oidc.pid"), "utf8"))
    process.kill(provider, "SIGSTOP")
    try {
      const away = await refresh(service, ann.body)
      expect([away.status, away.headers.get("retry-after"), away.body["error"]]).toEqual([
        503,
        "2",
        "temporarily_unavailable"
      ])
      expect(await statusWith(service, ann.body["access_token"])).toBe(200)
    } finally {
      process.kill(provider, "SIGCONT")
    }
    const next = await refresh(service, bob.body)
    expect([next.status, subjectOf(next.body["access_token"]!)]).toEqual([200, "bob"])
    await service.stop()
    // The families live in the storage.
    const again = await ServiceProcess.start({ directory: service.directory, environment })
    started.push(again)
    expect((await refresh(again, next.body)).status).toBe(200)
    await again.stop()
  })
}

const keycloak = process.env["TEST_KEYCLOAK_ISSUER"]
if (keycloak === undefined) {
  test.skip("sign-in by Keycloak: TEST_KEYCLOAK_ISSUER names none", () => {})
} else {
  wholeFlow(
    "Keycloak",
    {
      AUTH: "oidc",
      OIDC_ISSUER: keycloak,
      OIDC_AUDIENCE: audience,
      OIDC_CLIENT_ID: "plinth",
      OIDC_CLIENT_SECRET: "plinth-secret"
    },
    () => ({ username: "ann", password: "ann-secret" })
  )
}
