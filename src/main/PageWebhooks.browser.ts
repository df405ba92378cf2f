/* Webhooks on the page, in a real browser. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { webhookReceiver } from "../http/testing/WebhookReceiver.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const receiver = webhookReceiver()
let service: ServiceProcess.ServiceProcess
let client: ServiceClient.ServiceClient
let browser: PageBrowser.PageBrowser
let place = ""
let path = ""

beforeAll(async () => {
  service = await ServiceProcess.start({
    environment: { WEBHOOK_PRIVATE: "true" }
  })
  const origin = `http://localhost:${service.port}`
  client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Tower")
  path = `/v1/projects/${projectId}`
  place = `${origin}/app/projects/${projectId}`
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  await receiver.stop()
})

const dialog = () => browser.page.locator("dialog")

const clean = (name: string) => PageLooks.cleanInBoth(browser, name)

/** Returns the secret that the dialog shows, and closes it. */
const shownSecret = async (): Promise<string> => {
  await browser.page.getByRole("heading", { name: "The secret of the webhook" }).waitFor()
  const secret = await dialog().locator("code").innerText()
  await dialog().getByRole("button", { name: "Done" }).click()
  return secret
}

test("an Owner adds a webhook, whose secret is shown once and signs what it sends", async () => {
  const { page } = browser
  await page.goto(place)
  await page.getByRole("button", { name: "Webhooks" }).click()
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor()
  await clean("webhooks-none")
  await page.getByRole("button", { name: "New webhook" }).click()
  await dialog().getByLabel("URL").fill("ftp://example.com/")
  await dialog().getByRole("button", { name: "Create" }).click()
  await dialog().getByRole("alert").waitFor()
  expect(await dialog().getByRole("alert").innerText()).toContain("TargetRefused")
  browser.forget()
  await dialog().getByLabel("URL").fill(receiver.url)
  await dialog().getByLabel("Events").fill("project.*, member.changed")
  await dialog().getByLabel("Description").fill("Warehouse")
  await clean("webhooks-new")
  await dialog().getByRole("button", { name: "Create" }).click()
  const secret = await shownSecret()
  expect(secret).toMatch(/^whsec_/)
  receiver.expect(secret)
  const row = page.getByRole("row").filter({ hasText: receiver.url })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/Warehouse.*project\.\* member\.changed.*On/s)
  expect(await page.content()).not.toContain(secret)
})

test("deliveries are shown with their tries and answers; a test and another try are sent", async () => {
  const { page } = browser
  receiver.answerBy(() => new Response("busy today", { status: 503 }))
  await client.call("PUT", path, { body: { name: "Spire" } })
  await receiver.first(({ body }) => body.type === "project.changed")
  await page.getByRole("button", { name: "Deliveries: " }).click()
  const delivery = page.getByRole("row").filter({ hasText: "project.changed" })
  await delivery.getByText("busy today").first().waitFor()
  expect(await delivery.innerText()).toMatch(/Waiting.*next try.*503/s)
  await clean("webhooks-waiting")
  receiver.answerBy(() => new Response(null, { status: 204 }))
  await delivery.getByRole("button", { name: "Send again" }).click()
  await delivery.getByText("Delivered").waitFor()
  await page.getByRole("button", { name: "Send a test" }).click()
  await page.getByRole("row").filter({ hasText: "webhook.test" }).getByText("Delivered").waitFor()
  await clean("webhooks-deliveries")
})

test("a webhook gets a new secret, is turned off and on, and is deleted", async () => {
  const { page } = browser
  await page.getByRole("button", { name: "New secret: " }).click()
  await dialog().getByRole("button", { name: "New secret" }).click()
  const secret = await shownSecret()
  receiver.expect(secret)
  await page.getByRole("button", { name: "Turn off: " }).click()
  await dialog().getByRole("button", { name: "Turn off" }).click()
  await page.getByRole("cell", { name: "Off", exact: true }).waitFor()
  await page.getByRole("button", { name: "Turn on: " }).click()
  await dialog().getByRole("button", { name: "Turn on" }).click()
  await page.getByRole("cell", { name: "On", exact: true }).waitFor()
  await page.getByRole("button", { name: "Delete: " }).click()
  await dialog().getByRole("button", { name: "Delete" }).click()
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor()
  expect((await client.call("GET", `${path}/webhooks`)).json as unknown).toEqual({ webhooks: [] })
})

test("members who are not Owners see no tab of webhooks and are told who manages them", async () => {
  const { page } = browser
  await client.call("PUT", `${path}/members/bob`, { body: { role: "Owner" } })
  await client.call("PUT", `${path}/members/ada`, { body: { role: "User" } })
  await page.goto(`${place}?tab=webhooks`)
  await page.getByText("Owners of the project manage its webhooks.").waitFor()
  expect(await page.getByRole("navigation").getByRole("button", { name: "Webhooks" }).count()).toBe(0)
  await clean("webhooks-user")
})
