/* The page in a real browser, from the first sign-in on. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Locator, Route } from "playwright-core"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
const password = "correct horse battery"
/**
 * Bytes of scripts and styles, packed as they are sent, of the first load and the model's page together. With the answers
 * about the sample model and its shapes they are below 260,000.
 */
const mostSent = 27_500 + 203_000

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser

const root = mkdtempSync(join(tmpdir(), "plinth-page-"))
const directory = join(root, "data")

beforeAll(async () => {
  service = await ServiceProcess.start({ directory })
  origin = `http://localhost:${service.port}`
  browser = await PageBrowser.open({ origin })
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Waits for a text within the page. */
const seen = (text: string | RegExp) => browser.page.getByText(text).first().waitFor()

/** A field of the window that is open over the page. */
const field = (label: string) => browser.page.locator("dialog").getByLabel(label, { exact: true })

const clean = (name: string, of = browser) => PageLooks.clean(of, name)

const cleanInBoth = (name: string, of = browser) => PageLooks.cleanInBoth(of, name)

/** Lets go of what the browser tells its console of refusals that were meant; others stay. */
const told = async (refusals: RegExp, of = browser) => {
  await of.settled()
  // Addresses and answers may contain the same digits as a status.
  expect(of.faults.filter((fault) => !refusals.test(fault.replace(/: [A-Z]+ http.*/s, "")))).toEqual([])
  of.forget()
}

/** A button of the window that is open over the page. */
const save = (name: string, { page } = browser) =>
  page.locator("dialog").getByRole("button", { name, exact: true }).click()

const tab = (name: string, { page } = browser) =>
  page.getByRole("navigation").getByRole("button", { name, exact: true }).click()

/** Answers the next report that is asked for with this; the pictures of models come from the same place, at any time. */
const answerNextReport = async (answer: Parameters<Route["fulfill"]>[0]) => {
  let answered = false
  await browser.page.route("**/v1/files/**", async (route) => {
    if (answered || route.request().resourceType() === "image") return await route.fallback()
    answered = true
    await route.fulfill(answer)
  })
}

/** Opens a browser of its own in which a user is signed in. */
const signedIn = async (user: string) => {
  const other = await PageBrowser.open({ origin })
  await signIn(other.page, service, user)
  return other
}

test("the link printed at the start leads to the building of the sample project", async () => {
  const { page } = browser
  await page.goto(/http[^"\s]+\/first-user\?secret=[\w-]+/.exec(service.log())![0])
  await page.getByLabel("User").fill("ada")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button").click()
  await page.waitForURL(`${origin}/app/projects/*/models/*`)
  await page.getByRole("toolbar").waitFor()
  await page.getByRole("gridcell", { name: "IfcWall" }).first().waitFor()
  const sent = await page.evaluate<number>(
    "performance.getEntriesByType('resource').filter(({ name }) => /[.](js|css)$/.test(new URL(name).pathname)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"
  )
  expect(sent).toBeWithin(60_000, mostSent)
  const all = await page.evaluate<number>(
    "performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"
  )
  expect(all).toBeLessThan(260_000)
  await clean("sample-model")
})

test("a click in the view selects in the table, and the selection is isolated, cut and shown again", async () => {
  const { page } = browser
  const { height, width, x, y } = (await page.locator(".view canvas").boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.waitForURL(/[?&]sel=/)
  const chosen = page.locator('[role="row"][aria-selected="true"]')
  await chosen.waitFor()
  expect(await chosen.count()).toBe(1)
  await clean("sample-selected")
  await page.getByRole("button", { name: "Isolate" }).click()
  await page.locator("summary.tool", { hasText: "Section" }).click()
  await page.getByRole("checkbox", { name: "Z", exact: true }).check()
  await page.getByRole("slider", { name: "Section along Z" }).fill("2")
  await page.waitForURL(/[?&]sections=z2(&|$)/)
  await clean("sample-isolated")
  await page.getByRole("button", { name: "Show all" }).click()
  await page.getByRole("button", { name: "No sections" }).click()
  await page.waitForURL((url) => !url.searchParams.has("sections"))
  await page.locator(".view canvas").focus()
  await page.keyboard.press("ArrowLeft")
  await page.waitForURL(/[?&]camera=/)
  await page.keyboard.press("Escape")
  await page.waitForURL((url) => !url.searchParams.has("sel"))
})

test("a user who signs out and in again returns to the same page", async () => {
  const { page } = browser
  const before = page.url()
  await page.locator(".account > summary").click()
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.getByRole("button", { name: "Copy", exact: true }).click()
  await page.getByRole("button", { name: "Copied" }).waitFor()
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("ada")
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await cleanInBoth("signed-out")
  await page.getByText("Use a token").click()
  const tried = async (answer: (route: Route) => Promise<void>, said: string) => {
    await page.route("**/v1/projects", answer, { times: 1 })
    await page.getByLabel("Token", { exact: true }).fill("a token")
    await page.getByRole("button", { name: "Sign in" }).last().click()
    await page.getByRole("alert").filter({ hasText: said }).waitFor()
  }
  await tried((route) => route.abort(), "The service does not answer")
  const busy = { error: "TooManyRequests", errorDetails: "Wait a little.", requestId: "r-1" }
  await tried((route) => route.fulfill({ status: 429, json: busy }), "r-1")
  await tried((route) => route.continue(), "The service refuses this token.")
  await told(/ERR_FAILED|429|401/)
  await cleanInBoth("token-refused")
  await page.getByRole("button", { name: "Sign in" }).first().click()
  await page.getByLabel("User").fill("ada")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button").click()
  await page.waitForURL(before)
  await seen("ada")
})

test("a refused token is renewed; if the browser's sign-in has ended, the user signs in and returns to the page", async () => {
  const { context, page } = browser
  await page.route("**/v1/projects", (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await page.goto(`${origin}/app/`)
  await seen("Sample project")
  await context.clearCookies({ name: "plinth-session" })
  await page.goto(`${origin}/app/?q=kept`)
  await page.getByLabel("User").fill("ada")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button").click()
  await page.waitForURL(`${origin}/app/?q=kept`)
  await seen("Sample project")
  await told(/40[01]/)
})

test("a user whose new token is refused sees the reason and is not redirected in a loop", async () => {
  const { page } = browser
  const all = /\/v1\/projects/
  await page.route(all, (route) => route.fulfill({ status: 401, json: { error: "Unauthorized" } }))
  // What a project's page asks for at once is refused together.
  await page.goto(`${origin}/app/projects/1`)
  await page.getByRole("alert").filter({ hasText: "refuses the token" }).waitFor()
  await told(/401/)
  await cleanInBoth("refused-again")
  await page.unroute(all)
  await page.getByRole("button", { name: "Sign in" }).first().click()
  await page.getByLabel("User").fill("ada")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button").click()
  await seen("Sample project")
})

test("the sample project can only be viewed, and links to creating a project for files", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/`)
  await page.locator(".card img").first().waitFor()
  await cleanInBoth("projects")
  await page.locator(".card", { hasText: "To look around in" }).click()
  await seen("A building to explore")
  expect(await page.locator("input[type=file]").count()).toBe(0)
  await page.locator(".card img").first().waitFor()
  await cleanInBoth("project-sample")
  await page.getByRole("searchbox", { name: "Search" }).fill("nowhere")
  await seen("Nothing here has “nowhere”.")
  await page.getByRole("button", { name: "New project" }).click()
  await cleanInBoth("project-new")
  await field("Name").fill("Short-lived")
  await save("Create")
  await seen("No models yet")
  await page.getByRole("button", { name: "Edit", exact: true }).click()
  await field("Name").fill("Renamed")
  await field("Description").fill("in words")
  await save("Save")
  await page.getByRole("heading", { name: "Renamed" }).waitFor()
  await seen("in words")
  await page.getByRole("button", { name: "Delete", exact: true }).click()
  await cleanInBoth("project-delete")
  await save("Delete")
  await page.waitForURL(`${origin}/app/`)
  await page.locator(".card", { hasText: "Sample project" }).waitFor()
  expect(await page.locator(".card", { hasText: "Renamed" }).count()).toBe(0)
})

test("a project is created, files become models, and an invalid file shows the reason", async () => {
  const { page } = browser
  await page.getByRole("button", { name: "New project" }).click()
  await field("Name").fill("Town hall")
  await save("Create")
  await seen("No models yet")
  await cleanInBoth("project-empty")
  const broken = join(root, "broken.ifc")
  await Bun.write(broken, "this is no model")
  await page
    .locator("input[type=file]")
    .setInputFiles([join(models, "wall-door-column-4x3.ifc"), join(models, "SampleHouse.ifc"), broken])
  await page.getByText("InvalidModelFile").first().waitFor()
  const refused = page.locator(".uploads li", { hasText: "broken.ifc" })
  await refused.getByText("The file is no .ifc file by its first bytes.").waitFor()
  // Neither trying again nor the service's log helps with a file that can never pass.
  expect(await refused.innerText()).not.toMatch(/Try again|Request id/)
  await page.locator(".card", { hasText: "wall-door-column-4x3" }).waitFor()
  await page.locator(".card", { hasText: "SampleHouse" }).waitFor()
  await told(/400/)
  await page.getByRole("button", { name: "Import report" }).first().click()
  await seen("Products")
  await cleanInBoth("report")
  await page.keyboard.press("Escape")
  await answerNextReport({ status: 404, json: { error: "NotFound" } })
  await page.getByRole("button", { name: "Import report" }).first().click()
  await page.locator("dialog").getByText("NotFound").waitFor()
  await page.locator("dialog").getByRole("button", { name: "Try again" }).click()
  await seen("Products")
  await page.keyboard.press("Escape")
  await told(/404/)
  await cleanInBoth("project")
})

test("an upload is stopped and started again, also that of a dropped file during its import; a model is deleted", async () => {
  const { page } = browser
  await page.getByRole("button", { name: "Clear finished uploads" }).click()
  // What is held here arrives only when it is let go.
  await page.route("**/v1/files/uploads/**", () => {})
  await page.locator("input[type=file]").setInputFiles(join(models, "wall-door-column-4x3.ifc"))
  await seen("Uploading")
  const asked = page.waitForEvent("dialog")
  await page.evaluate("void setTimeout(() => location.reload())")
  const question = await asked
  expect(question.type()).toBe("beforeunload")
  await question.dismiss()
  await page.getByRole("button", { name: "Cancel" }).click()
  await seen("Cancelled")
  await page.unrouteAll({ behavior: "ignoreErrors" })
  // What the service says of a URL that is none of its own, and a proxy of files that are too large.
  const again = page.getByRole("button", { name: "Try again" })
  const refused = page.locator(".uploads .fault")
  await page.route("**/v1/files/uploads/**", (route) => route.continue({ url: `${route.request().url()}x` }), {
    times: 1
  })
  await again.click()
  await refused.getByText("Forbidden", { exact: true }).waitFor()
  await refused.getByText("Request id").waitFor()
  await page.route("**/v1/files/uploads/**", (route) => route.fulfill({ status: 413, body: "<html>" }), { times: 1 })
  await again.click()
  await refused.getByText("larger than the service accepts").waitFor()
  await told(/403|413/)
  await again.focus()
  await page.keyboard.press("Enter")
  await page.locator(".uploads li", { hasText: "Ready" }).waitFor()
  expect(await page.evaluate("document.activeElement.textContent")).toContain("wall-door-column-4x3.ifc")
  const cards = page.locator(".card", { hasText: "wall-door-column-4x3" })
  await cards.nth(1).waitFor()
  await page.getByRole("button", { name: "Clear finished uploads" }).click()
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Models")
  const dropped = [{ name: "SampleHouse.ifc", bytes: await Bun.file(join(models, "SampleHouse.ifc")).bytes() }]
  // Beside the place for files it does nothing, and the page stays.
  expect(await browser.drop("h1", dropped)).toBe(true)
  expect(await page.locator(".uploads li").count()).toBe(0)
  expect(await browser.drop(".drop", dropped)).toBe(true)
  await page.locator(".uploads li", { hasText: "Importing" }).getByRole("button", { name: "Cancel" }).click()
  await page.locator(".uploads li", { hasText: "Cancelled" }).waitFor()
  await tab("Operations")
  await page.getByRole("row", { name: /Cancelled/ }).waitFor()
  await cleanInBoth("operations")
  await tab("Models")
  await page.getByRole("button", { name: "Delete wall-door-column-4x3" }).first().click()
  await save("Delete")
  await cards.nth(1).waitFor({ state: "detached" })
  expect([await cards.count(), await page.locator(".card").count()]).toEqual([1, 2])
  expect(browser.faults).toEqual([])
})

test("members, property sets, materials, locations and codes are listed, created, changed and deleted", async () => {
  const { page } = browser
  const cell = (name: string) => page.getByRole("cell", { name, exact: true })
  const gone = (name: string) => cell(name).waitFor({ state: "detached" })
  const item = (name: string) => page.getByRole("treeitem", { name })
  const button = (name: string) => page.getByRole("button", { name, exact: true }).click()
  /** What is sought is found, what is nowhere is said. */
  const searched = async (what: string, found: Locator) => {
    const box = page.getByRole("searchbox", { name: "Search" })
    await page.locator("dialog").waitFor({ state: "detached" })
    await box.fill("nowhere")
    await seen("Nothing here has “nowhere”.")
    await box.fill(what)
    await found.waitFor()
    await box.fill("")
  }
  await tab("Members")
  await page.getByRole("button", { name: "Add member" }).click()
  await field("User ID").fill("bert")
  await save("Add member")
  await cell("bert").waitFor()
  await cleanInBoth("members")
  await searched("ber", cell("bert"))
  await button("Edit bert")
  await field("Role").selectOption("User")
  await save("Save")
  await page.getByRole("row", { name: /bert/ }).getByText("User", { exact: true }).waitFor()
  await button("Delete bert")
  await save("Delete")
  await gone("bert")

  await tab("Property sets")
  await page.getByRole("button", { name: "New property set" }).click()
  await field("Name").fill("Handover")
  await field("Applies to").fill("IfcDoor; IfcWall.PARTITIONING")
  await cleanInBoth("sets-new")
  await save("Create")
  await page.getByRole("button", { name: "New property", exact: true }).click()
  await field("Name").fill("State")
  await field("Type").selectOption("Enumeration")
  await field("Allowed values").fill("open\ndone; checked")
  await cleanInBoth("property-new")
  await save("Create")
  await cell("open, done; checked").waitFor()
  await cell("One of a list").waitFor()
  await page.getByRole("button", { name: "Edit Handover" }).click()
  await field("Name").fill("Handing over")
  await save("Save")
  await page.getByRole("heading", { name: "Handing over" }).waitFor()
  await cleanInBoth("sets")
  await searched("stat", cell("State"))
  await button("Edit State")
  await field("Name").fill("Progress")
  await save("Save")
  await cell("Progress").waitFor()
  await cell("open, done; checked").waitFor()
  await button("Delete Progress")
  await save("Delete")
  await gone("Progress")
  await button("Delete Handing over")
  await save("Delete")
  await seen("No property sets yet")
  await cleanInBoth("sets-empty")

  await tab("Materials")
  await page.getByRole("button", { name: "New library" }).click()
  await field("Name").fill("Ours")
  await save("Create")
  await page.getByRole("heading", { name: "Ours", exact: true }).waitFor()
  await page.getByRole("button", { name: "New material" }).last().click()
  await field("Name").fill("Oak")
  await field("Colour").fill("#a07040")
  await cleanInBoth("material-new")
  await save("Create")
  await cell("Oak").waitFor()
  const edges = await page
    .locator(".aligned th:nth-child(2)")
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
  expect([edges.length > 1, new Set(edges).size]).toEqual([true, 1])
  await cleanInBoth("materials")
  await searched("oak", cell("Oak"))
  await button("Edit Oak")
  await field("Name").fill("Larch")
  await save("Save")
  await cell("Larch").waitFor()
  await button("Delete Larch")
  await save("Delete")
  await gone("Larch")
  await button("Delete Ours")
  await save("Delete")
  await page.getByRole("heading", { name: "Ours", exact: true }).waitFor({ state: "detached" })

  await tab("Locations")
  await page.getByRole("treeitem").first().waitFor()
  await page.getByRole("button", { name: "New location" }).click()
  await field("Name").fill("Workshop")
  await field("Type").selectOption("Building")
  await cleanInBoth("location-new")
  await save("Create")
  await page.getByRole("treeitem", { name: "Workshop" }).waitFor()
  await cleanInBoth("locations")
  await page.getByRole("treeitem").first().focus()
  await page.keyboard.press("End")
  expect(await page.evaluate("document.activeElement.textContent")).toContain("Workshop")
  // Tab goes to the buttons of this row alone, and from there on.
  const stops = '[...document.querySelectorAll(".tree, .tree *")].filter((one) => one.tabIndex === 0)'
  const [first, ...buttons] = await page.evaluate<ReadonlyArray<string>>(
    `${stops}.map((one) => one.getAttribute("aria-label") ?? one.textContent)`
  )
  expect([first?.includes("Workshop"), buttons]).toEqual([
    true,
    ["Add below Workshop", "Edit Workshop", "Delete Workshop"]
  ])
  await page.keyboard.press("Tab")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowDown")
  expect(await page.evaluate("document.activeElement.role")).toBe("treeitem")
  await button("Add below Workshop")
  await field("Name").fill("Attic")
  await field("Type").selectOption("Floor")
  await save("Create")
  await item("Attic").waitFor()
  await searched("attic", item("Attic"))
  await button("Edit Attic")
  await field("Name").fill("Loft")
  await save("Save")
  await item("Loft").waitFor()
  await button("Delete Workshop")
  await save("Delete")
  await item("Loft").waitFor({ state: "detached" })

  await tab("Codes")
  await page.getByRole("button", { name: "New library" }).click()
  await field("Name").fill("Costs")
  await save("Create")
  await page.getByRole("button", { name: "New library" }).click()
  await field("Name").fill("Costs")
  await field("Edition").fill("2026")
  await save("Create")
  // Libraries of one name are told apart by their edition.
  await page.getByRole("combobox", { name: /^Library/ }).selectOption({ label: "Costs 2026 (project)" })
  await page.getByRole("definition").filter({ hasText: "2026" }).waitFor()
  await button("Delete Costs 2026 (project)")
  await save("Delete")
  await page.getByRole("combobox", { name: /^Library/ }).selectOption({ label: "Costs (project)" })
  await seen("This library has no codes yet.")
  await page.getByRole("button", { name: "New code" }).click()
  await field("Identification").fill("300")
  await cleanInBoth("code-new")
  await field("Name").fill("Building")
  await save("Create")
  await item("300").waitFor()
  await button("Add below 300")
  await field("Identification").fill("310")
  await field("Name").fill("Foundations")
  await save("Create")
  await searched("found", item("310"))
  await item("300").focus()
  await page.keyboard.press("ArrowRight")
  await item("310").waitFor()
  await seen("2 codes")
  await page.keyboard.press("Enter")
  await item("310").waitFor({ state: "detached" })
  await item("300").getByText("Building").click()
  await item("310").waitFor()
  await cleanInBoth("codes")
  await button("Edit 310")
  await field("Name").fill("Groundwork")
  expect(await field("Below").inputValue()).toBe("300")
  await save("Save")
  await item("310 Groundwork").waitFor()
  await button("Edit 310")
  await field("Below").fill("999")
  await save("Save")
  await page.locator("dialog").getByRole("alert").waitFor()
  await told(/400/)
  await field("Below").fill("")
  await save("Save")
  await page.locator('[aria-level="1"]', { hasText: "310" }).waitFor()
  await button("Delete 300")
  await save("Delete")
  await item("300").waitFor({ state: "detached" })
  await button("Delete Costs (project)")
  await save("Delete")
  await page
    .getByRole("combobox", { name: /^Library/ })
    .or(page.getByText("No classifications yet"))
    .first()
    .waitFor()
  expect(browser.faults).toEqual([])
})

test("products are filtered, sorted, selected and copied, and quantities narrow the filter", async () => {
  const { page } = browser
  await page.getByRole("navigation").getByRole("button", { name: "Models" }).click()
  await page.locator(".card", { hasText: "SampleHouse" }).click()
  const status = page.getByRole("status").filter({ hasText: /products?$/ })
  await status.waitFor()
  const all = Number.parseInt((await status.textContent())!, 10)
  await browser.filter("Class", "Wall", "Contains")
  await page.waitForURL(/filters=/)
  await page.getByText(`${all} products`, { exact: true }).waitFor({ state: "detached" })
  expect(Number.parseInt((await status.textContent())!, 10)).toBeWithin(1, all)
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click()
  await page.waitForURL(/sort=Name/)
  await page.locator('[role="grid"][aria-busy="false"]').focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.waitForURL(/sel=/)
  await seen("Pset_WallCommon")
  await clean("model")
  await page.getByRole("grid").focus()
  await page.keyboard.press("End")
  const count = Number.parseInt((await status.textContent())!, 10)
  await page.locator(`[aria-rowindex="${count + 1}"]`).waitFor()
  const link = page.url()
  const saved = page.waitForEvent("download")
  await page.locator(".products .menu summary").click()
  await page.getByRole("button", { name: "CSV", exact: true }).click()
  const csv = await Bun.file(await (await saved).path()).text()
  expect(csv.split("\r\n")[0]).toEndWith("Guid,Class,Name,SpatialLocation,MaterialLayerSet")
  expect(csv.trimEnd().split("\r\n").length - 1).toBe(Number.parseInt((await status.textContent())!, 10))
  await page.getByRole("button", { name: "Columns" }).click()
  await page.getByRole("searchbox", { name: "Search" }).fill("IsExternal")
  await page.getByRole("checkbox", { name: "IsExternal", exact: true }).check()
  await clean("columns")
  await page.keyboard.press("Escape")
  await page.getByRole("columnheader", { name: "IsExternal" }).waitFor()
  await page.getByRole("button", { name: "Clear filters" }).click()
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe("Filter")
  await page.getByRole("button", { name: "Quantities", exact: true }).click()
  await browser.add("Add a measure", "Net volume")
  await page.getByText("in all").waitFor()
  await browser.add("Group by", "Storey")
  await page.getByRole("button", { name: "Remove Class" }).click()
  await clean("quantities")
  await page.locator(".bar-button").first().click()
  await page.waitForURL(/SpatialLocation/)
  await page.goto(link)
  await seen("Pset_WallCommon")
  expect(browser.faults).toEqual([])
})

test("a value is corrected in the table and in the panel, reverted, published, and found in the exported file", async () => {
  const { page } = browser
  const before = page.url()
  const { pathname } = new URL(before)
  const filters = JSON.stringify([["Class", "Contains", "Wall"]])
  const columns = JSON.stringify(["Name", "FireRating", "LoadBearing"])
  const session = page.getByRole("region", { name: "Your changes" })
  const cell = (column: number) => page.locator(`[aria-rowindex="2"] > [aria-colindex="${column}"]`)
  const value = (name: string) => page.getByRole("textbox", { name: `Value of ${name}` })
  await page.goto(`${origin}${pathname}?${new URLSearchParams({ filters, columns }).toString()}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  await session.getByRole("button", { name: "Edit" }).click()
  await session.getByText(/^Editing, \d+ min left$/).waitFor()
  await cell(1).dblclick()
  await value("Name").fill("Corrected wall")
  await value("Name").press("Enter")
  await cell(1).filter({ hasText: "Corrected wall" }).waitFor()
  await session.getByRole("button", { name: "1 unpublished value" }).waitFor()
  await cell(1).and(page.locator(`[title*="not published"]`)).waitFor()
  await clean("editing")

  // What the service finds wrong stands at the cell, and nothing of it is taken.
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await page.getByRole("combobox", { name: "Value of LoadBearing" }).press("Escape")
  await cell(1).dblclick()
  await value("Name").fill("x".repeat(300))
  await value("Name").press("Enter")
  await page.getByRole("alert").filter({ hasText: "InvalidValue" }).waitFor()
  await clean("editing-fault")
  await value("Name").press("Escape")

  // A property that the model has in no set wants one.
  await cell(2).dblclick()
  await value("FireRating").fill("REI 60")
  await value("FireRating").press("Enter")
  await page.getByRole("textbox", { name: "Property set" }).fill("Pset_WallCommon")
  await clean("editing-set")
  await page.getByRole("textbox", { name: "Property set" }).press("Enter")
  await cell(2).filter({ hasText: "REI 60" }).waitFor()

  await cell(1).click()
  await page.getByRole("button", { name: "Properties", exact: true }).click()
  await page.getByTitle("Change FireRating").click()
  await value("FireRating").fill("REI 90")
  await value("FireRating").press("Enter")
  await cell(2).filter({ hasText: "REI 90" }).waitFor()
  await page.getByTitle("Change Location", { exact: true }).click()
  await page.getByRole("combobox", { name: "Value of Location" }).press("Escape")
  await page.getByText("Add property").first().click()
  await page.getByLabel("Property set").fill("Pset_Ours")
  await page.getByLabel("Property", { exact: true }).last().fill("Checked")
  await page.getByRole("textbox", { name: "Value", exact: true }).last().fill("yes")
  await page.getByRole("button", { name: "Add property" }).click()
  await page.getByText("Pset_Ours").first().waitFor()
  await clean("editing-panel")

  await session.getByRole("button", { name: "3 unpublished values" }).click()
  await page.getByRole("button", { name: "Undo the change of Pset_Ours.Checked" }).click()
  await page.getByRole("button", { name: "Undo the change of Name" }).click()
  await session.getByRole("button", { name: "1 unpublished value" }).waitFor()
  await clean("editing-changes")

  const guid = new URL(page.url()).searchParams.get("sel")!
  await page.locator('[aria-rowindex="3"] > [aria-colindex="1"]').click()
  await session.getByRole("button", { name: "Delete product" }).click()
  await field("Delete")
    .or(page.locator("dialog").getByRole("button", { name: "Delete" }))
    .click()
  await session.getByRole("button", { name: "1 unpublished value, 1 deleted" }).waitFor()
  await session.getByRole("button", { name: "Discard" }).click()
  await page.locator("dialog").getByRole("button", { name: "Discard" }).click()
  await session.getByRole("button", { name: "No unpublished changes" }).waitFor()

  await cell(2).dblclick()
  await value("FireRating").fill("REI 120")
  await value("FireRating").press("Enter")
  await page.getByRole("textbox", { name: "Property set" }).fill("Pset_WallCommon")
  await page.getByRole("textbox", { name: "Property set" }).press("Enter")
  await cell(2).filter({ hasText: "REI 120" }).waitFor()
  await session.getByRole("button", { name: "Publish", exact: true }).click()
  await field("Title").fill("Fire rating corrected")
  await clean("publish")
  await page.locator("dialog").getByRole("button", { name: "Publish" }).click()
  await session.getByText("Published.").waitFor()
  await session.getByRole("button", { name: "Stop" }).click()
  await page.reload()
  await cell(2).filter({ hasText: "REI 120" }).waitFor()

  await page.getByRole("button", { name: "Export IFC" }).click()
  await page.locator("dialog").getByRole("button", { name: "Make the file" }).click()
  await page.getByText("What was written").waitFor()
  await page
    .getByText(/^Values written/)
    .first()
    .waitFor()
  await clean("export")
  const saved = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download IFC" }).click()
  const exported = await saved
  expect(exported.suggestedFilename()).toMatch(/^SampleHouse.*\.ifc$/)
  const text = await Bun.file(await exported.path()).text()
  expect(text).toStartWith("ISO-10303-21;")
  expect(text).toContain("REI 120")
  expect(text).toContain(guid)
  await page.goto(before)
  await seen("Pset_WallCommon")
  expect(browser.faults).toEqual([])
})

test("a new file makes a version, two versions are compared in colours, and an older one is shown", async () => {
  const { page } = browser
  const before = page.url()
  const { pathname } = new URL(before)
  const versions = page.getByRole("list", { name: "Versions" })
  const changed = join(root, "SampleHouse.ifc")
  const source = await Bun.file(join(models, "SampleHouse.ifc")).text()
  const name = "Basic Wall:Wall-Ext_102Bwk-75Ins-100LBlk-12P:285330"
  expect(source).toContain(name)
  await Bun.write(changed, source.replace(name, "Rebuilt wall"))
  await page.goto(`${origin}${pathname}?panel=versions`)
  await versions.getByText("Fire rating corrected").waitFor()
  expect(await versions.getByRole("listitem").count()).toBe(2)
  await page.locator(".panel input[type=file]").setInputFiles(changed)
  await page.locator(".uploads li", { hasText: "Ready" }).waitFor()
  await versions.getByText("SampleHouse").waitFor()
  await page.getByRole("gridcell", { name: "Rebuilt wall" }).waitFor()
  await page.getByRole("list", { name: "Changed" }).getByText("Rebuilt wall", { exact: true }).waitFor()
  const changedLine = page.locator(".legend button", { hasText: /^Changed/ })
  await changedLine.waitFor()
  expect(await changedLine.locator(".swatch").getAttribute("style")).toContain("rgb(222, 148, 10)")
  await clean("versions-compared")
  await page.getByLabel("Against").selectOption({ index: 1 })
  await page.getByRole("list", { name: "Changed" }).getByText("Pset_WallCommon.FireRating").waitFor()
  await page.getByRole("button", { name: "Close" }).click()
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Changes")
  await versions.getByRole("listitem").last().getByRole("button", { name: "Show" }).click()
  await page.getByText("You see an older version").waitFor()
  await page.getByRole("gridcell", { name }).waitFor()
  expect(await page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0)
  await clean("versions-older")
  await page.getByRole("button", { name: "Show the latest" }).click()
  expect(await page.evaluate("document.activeElement.id")).toBe("content")
  await page.getByRole("gridcell", { name: "Rebuilt wall" }).waitFor()
  await page.goto(before)
  await seen("Pset_WallCommon")
  expect(browser.faults).toEqual([])
})

test("readers see why they cannot edit, the creator of a model may delete it, and an opaque token shows its subject", async () => {
  const owner = ServiceClient.make(service.url, await service.token("ada"))
  const { projects } = (await owner.call("GET", "/v1/projects")).json as unknown as {
    readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>
  }
  const { id } = projects.find(({ name }) => name === "Town hall")!
  await owner.call("PUT", `/v1/projects/${id}/members/carol`, { body: { role: "User" } })
  const other = await signedIn("carol")
  const { page } = other
  await page.locator(".card", { hasText: "Town hall" }).click()
  await page.getByText("You read this project").waitFor()
  await page.locator(".card", { hasText: "SampleHouse" }).waitFor()
  const buttons = page.getByRole("button", { name: /Choose files|Delete|Edit|New/ })
  expect(await buttons.count()).toBe(0)
  await cleanInBoth("reader", other)
  for (const name of ["Property sets", "Materials", "Locations", "Codes"]) {
    await tab(name, other)
    await page.getByText("You read this project").waitFor()
    expect(await buttons.count()).toBe(0)
  }
  await cleanInBoth("reader-codes", other)

  await owner.call("PUT", `/v1/projects/${id}/members/carol`, { body: { role: "Contributor" } })
  const contributor = ServiceClient.make(service.url, await service.token("carol"))
  const file = new Uint8Array(await Bun.file(join(models, "wall-door-column-4x3.ifc")).arrayBuffer())
  // An import that this window did not begin.
  await contributor.startImport(id, "Mine", file)
  await page.goto(`${origin}/app/projects/${id}`)
  await page.locator(".card", { hasText: "Mine" }).waitFor()
  expect(await page.getByRole("button", { name: /^Delete / }).count()).toBe(1)
  await page.getByRole("button", { name: "Delete Mine" }).click()
  await save("Delete", other)
  await page.locator(".card", { hasText: "Mine" }).waitFor({ state: "detached" })
  expect(other.faults).toEqual([])

  // As an opaque token is good at a service that asks its provider.
  const token = await service.token("carol")
  await page.route("**/v1/**", (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } })
  )
  await page.route("**/app/session*", (route) => route.fulfill({ json: { access_token: "opaque" } }))
  await page.goto(`${origin}/app/projects/${id}?tab=members`)
  await page.getByRole("row", { name: /carol/ }).getByText("you", { exact: true }).waitFor()
  await page.locator(".account > summary", { hasText: "Account" }).click()
  await page.locator(".account").getByText("carol", { exact: true }).waitFor()
  await page.getByText("Owners of the project change its members").waitFor()
  await cleanInBoth("members-reader", other)
  await page.getByRole("button", { name: "Delete carol" }).click()
  await save("Delete", other)
  await page.waitForURL(`${origin}/app/`)
  await page.locator(".card", { hasText: "Sample project" }).waitFor()
  expect(await page.locator(".card", { hasText: "Town hall" }).count()).toBe(0)
  expect(other.faults).toEqual([])
  await other.close()
})

test("the page works with dark colours and in a small window", async () => {
  const { page } = browser
  const link = page.url()
  await page.emulateMedia({ colorScheme: "dark" })
  await seen("Pset_WallCommon")
  await clean("model-dark")
  await page.setViewportSize({ width: 360, height: 740 })
  await clean("model-small")
  const project = new URL(link).pathname.replace(/\/models\/\d+$/, "")
  for (const [path, name, shown] of [
    [link.slice(origin.length), "model", "[role=toolbar]"],
    [`${new URL(link).pathname}?panel=quantities&color=Class`, "model-quantities", ".legend li"],
    [`${new URL(link).pathname}?panel=places`, "model-places", "[role=treeitem]"],
    ["/app/", "projects", ".card img"],
    ["/app/?new=", "project-new", "dialog"],
    [project, "project", ".card img"],
    [`${project}?tab=members`, "members", "td"],
    [`${project}?tab=sets`, "sets", ".empty, .group"],
    [`${project}?tab=materials`, "materials", "td"],
    [`${project}?tab=locations`, "locations", "[role=treeitem]"],
    [`${project}?tab=codes`, "codes", ".empty, [role=treeitem]"],
    ["/app/projects/999999", "not-found", ".problem"],
    ["/app/nowhere", "nowhere", ".empty"]
  ] as const) {
    await page.goto(`${origin}${path}`)
    await page.locator(shown).first().waitFor()
    await browser.picture(`${name}-small`)
    expect(await browser.isTooWide(), name).toBe(false)
    if (name === "projects" || name === "project") expect(await browser.violations(), name).toEqual([])
    if (name === "locations") {
      // The buttons stand beside the name, and a phone that is turned keeps the shown tab in sight.
      const line = (await page.getByRole("treeitem").first().boundingBox())!
      expect(line.height).toBeLessThan(40)
      expect(await browser.violations(), name).toEqual([])
      await page.setViewportSize({ width: 740, height: 360 })
      await page.setViewportSize({ width: 360, height: 740 })
      const isSeen = "(({ left, right }) => left >= 0 && right <= innerWidth)"
      await page.waitForFunction(`${isSeen}(document.querySelector(".tabs > [aria-current]").getBoundingClientRect())`)
    }
  }
  await told(/404/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: "light" })
})

test("a user uploads a model, sees the area of its external walls by storey, corrects a fire rating, publishes and downloads the IFC", async () => {
  const { page } = browser
  const row = (column: number) => page.locator(`[aria-rowindex="2"] > [aria-colindex="${column}"]`)
  const session = page.getByRole("region", { name: "Your changes" })
  await page.goto(`${origin}/app/`)
  await page.getByRole("button", { name: "New project" }).click()
  await field("Name").fill("Story")
  await save("Create")
  await page.locator("input[type=file]").setInputFiles(join(models, "LargeBuilding.ifc"))
  await page.locator(".card", { hasText: "LargeBuilding" }).click()
  await page.getByRole("toolbar").waitFor()
  await browser.drawn()

  await browser.filter("Class", "Wall")
  await browser.filter("IsExternal", "true")
  await page.getByRole("button", { name: "Columns" }).click()
  for (const name of ["IsExternal", "FireRating"]) {
    await page.getByRole("searchbox", { name: "Search" }).fill(name)
    await page.getByRole("checkbox", { name, exact: true }).check()
  }
  await page.keyboard.press("Escape")
  await page
    .getByRole("status")
    .filter({ hasText: /^18 products$/ })
    .waitFor()
  await row(6).filter({ hasText: "_FIRE-RATING_" }).waitFor()
  expect(new Set(await page.locator('[role="gridcell"][aria-colindex="5"]').allTextContents()).size).toBe(1)

  await page.getByRole("button", { name: "Quantities", exact: true }).click()
  await browser.add("Add a measure", "Net area")
  await browser.add("Group by", "Storey")
  await page.getByRole("button", { name: "Remove Class" }).click()
  await page.getByRole("columnheader", { name: "Storey", exact: true }).waitFor()
  await page.getByText("in all").waitFor()
  const numberIn = (text: string | null) => Number(/[\d,.]+/.exec(text ?? "")![0].replaceAll(",", ""))
  const storeys = await page.locator(".bars tbody tr").evaluateAll((rows) => rows.map((row) => row.textContent))
  const areas = await page
    .locator(".bars tbody td:nth-child(3)")
    .evaluateAll((cells) => cells.map((cell) => cell.firstChild!.textContent))
  expect(new Set(storeys.map((text) => /Level \d/.exec(text ?? "")?.[0]))).toEqual(new Set(["Level 1", "Level 2"]))
  expect(storeys).toHaveLength(2)
  const total = numberIn(await page.locator(".total").textContent())
  expect(total).toBeGreaterThan(100)
  expect(areas.reduce((sum, text) => sum + numberIn(text), 0)).toBeCloseTo(total, 1)
  await clean("story-areas")

  await session.getByRole("button", { name: "Edit" }).click()
  await session.getByText(/^Editing/).waitFor()
  await row(6).dblclick()
  const value = page.getByRole("textbox", { name: "Value of FireRating" })
  await value.fill("F 90")
  await value.press("Enter")
  await row(6).filter({ hasText: "F 90" }).waitFor()
  await session.getByRole("button", { name: "Publish", exact: true }).click()
  await field("Title").fill("Fire rating of a wall")
  await save("Publish")
  await session.getByText("Published.").waitFor()
  await page.getByRole("button", { name: "Export IFC" }).click()
  await save("Make the file")
  const saved = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download IFC" }).click()
  const text = await Bun.file(await (await saved).path()).text()
  expect([text.slice(0, 13), /'FireRating',[^;]*'F 90'/.test(text)]).toEqual(["ISO-10303-21;", true])
  expect(browser.faults).toEqual([])
})

test("requests are repeated while the service is unavailable, and lost ones are reported with their code", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/`)
  await page.locator(".card").first().waitFor()
  const { port } = service
  await service.stop()
  await page.locator(".card", { hasText: "Town hall" }).click()
  await seen("The service is not available")
  await told(/ERR_CONNECTION|ERR_EMPTY|503/)
  expect(await browser.violations()).toEqual([])
  await browser.page.emulateMedia({ colorScheme: "dark" })
  expect(await browser.violations()).toEqual([])
  await browser.picture("away")
  await browser.page.emulateMedia({ colorScheme: "light" })
  service = await ServiceProcess.start({ directory, environment: { PORT: String(port) } })
  await page.locator(".card", { hasText: "SampleHouse" }).waitFor()
  await page.goto(`${origin}/app/projects/999999`)
  await seen("ProjectNotFound")
  await seen("Request id")
  await told(/ERR_CONNECTION|404|503|ERR_EMPTY/)
  await cleanInBoth("not-found")
  await page.goto(`${origin}/app/nowhere`)
  await seen("There is no such page.")
  await cleanInBoth("nowhere")
})

test("at another address the page names its own address", async () => {
  const elsewhere = `http://127.0.0.1:${service.port}`
  const other = await PageBrowser.open({ origin: elsewhere })
  await other.page.goto(`${elsewhere}/app/projects/1`)
  await other.page.getByRole("link", { name: `Open ${origin}/app/` }).waitFor()
  await cleanInBoth("elsewhere", other)
  await other.close()
})

test("a dialog focuses its first field, and after a deletion the list has the focus", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/`)
  await page.getByRole("button", { name: "New project" }).click()
  expect(await page.evaluate("document.activeElement.getAttribute('name')")).toBe("name")
  await page.keyboard.press("Enter")
  expect(await page.locator("dialog").count()).toBe(1)
  await page.keyboard.type("By keyboard")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "By keyboard" }).waitFor()
  await tab("Members")
  await page.getByRole("button", { name: "Add member" }).click()
  await field("User ID").fill("gina")
  await save("Add member")
  await page.getByRole("button", { name: "Delete gina" }).click()
  await save("Delete")
  await page.getByRole("cell", { name: "gina", exact: true }).waitFor({ state: "detached" })
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Members")
  expect(browser.faults).toEqual([])
})

test("the page of a missing model has a heading and a link back", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/projects/999999/models/1`)
  await page.locator(".problem").waitFor()
  expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual(["Model"])
  await told(/404/)
  await cleanInBoth("model-not-found")
  await page.locator(".crumbs").getByRole("link", { name: "Projects" }).click()
  await page.locator(".card").first().waitFor()
})

