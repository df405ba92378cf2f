/* Editing a model by several hands, in a real browser. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test"
import type { Page, Request } from "playwright-core"
import type { SheetColumn } from "../sheets/SheetColumn.ts"
import { sheetOf, written } from "../sheets/testing/SheetFiles.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser
let client: ServiceClient.ServiceClient
let project = ""
/** The path of the sample model. */
let path = ""

type Cells = Readonly<Record<string, unknown>>
type Gate = PromiseWithResolvers<void>

const password = "correct horse battery"
const columns = JSON.stringify(["Class", "Name", "ObjectType", "Tag"])

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  browser = await PageBrowser.open({ origin })
  const { page } = browser
  await page.goto(/http[^"\s]+\/first-user\?secret=[\w-]+/.exec(service.log())![0])
  await page.getByLabel("User").fill("ada")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button").click()
  await page.waitForURL(`${origin}/app/projects/*/models/*`)
  path = new URL(page.url()).pathname.slice("/app".length)
  project = path.replace(/\/models.*/, "")
  client = ServiceClient.make(service.url, await service.token("ada"))
})
/** No test depends on what the one before left: its page, its session and its unpublished changes. */
beforeEach(async () => {
  const { context, page } = browser
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.goto("about:blank")
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: "light" })
  const { clientSessionId: session = "unused" } = (await client.call("GET", `/v1${path}/session`)).json
  for (const step of ["discard", "end-session"]) {
    expect((await client.call("POST", `/v1${path}/${step}`, { session })).status).toBe(204)
  }
  browser.forget()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const bar = (page: Page) => page.getByRole("region", { name: "Your changes" })
const cell = (page: Page, row: number, column: number) =>
  page.locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column}"]`)
const value = (page: Page, name: string) => page.getByRole("textbox", { name: `Value of ${name}` })

