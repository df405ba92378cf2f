/* Tokens for programs on the page, in a real browser. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser
let projectId = ""
let secret = ""

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  const token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  projectId = String((await client.call("POST", "/v1/projects", { body: { name: "Tower" } })).json["id"])
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = (name: string) => PageLooks.clean(browser, name)

const dialog = () => browser.page.locator("dialog")

/** Returns the status of a request of a program with the token that the page has shown. */
const statusOf = async (path: string) =>
  (await fetch(`${service.url}/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })).status

test("the account menu leads to the tokens; a new one is shown once and copied", async () => {
  const { page } = browser
  await page.locator(".account > summary").click()
  await page.getByRole("link", { name: "Tokens for programs" }).click()
  await page.getByRole("heading", { name: "No tokens yet" }).waitFor()
  expect(await page.locator(".account[open]").count()).toBe(0)
  await clean("tokens-none")
  await page.getByRole("button", { name: "New token" }).click()
  await dialog().getByLabel("Name").fill("Nightly export")
  await dialog().getByLabel("Only these").check()
  await dialog().getByLabel("Tower").check()
  await clean("tokens-new")
  await dialog().getByRole("button", { name: "Create" }).click()
  await page.getByRole("heading", { name: "The token is made" }).waitFor()
  await clean("tokens-made")
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await dialog().getByRole("button", { name: "Copy token" }).click()
  await dialog().getByRole("button", { name: "Copied" }).waitFor()
  secret = await page.evaluate<string>("navigator.clipboard.readText()")
  expect(secret).toMatch(/^plinth_[0-9A-Za-z]{40}$/)
  await dialog().getByRole("button", { name: "Done" }).click()
  const row = page.getByRole("row").filter({ hasText: "Nightly export" })
  expect(await row.innerText()).toMatch(/projects:read models:read.*Tower.*Never/s)
  expect(await page.content()).not.toContain(secret)
  await clean("tokens-list")
  expect([await statusOf(`/projects/${projectId}`), await statusOf("/tokens")]).toEqual([200, 403])
})

test("Owners of a project see the token and can exclude it", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/projects/${projectId}?tab=members`)
  await page.getByRole("button", { name: "Shut out: Nightly export" }).click()
  await dialog().getByRole("button", { name: "Shut out" }).click()
  await page.getByText("No token for programs reaches this project.").waitFor()
  await clean("tokens-shut-out")
  expect(await statusOf(`/projects/${projectId}`)).toBe(404)
})

test("a token that is deleted is refused", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/tokens`)
  await page.getByText("None any more").waitFor()
  await page.getByRole("button", { name: "Delete Nightly export" }).click()
  await dialog().getByRole("button", { name: "Delete" }).click()
  await page.getByRole("heading", { name: "No tokens yet" }).waitFor()
  expect(await statusOf("/projects")).toBe(401)
  await clean("tokens-deleted")
})
