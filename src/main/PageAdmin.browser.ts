/* The administration of the service on the page. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as McpUser from "../http/testing/McpUser.ts"
import * as SampleFiles from "./sample/SampleFiles.ts"
import * as Browser from "./testing/Browser.ts"
import * as Commands from "./testing/Commands.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn, submitted } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

/** A file that is received and then cannot be imported. */
const withoutProject =
  "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"

const root = mkdtempSync(join(tmpdir(), "plinth-admin-page-"))
const directory = join(root, "data")
let service: ServiceProcess.ServiceProcess
let origin = ""
let operator: ServiceClient.ServiceClient
let browser: PageBrowser.PageBrowser
/** The browser of the user whom the operator adds. */
let nora: PageBrowser.PageBrowser

const command = (name: Commands.CommandName, args: ReadonlyArray<string>, input = "") =>
  Commands.spawned(name, args, { cwd: root, environment: { DATA_DIR: directory }, input })

beforeAll(async () => {
  service = await ServiceProcess.start({ directory, environment: { CLIENT_REGISTRATION: "open" } })
  origin = `http://localhost:${service.port}`
  await command("user", ["add", "root", "--operator"], `${ServiceProcess.userPassword}\n`)
  const token = await command("token", ["--user", "root", "--scope", "admin projects:read"])
  operator = ServiceClient.make(service.url, token.out.trim())
  const ada = ServiceClient.make(service.url, await service.token("ada"))
  const project = await ada.createProject("Tower")
  const house = await Bun.file(SampleFiles.source).bytes()
  await ada.ended(await ada.startImport(project, "House", house))
  await ada.ended(await ada.startImport(project, "Broken", new TextEncoder().encode(withoutProject)))
  browser = await PageBrowser.open({ origin })
  nora = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "root")
})
afterAll(async () => {
  await browser.close()
  await nora.close()
  await service.stop()
  rmSync(root, { recursive: true, force: true })
})

const clean = (name: string, of = browser) => PageLooks.clean(of, name)

const cleanEverywhere = (name: string) => PageLooks.cleanEverywhere(browser, name)

const dialog = () => browser.page.locator("dialog")
const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click()
const rowOf = (text: string) => browser.page.getByRole("row").filter({ hasText: text })
const part = async (name: string) => {
  await browser.page.getByRole("navigation").getByRole("button", { name, exact: true }).click()
  await browser.page.getByRole("heading", { name, exact: true, level: 2 }).waitFor()
  await browser.page.getByRole("table").first().waitFor()
}

/** Copies what the dialog shows once, and closes it. */
const copied = async () => {
  const secret = await dialog().locator("code").textContent()
  await press("Done")
  await dialog().waitFor({ state: "detached" })
  expect(await browser.page.content()).not.toContain(secret!)
  return secret!
}

/** Sets a password by a link, which also signs the user in. */
const passwordSet = async (link: string) => {
  await nora.page.goto(link)
  await nora.page.getByText("nora").waitFor()
  await nora.page.getByLabel("Password").fill(ServiceProcess.userPassword)
  await nora.page.getByRole("button", { name: "Set the password" }).click()
}

test("an operator reaches the administration by the account menu, and adds a user by a link that is shown once", async () => {
  const { page } = browser
  await page.locator(".account > summary").click()
  await page.getByRole("link", { name: "Administration" }).click()
  await rowOf("ada").waitFor()
  expect(await rowOf("root").innerText()).toMatch(/you.*Operator/s)
  await cleanEverywhere("admin-users")
  await page.getByRole("button", { name: "Add user" }).click()
  await dialog().getByLabel("User name").fill("nora")
  await clean("admin-user-new")
  await press("Add user")
  await page.getByRole("heading", { name: "The link is made" }).waitFor()
  await clean("admin-user-link")
  const link = await copied()
  await rowOf("nora").getByText("Never").waitFor()
  await passwordSet(link)
  await nora.page.locator(".card").first().waitFor()
  expect((await fetch(link, { headers: { accept: "text/html" } })).ok).toBe(false)
  await page.getByRole("button", { name: "Add user" }).click()
  await dialog().getByLabel("User name").fill("nora")
  await press("Add user")
  await dialog().getByRole("alert").getByText("DuplicateName").waitFor()
  await press("Cancel")
  await browser.settled()
  expect(browser.faults.filter((fault) => !/400/.test(fault))).toEqual([])
  browser.forget()
})