const opened = async (page: Page, asked: Readonly<Record<string, string>> = { columns }) => {
  await page.goto(`${origin}/app${path}?${new URLSearchParams(asked).toString()}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
}

const editing = async (page: Page, asked?: Readonly<Record<string, string>>) => {
  await opened(page, asked)
  const start = bar(page).getByRole("button", { name: /^(Edit|Go on editing.*)$/ })
  const isOn = bar(page).getByText(/^Editing, \d+ min left$/)
  await start.or(isOn).waitFor()
  if (await start.isVisible()) await start.click()
  await isOn.waitFor()
}

/** Products in the order of the table, in the view of the reader whose session this is. */
const products = async (fields: ReadonlyArray<string>): Promise<ReadonlyArray<Cells>> => {
  const { json } = await client.call("POST", `/v1${path}/products/properties/query?page=1&pageSize=100`, {
    body: { fields }
  })
  return (json as unknown as { readonly result: ReadonlyArray<Cells> }).result
}

/** The session that a window edits in. */
const sessionOf = (page: Page) =>
  page.evaluate<string>("Object.entries(sessionStorage).find(([key]) => key.startsWith('plinth.edit'))[1]")

const discard = async (page: Page) => {
  await bar(page).getByRole("button", { name: "Discard" }).click()
  await page.locator("dialog").getByRole("button", { name: "Discard" }).click()
  await bar(page).getByRole("button", { name: "No unpublished changes" }).waitFor()
}

const clean = (name: string) => PageLooks.clean(browser, name)

/** Writes a workbook whose columns are named by the first row. */
const workbook = ([names, ...rows]: ReadonlyArray<ReadonlyArray<string>>): Buffer => {
  const columns = names!.map((name): SheetColumn => ({ name, unit: null, type: "Text" }))
  return written("xlsx", sheetOf(columns, rows), { about: [] })
}

test("a sheet is compared, its errors are named with their cells, and applying it starts editing", async () => {
  const { page } = browser
  await opened(page)
  const [one, other] = (await products(["Guid", "Name"])).map(({ Guid, Name }) => [Guid as string, Name as string])
  const sheet = page.locator("dialog")
  const apply = sheet.getByRole("button", { name: "Apply" })
  const choose = (name: string, buffer: Buffer) =>
    sheet.getByLabel("Excel workbook or CSV").setInputFiles({ name, mimeType: "application/octet-stream", buffer })
  await bar(page).getByRole("button", { name: "Import a spreadsheet" }).press("Enter")
  await choose("wrong.csv", Buffer.from(`Guid,Name,Class\r\n${one![0]},Other,IfcNothing\r\n`))
  const errors = sheet.getByRole("region", { name: "Errors" })
  await errors.getByText("FieldReadOnly").waitFor()
  expect(await errors.getByRole("row").last().locator("td").allTextContents()).toEqual([
    "2",
    "Class",
    '"Class" cannot be edited. FieldReadOnly'
  ])
  expect(await apply.isDisabled()).toBe(true)
  expect(await sheet.getByRole("checkbox", { name: "Numbers have a decimal comma" }).isChecked()).toBe(false)
  await clean("sheet-errors")
  await choose(
    "changed.xlsx",
    workbook([
      ["Guid", "Name", "Remark"],
      [one![0]!, "Named in a sheet", "for the architect"],
      [...other!, ""]
    ])
  )
  await sheet.getByText("1 cell would change, 1 would not.").waitFor()
  await sheet.getByText("Columns that name no field are left out: Remark.").waitFor()
  const changes = sheet.getByRole("region", { name: "Cells that would change" })
  await changes.getByRole("rowheader", { name: one![1]! }).waitFor()
  expect(await changes.getByRole("row").last().locator("td").allTextContents()).toEqual([
    "Name",
    one![1]!,
    "Named in a sheet"
  ])
  await clean("sheet")
  await page.emulateMedia({ colorScheme: "dark" })
  await clean("sheet-dark")
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await browser.isTooWide()).toBe(false)
  expect(
    await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('dialog'))"
    )
  ).toBe(false)
  await clean("sheet-narrow")
  await page.setViewportSize({ width: 1440, height: 900 })
  // A comparison that another option replaces is not awaited.
  const option = sheet.getByRole("checkbox", { name: "Replace what others have published since" })
  const compared = "**/products/table?dryRun=true*"
  await page.route(compared, () => undefined, { times: 1 })
  const asked = page.waitForRequest(compared)
  await option.check()
  await asked
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("dryRun=true"))
  await option.uncheck()
  await ended
  await sheet.getByText("1 cell would change, 1 would not.").waitFor()
  await apply.press("Enter")
  await bar(page).getByText("1 cell of the sheet is changed.", { exact: false }).waitFor()
  await bar(page)
    .getByText(/^Editing, \d+ min left$/)
    .waitFor()
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Import a spreadsheet")
  await cell(page, 1, 2).getByText("Named in a sheet").waitFor()
  await discard(page)
  await bar(page).getByRole("button", { name: "Stop" }).click()
  await bar(page).getByRole("button", { name: "Edit", exact: true }).waitFor()
})

test("a sheet is taken back with options, and one over 32 MB by way of an upload", async () => {
  const { page } = browser
  await opened(page)
  const [one] = await products(["Guid", "Name", "Tag"])
  const sheet = page.locator("dialog")
  const choose = (buffer: Buffer) =>
    sheet.getByLabel("Excel workbook or CSV").setInputFiles({ name: "sheet.csv", mimeType: "text/csv", buffer })
  await bar(page).getByRole("button", { name: "Import a spreadsheet" }).press("Enter")
  const rows = `Guid,Name,Own set.Note,\r\n${one!["Guid"] as string},,noted,\r\n`
  await choose(Buffer.from(rows))
  await sheet.getByText("1 cell would change, 0 would not.").waitFor()
  await sheet.getByText("Columns that name no field are left out: Own set.Note.").waitFor()
  await sheet.getByLabel("Leave values whose cells are empty in the sheet").check()
  await sheet.getByText("No cell would change, 1 would not.").waitFor()
  await sheet.getByLabel("Make new properties of columns such as Set.Name").check()
  await sheet.getByText("1 cell would change, 1 would not.").waitFor()
  await clean("sheet-options")
  await page.emulateMedia({ colorScheme: "dark" })
  await clean("sheet-options-dark")
  await page.emulateMedia({ colorScheme: "light" })
  const [requests, uploads]: [Array<string>, Array<string>] = [[], []]
  const asked = (request: Request) => {
    if (request.method() === "PUT") uploads.push(request.url())
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith("/products/table")) requests.push(`${request.headers()["content-type"]!} ${search}`)
  }
  page.on("request", asked)
  // Rows that are empty but for a column without a header are ignored.
  const compared = page.waitForResponse(/dryRun=true/)
  await choose(Buffer.concat([Buffer.from(rows), Buffer.from(`,,,${"x".repeat(1020)}\r\n`.repeat(33_000))]))
  await compared
  await sheet.getByText("1 cell would change, 1 would not.").waitFor()
  const comparedAgain = page.waitForResponse(/dryRun=true&force=true/)
  await sheet.getByLabel("Replace what others have published since").check()
  await comparedAgain
  await sheet.getByText("1 cell would change, 1 would not.").waitFor()
  // A click waits until the button is enabled.
  await sheet.getByRole("button", { name: "Apply" }).click()
  await bar(page).getByText("1 cell of the sheet is changed.", { exact: false }).waitFor()
  expect(requests).toEqual([
    "application/json ?dryRun=true&create=true&empty=ignore",
    "application/json ?dryRun=true&force=true&create=true&empty=ignore",
    "application/json ?dryRun=false&force=true&create=true&empty=ignore"
  ])
  expect(uploads.length).toBe(1)
  page.off("request", asked)
  await discard(page)
  await bar(page).getByRole("button", { name: "Stop" }).click()
  await bar(page).getByRole("button", { name: "Edit", exact: true }).waitFor()
})

test("of several products a value that was opened and left stays as it is; one that was applied is for all of them", async () => {
  const { page } = browser
  await editing(page)
  const before = await products(["Name", "Tag", "MaterialLayerSet", "SpatialLocation"])
  await cell(page, 1, 1).click()
  await cell(page, 3, 1).click({ modifiers: ["Shift"] })
  await page.getByText("What you set here is set for all of them, after a preview.", { exact: false }).waitFor()
  for (const name of ["Name", "Material", "Location"]) {
    await page.getByRole("button", { name: `Set ${name}`, exact: true }).press("Enter")
    await page.getByLabel(`Value of ${name}`).press("Escape")
    await page.getByRole("button", { name: `Set ${name}`, exact: true }).waitFor()
  }
  await page.getByRole("button", { name: "Set Tag", exact: true }).press("Enter")
  await value(page, "Tag").fill("T-1")
  await value(page, "Tag").press("Enter")
  await page.locator("dialog").getByText("3 values would change, 0 would not.").waitFor()
  expect(await products(["Name", "Tag", "MaterialLayerSet", "SpatialLocation"])).toEqual(before)
  await page.locator("dialog").getByRole("button", { name: "Apply" }).press("Enter")
  await bar(page).getByRole("button", { name: "3 unpublished values" }).waitFor()
  expect((await products(["Tag"])).slice(0, 4).map(({ Tag }) => (Tag as Cells)["Value"])).toEqual([
    "T-1",
    "T-1",
    "T-1",
    (before[3]!["Tag"] as Cells)["Value"]
  ])
  await discard(page)
  expect(browser.faults).toEqual([])
})

test("a typed value changes only its cell, even if another cell is chosen before the service answers", async () => {
  const { page } = browser
  await editing(page)
  const sent: Array<unknown> = []
  await page.route(`**/v1${path}/products`, async (route) => {
    sent.push(route.request().postDataJSON())
    await Bun.sleep(400)
    await route.continue()
  })
  const before = await products(["Guid", "Tag"])
  await cell(page, 1, 4).click()
  await page.keyboard.type("R-1")
  await cell(page, 3, 4).click()
  await bar(page).getByRole("button", { name: "1 unpublished value" }).waitFor()
  await cell(page, 4, 4).click()
  await page.locator(".cell-editor").waitFor({ state: "detached" })
  // A row that is scrolled away takes along what was typed, and the service has it.
  await cell(page, 2, 4).click()
  await page.keyboard.type("R-2")
  expect(await value(page, "Tag").inputValue()).toBe("R-2")
  await page.evaluate("document.querySelector('.grid').scrollTop = 1e6")
  await bar(page).getByRole("button", { name: "2 unpublished values" }).waitFor()
  expect(sent).toEqual(
    ["R-1", "R-2"].map((tag, n) => ({ addOrUpdate: { Tag: { [String(before[n]!["Guid"])]: tag } } }))
  )
  await page.unroute(`**/v1${path}/products`)
  // Layers are no material of the list; to have none is a change all the same.
  await page.evaluate("document.querySelector('.grid').scrollTop = 0")
  await cell(page, 1, 1).click()
  await page.getByTitle("Change Material", { exact: true }).click()
  await page.getByLabel("Value of Material").selectOption("")
  await page.getByLabel("Value of Material").press("Tab")
  await bar(page).getByRole("button", { name: "3 unpublished values" }).waitFor()
  await discard(page)
  expect(browser.faults).toEqual([])
})

test("without a pointer, a user names the set of a property, and requests choices again that did not arrive", async () => {
  const { page } = browser
  const filters = JSON.stringify([["Class", "Equals", "IfcWall"]])
  const columns = JSON.stringify(["Checked", "SpatialLocation"])
  const location = page.getByRole("combobox", { name: "Value of Location" })
  await editing(page, { filters, columns })
  await page.getByRole("grid").focus()
  await page.keyboard.press("Enter")
  await value(page, "Checked").waitFor()
  await page.keyboard.type("by Ada")
  await page.keyboard.press("Enter")
  await page.locator('.cell-fault input[aria-label="Property set"]:focus').waitFor()
  await page.keyboard.press("Shift+Tab")
  await page.locator(".cell-editor > input:focus").waitFor()
  await page.keyboard.press("Tab")
  await page.locator(".cell-fault input:focus").waitFor()
  await page.keyboard.type("Pset_Ours")
  await page.keyboard.press("Enter")
  await bar(page).getByRole("button", { name: "1 unpublished value" }).waitFor()
  await cell(page, 1, 1).filter({ hasText: "by Ada" }).waitFor()
  await page.locator(".grid:focus").waitFor()
  browser.forget()
  await page.route("**/locations", (route) => route.fulfill({ status: 500, json: { error: "InternalError" } }), {
    times: 1
  })
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await page.getByRole("alert").filter({ hasText: "InternalError" }).waitFor()
  await browser.picture("edit-no-choices")
  expect(await browser.violations()).toEqual([])
  await page.keyboard.press("Tab")
  await page.locator(".cell-fault button:focus").waitFor()
  await page.keyboard.press("Enter")
  await page.locator(".cell-fault").waitFor({ state: "detached" })
  await page.locator(".cell-editor > select:focus").waitFor()
  expect(await location.locator("option").count()).toBeGreaterThan(2)
  await page.keyboard.press("Escape")
  await location.waitFor({ state: "detached" })
  await discard(page)
  expect(browser.faults.filter((fault) => !fault.includes("status of 500:"))).toEqual([])
  browser.forget()
})

test.each(["Delete 2 products", "Discard"])("values of several products are not compared during “%s”", async (name) => {
  const { page } = browser
  await editing(page)
  const all = await products(["Guid", "Class"])
  // Only the slab has some of its properties; with it, or with the new value, the service does not know them any more.
  const guids = ["IfcSlab", "IfcWall"].map((name) => String(all.find(({ Class }) => Class === name)!["Guid"]))
  const body = { addOrUpdate: { Checked: { [guids[0]!]: { PropertySet: "Pset_Ours", Value: "by Ada" } } } }
  await client.call("POST", `/v1${path}/products`, { session: await sessionOf(page), body })
  const [asked, removed, compared] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate]
  const isGroups = (url: string) => new URL(url).pathname.endsWith("/products/groups")
  await page.route(
    (url) => isGroups(url.href),
    async (route) => {
      asked.resolve()
      await removed.promise
      // The page may have given it up meanwhile.
      await route.continue().catch(() => undefined)
    }
  )
  await page.route(/\/discard$|\/products\/[^/]{22}$/, async (route) => {
    const response = await route.fetch()
    removed.resolve()
    await compared.promise
    await route.fulfill({ response })
  })
  for (const event of ["requestfinished", "requestfailed"] as const) {
    page.on(event as "requestfinished", (request) => isGroups(request.url()) && compared.resolve())
  }
  await page.goto(`${origin}/app${path}?sel=${guids.join()}`)
  await asked.promise
  await bar(page).getByRole("button", { name }).click()
  await page
    .locator("dialog")
    .getByRole("button", { name: name.split(" ")[0]! })
    .click()
  await page.locator("dialog").waitFor({ state: "detached" })
  expect(browser.faults.filter((fault) => fault.includes("status of 400:"))).toEqual([])
})

test("moving to a cell beyond the edge of a small window scrolls it and its editor into sight", async () => {
  const { page } = browser
  await editing(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole("button", { name: "Table", exact: true }).click()
  await page.getByRole("grid").focus()
  const isInSight = (selector: string) =>
    page.evaluate<boolean>(`(() => {
      const grid = document.querySelector(".grid").getBoundingClientRect()
      const { left, right } = document.querySelector('${selector}').getBoundingClientRect()
      return left >= grid.left - 1 && right <= grid.right + 1
    })()`)
  for (let n = 1; n < 4; n++) {
    await page.keyboard.press("ArrowRight")
    await page.locator(`#row-0-${n}.here`).waitFor()
    expect(await isInSight(`#row-0-${n}`)).toBe(true)
  }
  await page.keyboard.press("Enter")
  await value(page, "Tag").waitFor()
  expect(await isInSight(".cell-editor")).toBe(true)
  await value(page, "Tag").press("Escape")
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  await page.locator("#row-0-1.here").waitFor()
  expect(await isInSight("#row-0-1")).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(browser.faults).toEqual([])
})