test("a report shows how many entries it does not list", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/`)
  await page.locator(".card", { hasText: "Town hall" }).click()
  await tab("Operations")
  const json = { warnings: { count: 1200, first: [{ code: "MadeUp" }] } }
  await answerNextReport({ json })
  await page.getByRole("button", { name: "Import report" }).first().click()
  await page.locator("dialog summary", { hasText: "Warnings: 1,200" }).click()
  await page.locator("dialog").getByText("1,199 more.").waitFor()
  await page.keyboard.press("Escape")
  expect(browser.faults).toEqual([])
})

test("operations that could not be read are read again, and one that was started elsewhere is cancelled", async () => {
  const { page } = browser
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const project = await client.createProject("Operations")
  const listed = "**/v1/projects/*/operations?**"
  await page.route(listed, (route) => route.fulfill({ status: 500, json: { error: "Internal", requestId: "r-500" } }))
  await page.goto(`${origin}/app/projects/${project}`)
  await page.getByText("The operations could not be read:").waitFor()
  await page.getByRole("alert").getByText("r-500").waitFor()
  await told(/500/)
  await cleanInBoth("operations-not-read")
  await page.unroute(listed)
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByText("The operations could not be read:").waitFor({ state: "detached" })
  await tab("Operations")
  await seen("Nothing was imported, exported or calculated yet")
  const bytes = new Uint8Array(await Bun.file(join(models, "LargeBuilding.ifc")).arrayBuffer())
  await client.startImport(project, "Unwanted", bytes)
  await page.reload()
  await page.getByRole("button", { name: "Cancel Import model.ifc" }).focus()
  await page.keyboard.press("Enter")
  await page
    .getByRole("row", { name: /Unwanted/ })
    .getByText("Cancelled", { exact: true })
    .first()
    .waitFor()
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Operations")
  await cleanInBoth("operations-cancelled")
})
