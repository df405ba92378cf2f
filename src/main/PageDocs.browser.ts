/* The documentation under /docs in a real browser. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let origin = ""
let browser: PageBrowser.PageBrowser

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  browser = await PageBrowser.open({ origin })
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const opened = async (place: string) => {
  const { page } = browser
  // A new document, even if only the fragment differs.
  await page.goto("about:blank")
  await page.goto(`${origin}/docs${place}`)
  await browser.settled()
  return page
}

const answer = () => browser.page.locator(".live-responses-table .response-col_status")
/** Opens "List the caller's projects", sends it, and returns the status of the answer. */
const tried = async (): Promise<string> => {
  const page = await opened("?q=listProjects#/projects/listProjects")
  await page.getByRole("button", { name: "Try it out" }).click()
  await page.getByRole("button", { name: "Execute" }).click()
  return (await answer().nth(1).textContent())!.trim()
}

test("a guide has its own address, is readable on all screens, and does not load the library of the endpoints", async () => {
  const page = await opened("#queries/filters-and-conditions")
  await page.getByRole("heading", { name: "Queries", level: 1 }).waitFor()
  expect(await page.locator(".reference").isVisible()).toBe(false)
  expect(await page.title()).toBe("Queries · Plinth API")
  expect(await page.locator("nav [aria-current]").textContent()).toBe("Queries")
  const requests = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
  expect((await page.evaluate<ReadonlyArray<string>>(requests)).length).toBe(2)
  await PageLooks.cleanEverywhere(browser, "docs-guide")
  await page.getByRole("link", { name: "First steps with curl" }).click()
  await page.getByRole("heading", { name: "First steps with curl", level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole("heading", { name: "Queries", level: 1 }).waitFor()
})

test("the endpoints are found by words, have addresses, and look like the page", async () => {
  const page = await opened("")
  await page.locator("#operations-projects-listProjects").waitFor()
  const requests = "performance.getEntriesByType('resource').map(({ encodedBodySize }) => encodedBodySize)"
  const sizes = await page.evaluate<ReadonlyArray<number>>(requests)
  expect(sizes).toHaveLength(4)
  // The library has most of it: 460,000 of 545,000 bytes.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeWithin(300_000, 570_000)
  expect(await browser.isTooWide()).toBe(false)
  await page.getByRole("searchbox").fill("webhook")
  await page.getByText("9 found").waitFor()
  await PageLooks.cleanEverywhere(browser, "docs")
  await page.getByRole("searchbox").fill("webhook rotate")
  await page.getByText("1 found").waitFor()
  expect(await page.locator(".opblock-summary-path").allTextContents()).toEqual([
    "/v1/projects/{projectId}/webhooks/{webhookId}/rotate"
  ])
  await page.locator(".opblock-summary-control").click()
  await page.waitForURL(`${origin}/docs?q=webhook+rotate#/webhooks/*`)
  await page.reload()
  await page.locator(".opblock.is-open").waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await PageLooks.clean(browser, "docs-endpoint-small")
  expect(await browser.isTooWide()).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("the theme is that of the page, in all windows", async () => {
  const page = await opened("#errors")
  const app = await browser.context.newPage()
  // This address shows the page itself to a user who is not signed in.
  await app.goto(`${origin}/app/?token`)
  await page.getByRole("button", { name: "Dark" }).click()
  const ground = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor")
  expect(await ground()).toBe("rgb(18, 21, 24)")
  expect(await page.evaluate<string>("localStorage.getItem('plinth-theme')")).toBe("dark")
  await app.locator('html[data-theme="dark"]').waitFor({ state: "attached" })
  await app.close()
  await page.getByRole("button", { name: "System" }).click()
  expect(await ground()).toBe("rgb(244, 246, 248)")
})

test("requests are sent with the session of this browser if its user says so, and only then", async () => {
  expect(await tried()).toStartWith("401")
  browser.forget()
  const { page } = browser
  await page.getByRole("button", { name: "Use my session" }).click()
  await page.getByText("You are not signed in").waitFor()
  expect(await page.getByRole("link", { name: "Sign in", exact: true }).getAttribute("href")).toBe(`${origin}/app/`)
  await PageLooks.clean(browser, "docs-signed-out")

  const app = await browser.context.newPage()
  await signIn(app, service, "ada")
  expect(await tried()).toStartWith("401")
  browser.forget()
  await page.getByRole("button", { name: "Use my session" }).click()
  await page.locator("#session .user", { hasText: "ada" }).waitFor()
  await page.getByRole("button", { name: "Execute" }).click()
  await answer().nth(1).filter({ hasText: "200" }).waitFor()
  await PageLooks.cleanInBoth(browser, "docs-session")

  // A refused token is renewed once, without a word to the reader.
  await page.route("**/v1/projects", (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
  const renewed = page.waitForResponse("**/app/session?silent")
  await page.getByRole("button", { name: "Execute" }).click()
  expect((await renewed).status()).toBe(200)
  await answer().nth(1).filter({ hasText: "200" }).waitFor()
  await browser.settled()
  browser.forget()

  // The token is in memory alone.
  const stored = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"
  expect(await page.evaluate<string>(stored)).not.toMatch(/eyJ|bearer/i)
  expect(
    await page.evaluate<ReadonlyArray<string>>("indexedDB.databases().then((all) => all.map(({ name }) => name))")
  ).toEqual([])

  // Signing out in another window takes the token away here.
  await app.locator(".account > summary").click()
  await app.getByRole("button", { name: "Sign out" }).click()
  await page.getByText("You are not signed in").waitFor()
  await page.getByRole("button", { name: "Execute" }).click()
  await answer().nth(1).filter({ hasText: "401" }).waitFor()
})