test("a user who is no operator sees no link and gets a sentence, and the service is not asked", async () => {
  const { page } = nora
  const asked: Array<string> = []
  page.on("request", (request) => asked.push(...(request.url().includes("/v1/admin") ? [request.url()] : [])))
  await page.locator(".account > summary").click()
  await page.getByRole("link", { name: "Tokens for programs" }).waitFor()
  expect(await page.getByRole("link", { name: "Administration" }).count()).toBe(0)
  await page.goto(`${origin}/app/admin?tab=audit`)
  await page.getByRole("heading", { name: "This area is for operators of the service" }).waitFor()
  await nora.settled()
  expect(asked).toEqual([])
  await clean("admin-not", nora)
})

test("a password link replaces a password, and a revocation signs the user out", async () => {
  const { page } = browser
  await page.getByRole("button", { name: "Make a password link for nora" }).click()
  await clean("admin-password")
  await press("Make the link")
  await page.getByRole("heading", { name: "The link is made" }).waitFor()
  await passwordSet(await copied())
  await nora.page.locator(".card").first().waitFor()
  await page.getByRole("button", { name: "Revoke everything of nora" }).click()
  await dialog().getByText("Ends all sign-ins").waitFor()
  await clean("admin-revoke")
  await press("Revoke")
  await page.getByRole("status").getByText("nora is signed out everywhere.").waitFor()
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Users")
  await nora.page.goto(`${origin}/app/`)
  await submitted(nora.page, "nora")
  await nora.page.locator(".card").first().waitFor()
})

test("the storage shows the bytes that the API gives", async () => {
  await part("Storage")
  const { json } = await operator.call("GET", "/v1/admin/storage")
  const projects = json["projects"]! as ReadonlyArray<{ name: string; projectId: string; fileBytes: number }>
  const tower = projects.find(({ name }) => name === "Tower")!
  expect(tower.fileBytes).toBeGreaterThan(1000)
  const shown = rowOf("Tower").locator("data")
  expect(Number(await shown.getAttribute("value"))).toBe(tower.fileBytes)
  expect(await rowOf("Files of all projects").locator("data").getAttribute("value")).toBe(String(json["fileBytes"]))
  await rowOf("Free on the disk").waitFor()
  await cleanEverywhere("admin-storage")
})

test("a client is added with a secret that is shown once, and deleted", async () => {
  const { page } = browser
  await page.getByRole("navigation").getByRole("button", { name: "Clients", exact: true }).click()
  await page.getByRole("heading", { name: "No clients yet" }).waitFor()
  await clean("admin-clients-none")
  await page.getByRole("button", { name: "Add client" }).click()
  await dialog().getByLabel("Client id").fill("scheduler")
  await dialog().getByLabel("Redirect URLs").fill("example.org/back")
  await dialog().getByLabel("It has a secret").check()
  await press("Add client")
  await dialog().getByRole("alert").getByText("redirectUris/0").first().waitFor()
  await dialog().getByLabel("Redirect URLs").fill("https://example.org/back\nhttp://localhost:9000/back")
  await press("Add client")
  await page.getByRole("heading", { name: "The client is added" }).waitFor()
  expect((await copied()).length).toBeGreaterThan(20)
  expect(await rowOf("scheduler").innerText()).toMatch(/https:\/\/example\.org\/back.*models:write.*Yes/s)
  await browser.settled()
  expect(browser.faults.filter((fault) => !/400/.test(fault))).toEqual([])
  browser.forget()
  await cleanEverywhere("admin-clients")
  await page.getByRole("button", { name: "Delete scheduler" }).click()
  await press("Delete")
  await page.getByRole("heading", { name: "No clients yet" }).waitFor()
})