test("products that are deleted leave the view before and after they are published", async () => {
  const { page } = browser
  await editing(page)
  await page.getByRole("toolbar").waitFor()
  const { height, width, x, y } = (await page.locator(".view canvas").boundingBox())!
  const pickMiddle = async () => {
    await page.locator(".view canvas").press("Escape")
    await page.waitForURL((url) => !url.searchParams.has("sel"))
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.waitForURL(/[?&]sel=/)
    return new URL(page.url()).searchParams.get("sel")
  }
  /** The deleted product stays in the view until the page has read the deletion. */
  const pickOther = async (than: string | null) => {
    for (let tries = 0; tries < 60; tries++) if ((await pickMiddle()) !== than) return
    throw new Error("What was deleted stays in the view.")
  }
  const first = await pickMiddle()
  await page.locator('[role="row"][aria-selected="true"]').waitFor()
  await bar(page).getByRole("button", { name: "Delete product" }).click()
  await page.locator("dialog").getByRole("button", { name: "Delete" }).click()
  await bar(page)
    .getByRole("button", { name: /\d deleted/ })
    .waitFor()
  await pickOther(first)
  const shapes = page.waitForResponse(/\/geometry\?/)
  await bar(page).getByRole("button", { name: "Publish" }).click()
  await page.locator("dialog").getByLabel("Title").fill("Without it")
  await page.locator("dialog").getByRole("button", { name: "Publish" }).click()
  await shapes
  await page.getByRole("toolbar").waitFor()
  await pickOther(first)
  browser.forget()
})

