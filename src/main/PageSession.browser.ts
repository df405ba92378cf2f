/* The sign-in of a browser to the page. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { signIn, submitted } from "./testing/PageSignIn.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-session-"))
let service: ServiceProcess.ServiceProcess
let origin = ""
let context: BrowserContext

/** Starts the browser with the profile that it had before. */
const started = async () => {
  const launched = await chromium.launchPersistentContext(join(root, "profile"), {
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
    locale: "en-GB"
  })
  launched.setDefaultTimeout(120_000)
  return launched
}

beforeAll(async () => {
  service = await ServiceProcess.start({ directory: join(root, "data") })
  origin = `http://localhost:${service.port}`
  context = await started()
})
afterAll(async () => {
  await context.close()
  await service.stop()
  rmSync(root, { recursive: true, force: true })
})

const projectsSeen = (page: Page) => page.getByText("Sample project").first().waitFor()
const formSeen = (page: Page) => page.getByLabel("Password").waitFor()

const opened = async (path: string, seen = projectsSeen) => {
  const page = await context.newPage()
  await page.goto(`${origin}/app${path}`)
  await seen(page)
  return page
}

/** Makes an invitation to the project on the page, and returns its link. */
const invited = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "New project" }).click()
  await page.locator("dialog").getByLabel("Name", { exact: true }).fill(name)
  await page.locator("dialog").getByRole("button", { name: "Create" }).click()
  await page.getByRole("navigation").getByRole("button", { name: "Members", exact: true }).click()
  await page.getByRole("button", { name: "Invite by a link" }).click()
  await page.locator("dialog").getByRole("button", { name: "Make the link" }).click()
  const link = await page.locator("dialog code").textContent()
  await page.locator("dialog").getByRole("button", { name: "Done" }).click()
  await page.getByRole("button", { name: "Withdraw" }).waitFor()
  return link!
}

const signOut = async (page: Page) => {
  await page.locator(".account > summary").click()
  await page.getByRole("button", { name: "Sign out" }).click()
}

test("a new tab and a restarted browser are signed in without asking, and scripts find no token", async () => {
  const page = await context.newPage()
  await signIn(page, service, "ada")
  const tab = await opened("/?q=Sample")
  expect(
    await tab.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")
  ).toBe('[{},{},""]')
  const cookies = (await context.cookies(`${origin}/app/session`)).filter(({ name }) => name === "plinth-session")
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/app/session", secure: false }])
  await context.close()
  context = await started()
  await opened("/")
})

test("many windows that open and reload at once all stay signed in", async () => {
  const pages = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  await Promise.all(
    pages.map(async (page) => {
      await page.goto(`${origin}/app/`)
      // A reload at any moment may keep the browser from seeing the answer that replaces its cookie.
      for (let n = 0; n < 5; n++) await page.goto(`${origin}/app/?n=${n}`, { waitUntil: "commit" })
      await projectsSeen(page)
    })
  )
  await Promise.all(pages.map((page) => page.close()))
  await opened("/")
})

test("signing out ends all windows; if the service does not answer, the user is told and stays signed in", async () => {
  const [page, other] = [await opened("/"), await opened("/tokens", async (tab) => tab.locator(".account").waitFor())]
  await page.route("**/app/session", (route) => route.abort(), { times: 1 })
  await signOut(page)
  await page.getByRole("alert").filter({ hasText: "still signed in" }).waitFor()
  await page.getByRole("button", { name: "Sign out" }).click()
  for (const window of [page, other]) await window.getByRole("heading", { name: "Sign in" }).waitFor()
  await opened("/", formSeen)
})

test("somebody else's sign-in does not go on in an old window", async () => {
  const page = await context.newPage()
  await signIn(page, service, "ada")
  await service.user("bert")
  const other = await opened("/")
  // Another window of this browser signs in as bert, without a word to this one.
  await context.clearCookies()
  await other.goto(`${origin}/app/`)
  await submitted(other, "bert")
  await projectsSeen(other)
  await page.route("**/v1/**", (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await page.getByRole("button", { name: "New project" }).click()
  await page.locator("dialog").getByLabel("Name", { exact: true }).fill("Nobody's")
  await page.locator("dialog").getByRole("button", { name: "Create" }).click()
  await page.locator(".account > summary", { hasText: "bert" }).waitFor()
  expect(await page.getByText("Nobody's").count()).toBe(0)
})

test("an invited person makes an account by the link and is in the project; a user accepts by signing in", async () => {
  const owner = await context.newPage()
  await context.clearCookies()
  await signIn(owner, service, "ada")
  const link = await invited(owner, "Harbour")
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
  try {
    const visitor = await browser.newContext()
    const guest = await visitor.newPage()
    await guest.goto(link)
    await guest.getByLabel("User").fill("ada")
    await guest.getByLabel("Password").fill(ServiceProcess.userPassword)
    await guest.getByRole("button", { name: "Make an account and accept" }).click()
    await guest.getByRole("alert").filter({ hasText: "Choose another" }).waitFor()
    await guest.getByLabel("User").fill("nora")
    const asked: Array<string> = []
    guest.on("request", (request) => asked.push(...(request.url().endsWith("/invited-user") ? [request.url()] : [])))
    await guest.getByRole("button", { name: "Make an account and accept" }).dblclick()
    await guest.getByRole("heading", { name: "Harbour" }).waitFor()
    await guest.locator(".account > summary", { hasText: "nora" }).waitFor()
    expect(asked).toHaveLength(1)
    await guest.goto(`${origin}/app/`)
    const second = await invited(guest, "Quay")
    const other = await visitor.newPage()
    await service.user("bert")
    await context.clearCookies()
    const known = await context.newPage()
    await known.goto(second)
    await known.getByRole("button", { name: "Sign in and accept" }).click()
    await submitted(known, "bert")
    await known.getByText("You are signed in as bert.").waitFor()
    await known.getByRole("button", { name: "Accept the invitation" }).click()
    await known.getByRole("heading", { name: "Quay" }).waitFor()
    await other.goto(second)
    await other.getByRole("button", { name: "Accept the invitation" }).click()
    await other.getByRole("alert").filter({ hasText: "unknown, used, expired or withdrawn" }).waitFor()
  } finally {
    await browser.close()
  }
})