test("operations of all projects show times, states and codes without names, the audit and the health are shown", async () => {
  const { page } = browser
  await part("Operations")
  expect(await rowOf("InvalidModelFile").innerText()).toMatch(/Import.*ada.*Failed/s)
  expect(await page.locator("main").innerText()).not.toMatch(/Broken|House/)
  await cleanEverywhere("admin-operations")
  await part("Audit")
  await rowOf("Started an operation").first().waitFor()
  await rowOf("Revoked what a user was given").filter({ hasText: "nora" }).first().waitFor()
  await cleanEverywhere("admin-audit")
  await part("Health")
  await page.getByText("The service is ready").waitFor()
  expect(await rowOf("Database").innerText()).toMatch(/Works/)
  await cleanEverywhere("admin-health")
})

/** Registers a program, which Ada signs in to; returns its client id and its token. */
const agreed = async (name: string) => {
  const redirect_uri = "http://127.0.0.1:53412/back"
  const metadata = { client_name: name, redirect_uris: [redirect_uri], scope: "models:read projects:read" }
  const made = await fetch(`${origin}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata)
  })
  const { client_id } = (await made.json()) as { readonly client_id: string }
  const verifier = "v".repeat(43)
  const code_challenge = createHash("sha256").update(verifier).digest("base64url")
  const asked = { client_id, redirect_uri, code_challenge, code_challenge_method: "S256" }
  const isBack = (url: URL) => url.href.startsWith(redirect_uri)
  const ada = Browser.open()
  const page = await ada.go(`${origin}/v1/auth/authorize?${new URLSearchParams(asked).toString()}`, isBack)
  const [, request] = /name="request" value="([^"]+)"/.exec(page.html)!
  const typed = { request: request!, decision: "allow", user: "ada", password: ServiceProcess.userPassword }
  const { searchParams } = (await ada.submit(page, typed, isBack)).url
  const grant = { grant_type: "authorization_code", client_id, redirect_uri, code_verifier: verifier }
  const answer = await fetch(`${origin}/v1/auth/token`, {
    method: "POST",
    body: new URLSearchParams({ ...grant, code: searchParams.get("code")! })
  })
  return { id: client_id, token: ((await answer.json()) as { readonly access_token: string }).access_token }
}

test("the audit shows which program acted for which person, and the clients show its name as claimed", async () => {
  const { page } = browser
  await service.user("ada")
  const { id, token } = await agreed("Survey <b>agent</b>")
  const program = await McpUser.connected(origin, token)
  const { structure } = await program.call("list_projects")
  const [project] = structure["projects"] as ReadonlyArray<{ readonly id: string }>
  expect((await program.call("list_locations", { projectId: project!.id })).error).toBe("InsufficientScope")
  await program.close()
  // Refusals are written a moment later.
  while (!(await operator.call("GET", "/v1/admin/audit")).text.includes("InsufficientScope")) await Bun.sleep(50)
  await part("Audit")
  const labels = await page.locator("thead th").allTextContents()
  const shown = (text: string) => rowOf(text).first().locator("td, th").allTextContents()
  const refused = await shown("InsufficientScope")
  const of = (row: ReadonlyArray<string>, label: string) => row[labels.indexOf(label)]!.trim()
  expect([of(refused, "Person"), of(refused, "Program")]).toEqual(["ada", `${id} by MCP`])
  const allowed = await shown("Allowed a program")
  expect(["Person", "Program", "Object"].map((label) => of(allowed, label))).toEqual(["ada", "", id])
  const looked = await shown("Listed the operations")
  expect([of(looked, "Person"), of(looked, "Program")]).toEqual(["root", "app"])
  await cleanEverywhere("admin-audit-program")
  await part("Clients")
  expect(await rowOf(id).innerText()).toMatch(/Registered itself.*Calls itself “Survey <b>agent<\/b>”/s)
  await cleanEverywhere("admin-clients-registered")
})

test("the audit is in German too", async () => {
  const german = await PageBrowser.open({ origin, locale: "de-DE" })
  await signIn(german.page, service, "root")
  await german.page.goto(`${origin}/app/admin?tab=audit`)
  await german.page.getByRole("columnheader", { name: "Programm", exact: true }).waitFor()
  expect(await german.page.getByRole("row").filter({ hasText: "InsufficientScope" }).innerText()).toContain("über MCP")
  const done = german.page.getByRole("row").filter({ hasText: "Vorgang gestartet" }).first()
  await done.waitFor()
  // A word is in one line.
  const height = async (text: string) => (await done.getByText(text, { exact: true }).boundingBox())!.height
  expect(await height("Ausgeführt")).toBeLessThan(30)
  await clean("admin-audit-german", german)
  await german.close()
})

test("a long list has pages, which the address keeps", async () => {
  const { page } = browser
  for (let n = 0; n < 60; n++) await operator.call("GET", "/v1/admin/health")
  await page.goto(`${origin}/app/admin?tab=audit`)
  await page.getByText(/^1 to 50 of \d+$/).waitFor()
  await page.getByRole("button", { name: "Next" }).click()
  await page.getByText(/^51 to \d+ of \d+$/).waitFor()
  expect(new URL(page.url()).searchParams.get("page")).toBe("2")
  await page.goBack()
  await page.getByText(/^1 to 50 of \d+$/).waitFor()
})

test("a user without an account cannot get a password link", async () => {
  const { page } = browser
  await ServiceClient.make(service.url, await service.token("bert")).call("GET", "/v1/projects")
  await part("Users")
  await page.getByRole("button", { name: "Make a password link for bert" }).click()
  await press("Make the link")
  await dialog().getByRole("alert").getByText("This user has no account here").waitFor()
  await press("Cancel")
  await browser.settled()
  expect(browser.faults.filter((fault) => !/404/.test(fault))).toEqual([])
  browser.forget()
})

test("a user is deleted after the consequences were named; the last operator cannot be", async () => {
  const { page } = browser
  await page.getByRole("button", { name: "Delete nora" }).click()
  await dialog().getByText("Memberships and everything that the user made stay").waitFor()
  await clean("admin-user-delete")
  await press("Delete")
  await page.getByRole("status").getByText("nora has no account any more.").waitFor()
  await rowOf("nora").waitFor({ state: "detached" })
  await rowOf("root").waitFor()
  await page.getByRole("button", { name: "Delete root" }).click()
  await press("Delete")
  await dialog().getByRole("alert").getByText("The last operator cannot be deleted").waitFor()
  await press("Cancel")
  await browser.settled()
  expect(browser.faults.filter((fault) => !/400/.test(fault))).toEqual([])
  browser.forget()
})

test("web storage has nothing of the administration, and a user who is no operator any more is told", async () => {
  const { page } = browser
  expect(
    await page.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")
  ).toBe('[{},{},""]')
  const refused = { type: "urn:plinth:error:forbidden", title: "Forbidden", detail: "This is for operators." }
  await page.route("**/v1/admin/**", (route) => route.fulfill({ status: 403, json: refused }))
  await page.goto(`${origin}/app/admin`)
  await page.getByRole("alert").getByText("This is for operators.").waitFor()
  await page.unroute("**/v1/admin/**")
  await page.getByRole("button", { name: "Try again" }).click()
  await rowOf("ada").waitFor()
  expect(browser.faults.filter((fault) => !/403/.test(fault))).toEqual([])
  browser.forget()
})