test("an overloaded token endpoint does not sign users out", async () => {
  const { page } = browser
  await page.route("**/app/session*", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await page.route("**/v1/**/session", (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await opened(page)
  await bar(page).waitFor()
  await page.unroute("**/app/session*")
  browser.forget()
})

test("errors of the service are shown at each product's cell, and nothing was changed", async () => {
  const { page } = browser
  await editing(page)
  await cell(page, 1, 1).click()
  await cell(page, 3, 1).click({ modifiers: ["Shift"] })
  const dialog = page.locator("dialog")
  await page.getByRole("button", { name: "Set Tag", exact: true }).click()
  await value(page, "Tag").fill("x".repeat(300))
  await value(page, "Tag").press("Enter")
  await dialog.getByText("3 values cannot be taken: see beside each.").waitFor()
  expect(await dialog.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true)
  expect(await page.locator(".grid .wrong").count()).toBe(3)
  expect(await cell(page, 2, 4).getAttribute("title")).toContain("InvalidValue")
  expect(await cell(page, 2, 4).getAttribute("aria-invalid")).toBe("true")
  await browser.picture("edit-several-wrong")
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await bar(page).getByRole("button", { name: "No unpublished changes" }).waitFor()
  // Users of touch screens and screen readers read it when the cell is active.
  const refusal = page.getByRole("status").filter({ hasText: /^Tag: .*InvalidValue/ })
  await page.getByRole("grid").focus()
  for (const _ of [2, 3, 4]) await page.keyboard.press("ArrowRight")
  await refusal.waitFor()
  await browser.picture("edit-refusal")
  expect(await browser.violations()).toEqual([])
  await page.keyboard.press("ArrowLeft")
  await refusal.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Set Tag", exact: true }).click()
  await value(page, "Tag").fill("T-2")
  await value(page, "Tag").press("Enter")
  await page.locator("dialog").getByRole("button", { name: "Apply" }).click()
  await bar(page).getByRole("button", { name: "3 unpublished values" }).waitFor()
  expect(await page.locator(".grid .wrong").count()).toBe(0)
  await discard(page)
})

test("if several products are deleted, those that could not be deleted stay selected", async () => {
  const { page } = browser
  await editing(page)
  const [first, second] = await products(["Guid", "Name"])
  const gone = `${String(first!["Guid"]).slice(0, -1)}${String(first!["Guid"]).endsWith("0") ? "1" : "0"}`
  await page.goto(`${origin}/app${path}?sel=${String(first!["Guid"])},${gone},${String(second!["Guid"])}`)
  await bar(page).getByRole("button", { name: "Delete 3 products" }).click()
  await page.route(`**/products/${gone}`, (route) =>
    route.fulfill({ status: 400, json: { error: "SessionNotActive", details: "Made up.", code: "SessionNotActive" } })
  )
  await page.locator("dialog").getByRole("button", { name: "Delete" }).click()
  await page.locator("dialog").getByText("2 of 3 products are not deleted").waitFor()
  await page.locator("dialog").getByRole("button", { name: "Cancel" }).click()
  await page.unroute(`**/products/${gone}`)
  await bar(page)
    .getByRole("button", { name: /\d deleted/ })
    .waitFor()
  await page.waitForURL((url) => url.searchParams.get("sel") === `${gone},${String(second!["Guid"])}`)
  await discard(page)
  browser.forget()
})

test("the end of a session is shown, and the changes are kept", async () => {
  const { page } = browser
  await editing(page)
  await cell(page, 1, 2).dblclick()
  await value(page, "Name").fill("Kept name")
  await value(page, "Name").press("Enter")
  await bar(page).getByRole("button", { name: "1 unpublished value" }).waitFor()
  await client.call("POST", `/v1${path}/end-session`, { session: await sessionOf(page) })
  await cell(page, 2, 2).dblclick()
  await value(page, "Name").fill("Not taken")
  await value(page, "Name").press("Enter")
  await bar(page).getByText("Your session has ended. Your changes are kept.").waitFor()
  await cell(page, 1, 2).filter({ hasText: "Kept name" }).waitFor()
  await bar(page).getByRole("button", { name: "Go on editing" }).click()
  await bar(page)
    .getByText(/^Editing, \d+ min left$/)
    .waitFor()
  expect(await bar(page).getByText("Your session has ended").count()).toBe(0)
  await discard(page)
  browser.forget()
})

test("a duplicated window stays signed in, both keep working, and each shows the changes of the other", async () => {
  const { context, page } = browser
  await editing(page)
  const kept = await page.evaluate<string>("JSON.stringify(Object.fromEntries(Object.entries(sessionStorage)))")
  const twin = await context.newPage()
  // A browser that duplicates a window does the same.
  await twin.addInitScript(
    `for (const [key, value] of Object.entries(${kept})) if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value)`
  )
  await opened(twin)
  const renewed = async (one: Page) => {
    await one.route("**/v1/**/session", (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
    await opened(one)
    await bar(one).waitFor()
  }
  for (const one of [page, twin, page, twin]) await renewed(one)
  await Promise.all([page, twin].map(renewed))
  await bar(twin)
    .getByText(/^Editing, \d+ min left$/)
    .waitFor()
  await cell(twin, 1, 2).dblclick()
  await value(twin, "Name").fill("Seen by both")
  await value(twin, "Name").press("Enter")
  await cell(page, 1, 2).filter({ hasText: "Seen by both" }).waitFor()
  await bar(page).getByRole("button", { name: "1 unpublished value" }).waitFor()
  await discard(page)
  await bar(twin).getByRole("button", { name: "No unpublished changes" }).waitFor()
  await twin.close()
  browser.forget()
})

test("a user who may edit but not delete sees the reason", async () => {
  await client.call("PUT", `/v1${project}/members/dora`, { body: { role: "User" } })
  await client.call("PUT", `/v1${path}/members/dora`, { body: { role: "DataEditor" } })
  const other = await PageBrowser.open({ origin })
  const { page } = other
  await signIn(page, service, "dora")
  await editing(page)
  await cell(page, 1, 1).click()
  await bar(page).getByRole("button", { name: "Delete product" }).click()
  await page.locator("dialog").getByRole("button", { name: "Delete" }).click()
  await page.locator("dialog").getByRole("alert").filter({ hasText: "Modeler" }).waitFor()
  await other.picture("edit-no-right")
  expect(other.faults.filter((fault) => !fault.includes("status of 403:"))).toEqual([])
  await other.close()
})

test("further changes of a long list are shown on request, and marked in the table", async () => {
  const { page } = browser
  // Pages of two changes stand for those of a thousand.
  const isChanges = (url: URL) => url.pathname.endsWith("/changes")
  await page.route(isChanges, (route) =>
    route.continue({ url: route.request().url().replace("pageSize=1000", "pageSize=2") })
  )
  await editing(page)
  await cell(page, 1, 1).click()
  await cell(page, 3, 1).click({ modifiers: ["Shift"] })
  await page.getByRole("button", { name: "Set Tag", exact: true }).click()
  await value(page, "Tag").fill("M-1")
  await value(page, "Tag").press("Enter")
  await page.locator("dialog").getByRole("button", { name: "Apply" }).click()
  await bar(page).getByRole("button", { name: "3 unpublished values" }).click()
  const lines = page.getByRole("list", { name: "Unpublished changes" }).getByRole("listitem")
  const marks = page.locator(".grid .own")
  await page.getByText("Marked in the table: the first 2 of 3.").waitFor()
  await marks.nth(1).waitFor()
  expect([await lines.count(), await marks.count()]).toEqual([2, 2])
  await page.getByRole("button", { name: "Show more of 1", exact: true }).click()
  await lines.nth(2).waitFor()
  await marks.nth(2).waitFor()
  expect(await page.getByText("Marked in the table").count()).toBe(0)
  await lines.nth(2).getByRole("button", { name: "Undo the change of Tag" }).focus()
  await page.keyboard.press("Enter")
  await bar(page).getByRole("button", { name: "2 unpublished values" }).waitFor()
  await lines.nth(2).waitFor({ state: "detached" })
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toStartWith("Undo the change of")
  await page.unroute(isChanges)
  await discard(page)
  expect(browser.faults).toEqual([])
})

test("deleting several products shows the progress, and stops if the dialog is closed", async () => {
  const { page } = browser
  await editing(page)
  const guids = (await products(["Guid"])).slice(0, 3).map(({ Guid }) => String(Guid))
  const asked: Array<string> = []
  const second = Promise.withResolvers<void>()
  const isProduct = /\/products\/[^/?]+$/
  await page.route(isProduct, async (route) => {
    if (route.request().method() === "DELETE") {
      asked.push(new URL(route.request().url()).pathname.split("/").at(-1)!)
      if (asked.length === 2) await second.promise
    }
    await route.continue()
  })
  await page.goto(`${origin}/app${path}?sel=${guids.join()}`)
  await bar(page).getByRole("button", { name: "Delete 3 products" }).click()
  await page.locator("dialog").getByRole("button", { name: "Delete" }).click()
  await page.locator("dialog").getByText("1 of 3 deleted").waitFor()
  await page.keyboard.press("Escape")
  await page.locator("dialog").waitFor({ state: "detached" })
  second.resolve()
  await page.waitForURL((url) => url.searchParams.get("sel") === guids[2])
  await bar(page)
    .getByRole("button", { name: /\d deleted/ })
    .waitFor()
  expect(asked).toEqual(guids.slice(0, 2))
  await page.unroute(isProduct)
  await discard(page)
  // A part that went with its whole is not there any more.
  expect(browser.faults.filter((fault) => !fault.includes("status of 404:"))).toEqual([])
  browser.forget()
})

test("a code that exists in several libraries is chosen by its library", async () => {
  const { page } = browser
  const codes: Array<string> = []
  for (const name of ["Costs", "Rooms"]) {
    const libraries = `/v1${project}/codifications`
    const library: string = (await client.call("POST", libraries, { body: { name } })).json["guid"]!
    const body = { identification: "X-1", name: "Twice" }
    codes.push((await client.call("POST", `${libraries}/${library}/codification`, { body })).json["guid"]!)
  }
  await editing(page)
  await cell(page, 1, 1).click()
  await page.getByRole("textbox", { name: "Add code" }).fill("X-1")
  await page.getByRole("button", { name: "Add code" }).click()
  await page.getByRole("button", { name: "Costs (project): X-1 Twice" }).waitFor()
  await browser.picture("edit-codes")
  await page.getByRole("button", { name: "Rooms (project): X-1 Twice" }).click()
  expect(await page.evaluate("document.activeElement.getAttribute('name')")).toBe("code")
  await bar(page).getByRole("button", { name: "1 unpublished value" }).waitFor()
  const [first] = await products(["Code"])
  const given = Object.keys(first!["Code"] as Cells)
  expect(codes.map((code) => given.includes(code))).toEqual([false, true])
  await discard(page)
  expect(browser.faults).toEqual([])
})

test("locations are searched by their names", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}?panel=places`)
  const item = (name: string) => page.getByRole("treeitem", { name }).first()
  const box = page.getByRole("searchbox", { name: "Search", exact: true })
  await item("Ground floor").waitFor()
  await box.fill("upper")
  await item("Ground floor").waitFor({ state: "detached" })
  await item("Upper floor").waitFor()
  await browser.picture("places-searched")
  expect(await browser.violations()).toEqual([])
  await box.fill("nowhere")
  await page.getByText("Nothing here has “nowhere”.").waitFor()
  await box.fill("")
  await item("Ground floor").waitFor()
  expect(browser.faults).toEqual([])
})

test("starting and stopping to edit by keyboard keeps the focus in the bar", async () => {
  const { page } = browser
  const focused = () => page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')")
  const start = bar(page).getByRole("button", { name: "Edit", exact: true })
  await editing(page)
  await bar(page).getByRole("button", { name: "Stop" }).press("Enter")
  await start.waitFor()
  expect(await focused()).toBe("Your changes")
  await start.press("Enter")
  await bar(page)
    .getByText(/^Editing, \d+ min left$/)
    .waitFor()
  expect(await focused()).toBe("Your changes")
  expect(browser.faults).toEqual([])
})

test("a row chosen elsewhere comes to the middle of the table, and tools above the table leave it in sight", async () => {
  const { page } = browser
  await editing(page)
  await bar(page).getByRole("button", { name: "Stop" }).click()
  const all = await products(["Guid"])
  await opened(page, { sel: all[Math.floor(all.length / 2)]!["Guid"] as string })
  const chosen = page.locator('[role="row"][aria-selected="true"]')
  await chosen.waitFor()
  /** Returns the free space above and below the chosen row, in pixels. */
  const around = async (): Promise<readonly [number, number]> => {
    const [row, head] = [(await chosen.boundingBox())!, (await page.locator(".grid .head").boundingBox())!]
    const grid = (await page.locator(".grid").boundingBox())!
    return [row.y - head.y - head.height, grid.y + grid.height - row.y - row.height]
  }
  const [above, below] = await around()
  expect(Math.abs(above - below)).toBeLessThan(30)
  expect(above).toBeGreaterThan(30)
  await page.evaluate(`document.querySelector(".grid").scrollTop -= ${below - 1}`)
  await bar(page)
    .getByRole("button", { name: /^(Edit|Go on editing.*)$/ })
    .click()
  await page.getByRole("button", { name: "Fill down" }).waitFor()
  for (let tries = 0; tries < 40 && (await around())[1] < -1; tries++) await Bun.sleep(100)
  expect((await around())[1]).toBeGreaterThan(-2)
  // Values that can be edited begin where the others begin.
  const lefts = await page.locator(".properties .facts dd:not(:has(form))").evaluateAll((values) =>
    values.map((value) => {
      const range = value.ownerDocument.createRange()
      range.selectNodeContents(value.querySelector("button.value") ?? value)
      return Math.round(range.getBoundingClientRect().left)
    })
  )
  expect(new Set(lefts).size).toBe(1)
  expect(browser.faults).toEqual([])
})

test("a section can be flipped in a small window", async () => {
  const { page } = browser
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${origin}/app${path}`)
  await page.getByRole("button", { name: "Tools", exact: true }).click()
  await page.locator("summary.tool", { hasText: "Section" }).click()
  await page.getByRole("checkbox", { name: "X", exact: true }).check()
  const flip = page.getByRole("button", { name: "Flip the section along X" })
  const [inner, outer] = [(await flip.boundingBox())!, (await page.locator(".view").boundingBox())!]
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
  await flip.click()
  await page.waitForURL(/[?&]sections=x[-\d.]+(!|%21)/)
  await browser.picture("sections-small")
  await page.locator("summary.tool", { hasText: "Section" }).click()
  expect(await flip.isVisible()).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(browser.faults).toEqual([])
})

test("showing an older version and returning keeps the view and the position", async () => {
  const { page } = browser
  const session = "older"
  await client.call("POST", `/v1${path}/start-session`, { session })
  const [first] = await products(["Guid"])
  const body = { addOrUpdate: { Tag: { [String(first!["Guid"])]: "Newer" } } }
  await client.call("POST", `/v1${path}/products`, { session, body })
  await client.call("POST", `/v1${path}/publish`, { session, body: { title: "Newer tag" } })
  await opened(page, { panel: "versions", columns })
  await page.getByRole("toolbar").waitFor()
  await page.evaluate("document.querySelector('.view canvas').isSame = true")
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem")
  await versions.last().getByRole("button", { name: "Show" }).press("Enter")
  await page.getByText("You see an older version").waitFor()
  await bar(page).waitFor({ state: "detached" })
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Shown")
  await versions.first().getByRole("button", { name: "Show" }).click()
  await bar(page).waitFor()
  await cell(page, 1, 4).filter({ hasText: "Newer" }).waitFor()
  expect(await page.evaluate("document.querySelector('.view canvas').isSame")).toBe(true)
  expect(browser.faults).toEqual([])
})

test("the layers of a wall cannot be reverted alone, and no other value replaces them", async () => {
  const { page } = browser
  const filters = JSON.stringify([["Class", "Equals", "IfcWall"]])
  await editing(page, { filters, columns: JSON.stringify(["Name", "MaterialLayerSet"]) })
  await cell(page, 1, 1).click()
  await page.getByTitle("Change Material", { exact: true }).click()
  await page.getByLabel("Value of Material").selectOption({ index: 2 })
  await page.getByLabel("Value of Material").press("Enter")
  await bar(page).getByRole("button", { name: "1 unpublished value" }).click()
  const given = await cell(page, 1, 2).textContent()
  await page.getByRole("button", { name: "Undo the change of Material" }).click()
  await page.getByRole("alert").filter({ hasText: "Layers cannot be given back alone." }).waitFor()
  await browser.picture("edit-layers")
  expect(await browser.violations()).toEqual([])
  expect(await cell(page, 1, 2).textContent()).toBe(given)
  await discard(page)
  expect(browser.faults).toEqual([])
})

test("changes show the names of products, locations and materials, also those of deleted ones", async () => {
  const { page } = browser
  const filters = JSON.stringify([["Class", "Equals", "IfcDoor"]])
  await editing(page, { filters, columns: JSON.stringify(["Name", "SpatialLocation"]), panel: "changes" })
  const name = (await cell(page, 1, 1).textContent())!
  const before = (await cell(page, 1, 2).textContent())!
  await cell(page, 1, 2).dblclick()
  const location = page.getByRole("combobox", { name: "Value of Location" })
  await location.selectOption({ label: "Upper floor (Storey)" })
  await location.press("Enter")
  const line = page.getByRole("list", { name: "Unpublished changes" }).getByRole("listitem")
  await line.filter({ hasText: name }).filter({ hasText: before }).waitFor()
  await line.locator("ins", { hasText: "Upper floor" }).waitFor()
  expect(await line.locator("strong").textContent()).toBe("Location")
  await browser.picture("edit-changes-named")
  expect(await browser.violations()).toEqual([])
  await line.getByRole("button", { name: "Undo the change of SpatialLocation" }).click()
  await bar(page).getByRole("button", { name: "No unpublished changes" }).waitFor()
  await cell(page, 1, 1).click()
  await bar(page).getByRole("button", { name: "Delete product" }).click()
  await page.locator("dialog").getByRole("button", { name: "Delete" }).click()
  await page.locator(".panel .changes").getByRole("button", { name }).click()
  await page.locator(".panel .tabs").getByRole("button", { name: "Properties" }).click()
  await page.getByText("You deleted this product; it returns when all changes are discarded.").waitFor()
  await discard(page)
  expect(browser.faults).toEqual([])
})
