/* Tests of the tools of the viewer in a real browser. `npm run test:page-more` runs them; they need Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { writer } from "../geometry/testing/ShapedFile.ts"
import { guid } from "../ifc/testing/SmallFile.ts"
import type { Location } from "../web/api/Views.ts"
import { cameraOf } from "../web/pages/model/view/CameraText.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser
let token = ""
/** The path of the sample model. */
let path = ""

type Named<K extends string> = Readonly<Record<K, ReadonlyArray<{ readonly id: string }>>>

const signInTo = async ({ page }: PageBrowser.PageBrowser, to: string) => {
  await signIn(page, service, "ada")
  await page.goto(to)
  await page.getByRole("toolbar").waitFor()
}

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  for (let tries = 0; path === "" && tries < 300; tries++) {
    const { projects } = (await client.call("GET", "/v1/projects")).json as unknown as Named<"projects">
    for (const { id } of projects) {
      const { models } = (await client.call("GET", `/v1/projects/${id}/models`)).json as unknown as Named<"models">
      if (models[0] !== undefined) path = `/projects/${id}/models/${models[0].id}`
    }
    await Bun.sleep(100)
  }
  browser = await PageBrowser.open({ origin })
  await signInTo(browser, `${origin}/app${path}`)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = (name: string, of = browser) => PageLooks.clean(of, name)

/** Rows of the model as the service has them. */
const rows = async (fields: ReadonlyArray<string>, filters: ReadonlyArray<unknown> = []) => {
  const client = ServiceClient.make(service.url, token)
  const { json } = await client.call("POST", `/v1${path}/products/properties/query?page=1&pageSize=5000`, {
    body: { fields, filters }
  })
  return (json as unknown as { readonly result: ReadonlyArray<Readonly<Record<string, string | null>>> }).result
}

const seen = (text: string | RegExp) => browser.page.getByText(text).first().waitFor()
const press = (name: string) => browser.page.getByRole("button", { name, exact: true }).first().click()

/** The names and numbers of the legend. */
const legend = (page = browser.page) =>
  page.evaluate<ReadonlyArray<string>>(
    '[...document.querySelectorAll(".legend li")].map((one) => [...one.querySelectorAll(".grow, .number")].map((e) => e.textContent).join(" "))'
  )

test("the tree of locations counts products, isolates, hides or cuts a storey, and filters by it", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}?panel=places`)
  const storeys = (await rows(["Guid", "SpatialLocation.Floor"])).map((row) => row["SpatialLocation.Floor"])
  const name = storeys.find((one) => one !== null)!
  const count = storeys.filter((one) => one === name).length
  const item = page.getByRole("treeitem", { name }).last()
  await item.waitFor()
  expect(await item.textContent()).toContain(String(count))
  await clean("places")
  await item.getByRole("button", { name: `Isolate ${name}` }).click()
  await clean("places-isolated")
  await press("Undo")
  await item.getByRole("button", { name: `Hide ${name}` }).click()
  await item.getByRole("button", { name: `Hide ${name}` }).click()
  await item.getByRole("button", { name: `Cut at ${name}` }).click()
  await page.waitForURL(/storey=/)
  await clean("places-cut")
  await item.getByRole("button", { name: `Cut at ${name}` }).click()
  await item.getByRole("button").first().click()
  await page.waitForURL(/filters=/)
  await page.getByText(new RegExp(`^${count} products?$`)).waitFor()
  await page.getByRole("list", { name: "Filters" }).getByText(name, { exact: true }).waitFor()
  await clean("places-filter")
  await item.focus()
  await page.keyboard.press("Home")
  expect(await page.evaluate("document.activeElement.getAttribute('aria-level')")).toBe("1")
})

test("a hidden location stays hidden while other parts are viewed, and can be shown again", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}?panel=places`)
  const eye = page.getByRole("button", { name: /^Hide (?!top)/, pressed: false }).last()
  await eye.click()
  const closed = page.getByRole("button", { name: /^Hide /, pressed: true })
  await closed.first().waitFor()
  await press("Locations")
  await closed.first().waitFor({ state: "detached" })
  await press("Locations")
  await closed.first().waitFor()
  await press("Undo")
  await closed.first().waitFor({ state: "detached" })
})

test("the table scrolls to a picked product, also after an empty result, and copies the selection", async () => {
  const { context, page } = browser
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin })
  await page.goto(`${origin}/app${path}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  const guids = (await rows(["Guid"])).map(({ Guid }) => Guid!)
  const chosen = page.locator('[role="row"][aria-selected="true"]')
  await page.goto(`${origin}/app${path}?sel=${guids.at(-1)!}`)
  await chosen.waitFor()
  expect(await chosen.count()).toBe(1)
  expect(await chosen.getAttribute("aria-rowindex")).toBe(String(guids.length + 1))
  const none = JSON.stringify([["Name", "Equals", "there is none of this name"]])
  await page.goto(`${origin}/app${path}?${new URLSearchParams({ filters: none }).toString()}`)
  await seen("No product matches")
  await press("Clear filters")
  const grid = page.getByRole("grid")
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  await grid.focus()
  await page.keyboard.press("End")
  await page.locator(`[role="row"][aria-rowindex="${guids.length + 1}"]`).waitFor()
  expect(await page.locator('.seen [role="row"]').count()).toBeGreaterThan(5)
  await press("Columns")
  await page.locator("dialog").getByRole("button", { name: "Close" }).click()
  expect(await page.evaluate<string>("document.activeElement.textContent")).toBe("Columns")
  await press("Select all")
  await seen(`${guids.length} selected.`)
  await page.getByRole("button", { name: `Copy ${guids.length} rows` }).click()
  await seen("Copied")
  const copied = await page.evaluate<string>("navigator.clipboard.readText()")
  expect(copied.split("\r\n")).toHaveLength(guids.length + 1)
  await clean("selected-all")
})

test("a selection with a held key is shown at once, and is in the address when the key is released", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  const count = (await rows(["Guid"])).length
  const changes = await page.evaluate<number>(`(async () => {
    const replace = history.replaceState.bind(history)
    let changes = 0
    history.replaceState = (...given) => {
      changes += 1
      replace(...given)
    }
    for (let n = 1; n < ${count}; n++) {
      const event = new KeyboardEvent("keydown", { key: "ArrowDown", shiftKey: true, bubbles: true, cancelable: true })
      document.querySelector(".grid").dispatchEvent(event)
      await new Promise(requestAnimationFrame)
    }
    history.replaceState = replace
    return changes
  })()`)
  await seen(`${count} selected.`)
  expect(changes).toBeLessThan(count / 2)
  await page.waitForURL((url) => url.searchParams.get("sel")?.split(",").length === count)
  await page.reload()
  await seen(`${count} selected.`)
  expect(browser.faults).toEqual([])
})

test("a click with Shift selects a range of rows and marks no texts", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}`)
  const cell = (row: number) => page.locator(`[aria-rowindex="${row}"] > [aria-colindex="2"]`)
  await cell(5).waitFor()
  await cell(2).click()
  await cell(5).click({ modifiers: ["Shift"] })
  await seen("4 selected.")
  expect(await page.evaluate<string>("getSelection().toString()")).toBe("")
  expect(await page.evaluate<string>("document.activeElement.role")).toBe("grid")
  const box = page.getByRole("searchbox", { name: "Filter properties" })
  await box.fill("fire")
  const names = page.locator(".properties dt")
  await names
    .filter({ hasText: /^FireRating$/ })
    .first()
    .waitFor()
  expect(await names.filter({ hasNotText: /fire/i }).count()).toBe(0)
  await box.fill("there is none of this name")
  await seen("Nothing here has “there is none of this name”.")
  await clean("several-searched")
})

test("late answers do not replace newer choices, and a filter that aborts a request is no failure", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  const all = /\/properties\/query\?page=1&pageSize=5000/
  const ready = page.locator("button:enabled", { hasText: "Select all" })
  const held = Promise.withResolvers<void>()
  await page.route(all, async (route) => {
    await held.promise
    await route.continue()
  })
  await press("Select all")
  await page.locator('[aria-rowindex="3"]').click()
  await page.waitForURL(/[?&]sel=/)
  const sel = new URL(page.url()).searchParams.get("sel")
  held.resolve()
  await ready.waitFor()
  await page.unroute(all)
  expect(await page.locator('[role="row"][aria-selected="true"]').getAttribute("aria-rowindex")).toBe("3")
  expect(new URL(page.url()).searchParams.get("sel")).toBe(sel)
  // Not answered at all: a new filter ends it.
  await page.goto(`${origin}/app${path}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  await page.route(all, () => {})
  await press("Select all")
  await browser.filter("Class", "IfcWall")
  await page.waitForURL(/filters=/)
  await ready.waitFor()
  expect(await page.locator(".products [role=alert]").count()).toBe(0)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  expect(browser.faults).toEqual([])
})

test("failures of the service are shown with a next step, and measuring needs no pointer", async () => {
  const { page } = browser
  const broken = { status: 500, json: { error: "InternalError", errorDetails: "Made up.", requestId: "r-1" } }
  await page.route("**/available-data*", (route) => route.fulfill(broken), { times: 1 })
  await page.goto(`${origin}/app${path}`)
  await page.getByRole("alert").filter({ hasText: "InternalError" }).filter({ hasText: "r-1" }).waitFor()
  await press("Try again")
  await seen("Select a product in the picture or the table to see its properties.")
  browser.forget()
  await page.getByRole("toolbar").waitFor()
  await press("Measure")
  await page.locator(".view canvas").focus()
  await page.keyboard.press("Enter")
  await seen(/^The first point is (a corner|on an edge|on a face)\. Choose the second point\.$/)
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("Enter")
  await seen(/m along the ground/)
  await press("Measure")
  await page.locator("summary.tool", { hasText: "Section" }).click()
  await page.getByRole("checkbox", { name: "Z", exact: true }).check()
  const slider = page.getByRole("slider", { name: "Section along Z" })
  for (const height of ["2.5", "2"]) {
    await slider.fill(height)
    expect(await slider.inputValue()).toBe(height)
  }
  await page.waitForURL(/[?&]sections=z2(&|$)/)
  await page.getByRole("button", { name: "No sections" }).click()
  await page.waitForURL((url) => !url.searchParams.has("sections"))
  await page.locator("summary.tool", { hasText: "Section" }).press("Escape")
  await page.locator(".view canvas").focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(/[?&]sel=/)
  await page.locator(".properties summary", { hasText: "Authored beside computed" }).click()
  await seen("What the shape gives")
  await seen("Surface area")
  await clean("measured")
})

test("colours by class have a legend with the right numbers, and suspicious values are described in words", async () => {
  const { page } = browser
  await page.goto(`${origin}/app${path}`)
  const by = page.getByRole("combobox", { name: "Colour by" })
  const colour = async (text: string) => {
    await by.fill(text)
    await by.press("Enter")
  }
  await colour("Class")
  await page.locator(".legend li").first().waitFor()
  const classes = Map.groupBy(await rows(["Guid", "Class"]), (row) => row["Class"]!)
  const counts = [...classes].map(([name, of]) => [name, of.length] as const)
  const expected = counts.sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).slice(0, 7)
  expect((await legend()).slice(0, expected.length)).toEqual(expected.map(([name, n]) => `${name} ${n}`))
  await clean("colours")
  await page.locator(".legend li button").first().click()
  expect(await page.locator('.legend [aria-pressed="true"]').count()).toBe(1)
  await clean("colours-alone")
  await by.click()
  expect(await by.inputValue()).toBe("Class")
  await by.fill("fire")
  await clean("colours-search")
  expect(await page.getByRole("option").allTextContents()).toContain("FireRating ")
  await colour("FireRating")
  await page.locator(".legend", { hasText: "FireRating" }).waitFor()
  await colour("Suspects")
  await page.locator(".legend", { hasText: "Suspects" }).waitFor()
  await page.locator(".legend li").last().waitFor()
  await clean("suspects")
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto(`${origin}/app${path}?panel=quantities&measure=NetVolume`)
  await seen("Authored beside computed")
  await clean("agreement-dark")
  await page.emulateMedia({ colorScheme: "light" })
})

test("sums say how many of their values are suspect, in all and in each row, but not of computed values", async () => {
  const { page } = browser
  const client = ServiceClient.make(service.url, token)
  const project = await client.createProject("Suspects")
  const file = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/solid.ifc")).bytes()
  await client.ended(await client.startImport(project, "Solid", file))
  const [model] = await client.models(project)
  const sheet = `${origin}/app/projects/${project}/models/${model!.id}?panel=quantities&measure=NetVolume&by=Name`
  const total = page.locator(".quantities .total")
  const [wrong, right] = ["Wall that claims too much", "Wall with a hole"]
  const row = (name: string) => page.locator(".sheet-table tbody tr", { hasText: name })
  await page.goto(sheet)
  await total.filter({ hasText: "2 of 2 measured, 1 suspect" }).waitFor()
  expect(await row(wrong).textContent()).toEndWith("⚠ 1 suspect")
  expect(await row(right).textContent()).not.toContain("suspect")
  await clean("quantities-suspect")
  await row(wrong).getByRole("button").click()
  await total.filter({ hasText: "1 of 1 measured, 1 suspect" }).waitFor()
  for (const [address, name] of [
    [`${sheet}&filters=${JSON.stringify([["Name", "Equals", right]])}`, right],
    [`${sheet}&origin=computed`, right]
  ] as const) {
    await page.goto(address)
    await row(name).waitFor()
    await browser.settled()
    expect(await total.locator(".suspect", { hasText: "suspect" }).count()).toBe(0)
  }
  expect(browser.faults).toEqual([])
})

test("names of properties are broken between their words, not inside one", async () => {
  const { page } = browser
  const found = await rows(["Guid"], [{ property: "Compartmentation", operator: "Equals", value: "false" }])
  await page.goto(`${origin}/app${path}?sel=${found[0]!["Guid"]}`)
  await page.locator(".properties dt", { hasText: /^Compartmentation$/ }).waitFor()
  const broken = await page.evaluate<
    ReadonlyArray<string>
  >(`[...document.querySelectorAll(".properties dt")].flatMap((dt) =>
    [...dt.childNodes].filter((one) => one instanceof Text).flatMap((one) =>
      [...one.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
        const range = new Range()
        range.setStart(one, index)
        range.setEnd(one, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : []
      })
    )
  )`)
  expect(broken).toEqual([])
  await clean("names")
})

test("a calculation whose file does not arrive is reported and repeated; selecting another product cancels it", async () => {
  const { page } = browser
  const [one, other] = (await rows(["Guid"])).map(({ Guid }) => Guid!)
  const file = "**/made-up.json"
  const made = { downloadUrl: `${origin}/made-up.json` }
  const lead = () => page.route("**/quantities/*/result", (route) => route.fulfill({ json: made }), { times: 1 })
  const summary = page.locator(".properties summary", { hasText: "Authored beside computed" })
  await lead()
  await page.route(file, (route) => route.abort(), { times: 1 })
  await page.goto(`${origin}/app${path}?sel=${one}`)
  await summary.click()
  const told = page.getByRole("alert").filter({ hasText: "Away" })
  await told.getByRole("button", { name: "Try again" }).click()
  await seen("What the shape gives")
  // The console also reports that the file was not loaded.
  expect(browser.faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([])
  browser.forget()
  await lead()
  await page.route(file, () => undefined, { times: 1 })
  await page.goto(`${origin}/app${path}?sel=${one}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  const asked = page.waitForRequest(file)
  await summary.click()
  await asked
  await page.locator('[role="row"][aria-rowindex="3"] [role="gridcell"]').first().click()
  await page.locator(".properties code", { hasText: other! }).waitFor()
  await summary.click()
  await seen("What the shape gives")
  expect(browser.faults).toEqual([])
})

test("the filtered table is saved in three formats under the name from the service, and a failure is shown", async () => {
  const { page } = browser
  const filters = JSON.stringify([["Class", "Equals", "IfcWall"]])
  const walls = await rows(["Guid", "Name"], [{ property: "Class", operator: "Equals", value: "IfcWall" }])
  const columns = JSON.stringify(["Name"])
  await page.goto(`${origin}/app${path}?${new URLSearchParams({ filters, columns }).toString()}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  const menu = page.locator(".products .menu")
  const open = async (format: string) => {
    await menu.locator("summary").press("Enter")
    return menu.getByRole("button", { name: format, exact: true })
  }
  const saved = async (format: string) => {
    const button = await open(format)
    const download = page.waitForEvent("download")
    await button.press("Enter")
    const file = await download
    return { name: file.suggestedFilename(), bytes: Buffer.from(await Bun.file(await file.path()).arrayBuffer()) }
  }
  const csv = await saved("CSV")
  expect(csv.name).toMatch(/^\S.* \d{4}-\d\d-\d\d\.csv$/)
  const text = csv.bytes.toString().trimEnd()
  expect(text).toStartWith("\uFEFFGuid,Name\r\n")
  expect(text.split("\r\n")).toHaveLength(walls.length + 1)
  const book = await saved("Excel")
  expect([book.name.endsWith(".xlsx"), book.bytes.toString("latin1", 0, 2)]).toEqual([true, "PK"])
  const parquet = await saved("Parquet")
  expect([parquet.name.endsWith(".parquet"), parquet.bytes.toString("latin1", 0, 4)]).toEqual([true, "PAR1"])
  const button = await open("CSV")
  await clean("save-as")
  await page.emulateMedia({ colorScheme: "dark" })
  await clean("save-as-dark")
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 360, height: 740 })
  await press("Table")
  await open("CSV")
  expect(await browser.isTooWide()).toBe(false)
  const box = (await menu.locator("div").boundingBox())!
  expect([box.x >= 0, box.x + box.width <= 360]).toEqual([true, true])
  await clean("save-as-narrow")
  await page.setViewportSize({ width: 1440, height: 900 })
  await button.press("Escape")
  expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY")
  const large = { status: 400, json: { error: "AnswerTooLarge", errorDetails: "Made up.", requestId: "r-1" } }
  await page.route("**/products/properties/query?bom=true", (route) => route.fulfill(large), { times: 1 })
  await (await open("Excel")).click()
  await page.locator(".products [role=alert]").filter({ hasText: "AnswerTooLarge" }).waitFor()
  browser.forget()
})

test("quantities can be limited to the selection, and are saved as CSV", async () => {
  const { page } = browser
  const only = page.getByRole("button", { name: "Selection only" })
  const panel = `${origin}/app${path}?panel=quantities`
  const saved = async (): Promise<ReadonlyArray<string>> => {
    const download = page.waitForEvent("download")
    await page.locator(".quantities .menu summary").click()
    await page.locator(".quantities .menu").getByRole("button", { name: "CSV" }).click()
    return (await Bun.file(await (await download).path()).text()).trimEnd().split("\r\n")
  }
  await page.goto(panel)
  await seen("Nothing is selected.")
  expect(await only.isDisabled()).toBe(true)
  const chosen = (await rows(["Guid", "Class"])).slice(0, 3)
  await page.goto(`${panel}&sel=${chosen.map(({ Guid }) => encodeURIComponent(Guid!)).join(",")}`)
  await only.click()
  await page.waitForURL(/[?&]of=selection/)
  await page.locator(".total", { hasText: /^\s*3\s+in all/ }).waitFor()
  await clean("quantities-of-selection")
  const [head, ...counts] = await saved()
  expect(head).toBe("Class,count,Count,Count measured")
  const classes = Map.groupBy(chosen, (row) => row["Class"]!)
  expect(counts.toSorted()).toEqual(
    Array.from(classes, ([name, of]) => `${name},${of.length},${of.length},${of.length}`).toSorted()
  )
  await browser.add("Add a measure", "Net volume")
  await page.locator(".total", { hasText: "m³" }).waitFor()
  const [measures, ...volumes] = await saved()
  expect(measures).toBe("Class,count,NetVolume [CubicMetre],NetVolume measured")
  expect(volumes.reduce((sum, line) => sum + Number(line.split(",")[1]), 0)).toBe(3)
  expect(browser.faults).toEqual([])
  await page.evaluate(`
    history.replaceState(null, "", "?panel=quantities&of=selection&sel=" + Array.from({ length: 10_001 }, (_, n) => n))
    dispatchEvent(new PopStateEvent("popstate"))`)
  // How many may be asked for alone is the service's to say.
  await page.getByText("InvalidFilter").first().waitFor()
  browser.forget()
})

test("a clicked space shows its properties and cannot be deleted", async () => {
  const { page } = browser
  const client = ServiceClient.make(service.url, token)
  const { json } = await client.call("GET", `/v1${path.replace(/\/models.*/, "")}/locations`)
  const { locations } = json as unknown as { readonly locations: ReadonlyArray<Location> }
  const space = locations.find(({ type }) => type === "Space")!
  await page.goto(`${origin}/app${path}?spaces=1&sel=${space.locationGuid}`)
  await page.getByRole("toolbar").waitFor()
  await press("Edit")
  await page.getByText(/^Editing, \d+ min left$/).waitFor()
  await press("Isolate")
  await press("Fit")
  await page.locator(".view canvas").focus()
  await page.keyboard.press("Escape")
  await page.waitForURL((url) => !url.searchParams.has("sel"))
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.searchParams.get("sel") === space.locationGuid)
  await page.getByRole("heading", { name: space.name }).waitFor()
  await seen("Room, a location of the project: it is no row of the table.")
  expect(await page.getByRole("button", { name: "Delete product" }).isDisabled()).toBe(true)
  await clean("space")
  // A link that is older than the product.
  await page.goto(`${origin}/app${path}?sel=0000000000000000000000`)
  await seen("There is no such product.")
  await press("Delete product")
  await page.locator("dialog").getByRole("button", { name: "Delete" }).click()
  await page.locator("dialog").getByText("ProductNotFound").waitFor()
  await page.locator("dialog").getByRole("button", { name: "Cancel" }).click()
  browser.forget()
  await press("Stop")
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor()
})

test("a product made of parts is shown by its parts, if it is selected and if only it matches the filters", async () => {
  const { page } = browser
  const filters = JSON.stringify([["Class", "Equals", "IfcCurtainWall"]])
  const [whole] = await rows(["Guid"], [{ property: "Class", operator: "Equals", value: "IfcCurtainWall" }])
  await page.goto(`${origin}/app${path}?sel=${whole!["Guid"]}`)
  await page.getByRole("toolbar").getByRole("button", { name: "Isolate" }).click()
  await browser.drawn()
  await clean("parts")
  await page.goto(`${origin}/app${path}?${new URLSearchParams({ filters }).toString()}`)
  await seen("1 product")
  await browser.drawn()
  await clean("parts-filtered")
  expect(await page.getByText("no shape to show").count()).toBe(0)
})

test("a product without shape is reported, if it is selected and if only it matches the filters", async () => {
  const { page } = browser
  const client = ServiceClient.make(service.url, token)
  const text = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/solid.ifc")).text()
  const wall = "#9999=IFCWALL('1shapeless000000000000',$,'Plan only',$,$,$,$,$);\n"
  const at = text.lastIndexOf("ENDSEC;")
  const project = await client.createProject("Shapeless")
  const file = new TextEncoder().encode(text.slice(0, at) + wall + text.slice(at))
  expect((await client.ended(await client.startImport(project, "Solid", file))).status).toBe("Ready")
  const model = `/projects/${project}/models/${(await client.models(project))[0]!.id}`
  await page.goto(`${origin}/app${model}?sel=1shapeless000000000000`)
  await seen("The selected product has no shape to show.")
  await clean("shapeless")
  const filters = JSON.stringify([["Name", "Equals", "Plan only"]])
  await page.goto(`${origin}/app${model}?${new URLSearchParams({ filters }).toString()}`)
  await seen("What the filters leave has no shape to show; the table has it.")
  await press("Clear filters")
  await page.getByText("What the filters leave has no shape").waitFor({ state: "detached" })
})

test("the table scrolls back to a row if filters leave few rows, and it keeps its last column", async () => {
  const { page } = browser
  const grid = page.getByRole("grid")
  await page.goto(`${origin}/app${path}?columns=${encodeURIComponent(JSON.stringify(["Name"]))}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  await grid.focus()
  await page.keyboard.press("End")
  await browser.filter("Class", "IfcDoor")
  const doors = await rows(["Guid"], [{ property: "Class", operator: "Equals", value: "IfcDoor" }])
  await page.getByText(new RegExp(`^${doors.length} products?$`)).waitFor()
  await page.locator(`.grid .active[aria-rowindex="${doors.length + 1}"]`).waitFor()
  await grid.focus()
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.searchParams.get("sel") === doors.at(-1)!["Guid"])
  await press("Columns")
  expect(await page.getByRole("checkbox", { name: "Name", exact: true }).isDisabled()).toBe(true)
  await seen("A table has one column at least.")
  await clean("columns-last")
  await page.locator("dialog").getByRole("button", { name: "Close" }).click()
})

/** Returns the share of two pictures that looks different. */
const differing = (one: string, other: string) =>
  browser.page.evaluate<number>(`(async () => {
    const pixels = async (base64) => {
      const image = new Image()
      image.src = "data:image/png;base64," + base64
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext("2d")
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, image.width, image.height).data
    }
    const [a, b] = [await pixels("${one}"), await pixels("${other}")]
    if (a.length !== b.length) return 1
    let count = 0
    for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 24) count++
    return count / a.length
  })()`)

test("a link with camera, colours and cuts shows the same view to another user", async () => {
  const { page } = browser
  // The other browser has the usual panels.
  await page.evaluate("localStorage.clear()")
  await page.goto(`${origin}/app${path}?color=Class&sections=z2,x3`)
  await page.locator(".legend li").first().waitFor()
  await page.locator(".view canvas").focus()
  await page.keyboard.press("ArrowLeft")
  await page.waitForURL(/camera=/)
  expect(new URL(page.url()).search).toMatch(/^\?color=Class&sections=z2,x3&camera=[-\d._]{20,50}$/)
  const other = await PageBrowser.open({ origin })
  await signInTo(other, page.url())
  await other.page.locator(".legend li").first().waitFor()
  expect(await legend(other.page)).toEqual(await legend())
  await other.page.locator("summary.tool", { hasText: "Section" }).click()
  expect(await other.page.getByRole("slider", { name: "Section along Z" }).inputValue()).toBe("2")
  await other.page.locator("summary.tool", { hasText: "Section" }).click()
  expect(new URL(other.page.url()).search).toBe(new URL(page.url()).search)
  const shot = async (one: typeof page) => {
    // The focus and what the pointer rests on are not part of a link.
    await one.evaluate("document.activeElement.blur()")
    await one.mouse.move(0, 0)
    // Until the picture is whole.
    await Bun.sleep(1_500)
    return (await one.locator(".view canvas").screenshot()).toString("base64")
  }
  expect(await differing(await shot(other.page), await shot(page))).toBeLessThan(0.005)
  await clean("linked", other)
  await other.close()
})

test("the loss of the graphics context is shown, and the view returns", async () => {
  const { page } = browser
  await page.evaluate(
    'globalThis.lose = document.querySelector(".view canvas").getContext("webgl2").getExtension("WEBGL_lose_context"); lose.loseContext()'
  )
  await seen("The browser took the graphics away")
  await page.evaluate("lose.restoreContext()")
  await page.getByText("The browser took the graphics away").waitFor({ state: "detached" })
  await clean("restored")
})

test("on a touch screen, a tap selects, one finger turns, and two fingers zoom", async () => {
  const touched = await PageBrowser.open({ origin, hasTouch: true, width: 420, height: 800 })
  const { page } = touched
  await signInTo(touched, `${origin}/app${path}`)
  await touched.drawn()
  const { height, width, x, y } = (await page.locator(".view canvas").boundingBox())!
  const [across, down] = [x + width / 2, y + height / 2]
  await page.touchscreen.tap(across, down)
  await page.waitForURL(/[?&]sel=/)
  const session = await touched.context.newCDPSession(page)
  /** Fingers that stand so far left and right of the middle, or one of them, go from there to there. */
  const drag = async (
    from: ReadonlyArray<number>,
    to: ReadonlyArray<number>
  ): Promise<NonNullable<ReturnType<typeof cameraOf>>> => {
    const before = new URL(page.url()).searchParams.get("camera")
    const at = (offsets: ReadonlyArray<number>) => offsets.map((offset) => ({ x: across + offset, y: down }))
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) })
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const between = from.map((offset, i) => offset + (to[i]! - offset) * part)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(between) })
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
    await page.waitForURL((url) => url.searchParams.has("camera") && url.searchParams.get("camera") !== before)
    return cameraOf(new URL(page.url()).searchParams.get("camera"))!
  }
  const first = await drag([0], [40])
  const turned = await drag([0], [80])
  const zoomed = await drag([-30, 30], [-90, 90])
  expect([turned.yaw === first.yaw, turned.distance, zoomed.yaw]).toEqual([false, first.distance, turned.yaw])
  expect(zoomed.distance / turned.distance).toBeCloseTo(1 / 3, 1)
  await clean("touched", touched)
  await touched.close()
})

test("on a touch screen, several products are selected in table and view until the user ends it", async () => {
  const touched = await PageBrowser.open({ origin, hasTouch: true })
  const { page } = touched
  await signInTo(touched, `${origin}/app${path}`)
  await touched.drawn()
  const several = (pressed: boolean) => page.getByRole("button", { name: "Select several", pressed })
  const row = (index: number) => page.locator(`[role="row"][aria-rowindex="${index}"]`)
  const { height, width, x, y } = (await page.locator(".view canvas").boundingBox())!
  const tapMiddle = () => page.touchscreen.tap(x + width / 2, y + height / 2)
  const chosen = (count: number) => page.waitForURL((url) => url.searchParams.get("sel")?.split(",").length === count)
  await tapMiddle()
  await chosen(1)
  const middle = new URL(page.url()).searchParams.get("sel")
  const at = Number(await page.locator('[role="row"][aria-selected="true"]').getAttribute("aria-rowindex"))
  // Beside it, where the table is already.
  const [one, other] = at > 3 ? [at - 1, at - 2] : [at + 1, at + 2]
  await several(false).tap()
  await row(one).tap()
  await page.getByText("2 selected.").waitFor()
  await row(other).tap()
  await page.getByText("3 selected.").waitFor()
  await row(other).tap()
  await page.getByText("2 selected.").waitFor()
  await clean("several", touched)
  await page.getByRole("grid").press("Escape")
  await several(false).waitFor()
  await page.getByText("2 selected.").waitFor()
  await row(other).tap()
  await chosen(1)
  await several(false).tap()
  await tapMiddle()
  await chosen(2)
  expect(new URL(page.url()).searchParams.get("sel")).toEndWith(`,${middle!}`)
  await tapMiddle()
  await chosen(1)
  await several(true).tap()
  await several(false).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await touched.isTooWide()).toBe(false)
  expect(touched.faults).toEqual([])
  await touched.close()
})

/** Writes a file with cubes, each named, with its edge in metres and its least corner. */
const cubes = (all: Readonly<Record<string, readonly [name: string, edge: number, x: number]>>) => {
  const file = writer()
  for (const [id, [name, edge, at]] of Object.entries(all)) {
    const parts = [file.placement([at, (6 - edge) / 2, (6 - edge) / 2]), file.shape(file.box([edge, edge, edge]))]
    file.add(`IFCWALL('${guid(Number(id))}',$,'${name}',$,$,${parts.join()},$,$)`)
  }
  return file.bytes()
}

/** Returns the numbers of pixels in the view that look green, orange or red. */
const colouredPixels = async () => {
  const shot = (await browser.page.locator(".view canvas").screenshot()).toString("base64")
  return browser.page.evaluate<Readonly<Record<"green" | "orange" | "red", number>>>(`(async () => {
    const image = new Image()
    image.src = "data:image/png;base64,${shot}"
    await image.decode()
    const { height, width } = image
    const context = new OffscreenCanvas(width, height).getContext("2d")
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const found = { green: 0, orange: 0, red: 0 }
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = data.subarray(at, at + 3)
      if (g > r + 25 && g > b + 25) found.green++
      else if (r > g + 15 && g > b + 25) found.orange++
      else if (r > g + 25 && r > b + 25) found.red++
    }
    return found
  })()`)
}

/** A model of cubes in two versions, the newer one first. */
interface Cubes {
  readonly base: string
  readonly versions: ReadonlyArray<{ readonly modelVersionId: string }>
}

let made: Promise<Cubes> | null = null

const makeCubes = async (): Promise<Cubes> => {
  const client = ServiceClient.make(service.url, token)
  const project = await client.createProject("Cubes")
  const shell = { 1: ["Shell", 6, 0] } as const
  const older = cubes({ ...shell, 2: ["Inside", 3, 1.5], 3: ["Before", 4, 8] })
  await client.ended(await client.startImport(project, "Cubes", older))
  const [model] = await client.models(project)
  const base = `/projects/${project}/models/${model!.id}`
  const newer = await client.upload(cubes({ ...shell, 2: ["Inside, renamed", 3, 1.5], 4: ["After", 4, 14] }))
  const body = { uploadKey: newer, uploadFileName: "cubes.ifc", title: "Newer" }
  const { headers } = await client.call("POST", `/v1${base}/imports`, { body })
  expect((await client.ended(headers.get("location")!.split("/").at(-1)!)).status).toBe("Ready")
  const { versions } = (await client.call("GET", `/v1${base}/versions`)).json as unknown as Pick<Cubes, "versions">
  return { base, versions }
}

test("of two versions what did not change is faint, and what did has its colour also inside of it", async () => {
  const { page } = browser
  const { base, versions } = await (made ??= makeCubes())
  await page.goto(`${origin}/app${base}?panel=versions&compare=${versions[0]!.modelVersionId}&color=!changes`)
  await page.locator(".legend li").nth(3).waitFor()
  expect(await legend()).toEqual(["Added 1", "Changed 1", "Deleted 1", "not changed 1"])
  const swatches = await page.evaluate(
    '[...document.querySelectorAll(".legend .swatch")].slice(0, 3).map((one) => one.style.background)'
  )
  expect(swatches).toEqual(["rgb(46, 160, 67)", "rgb(222, 148, 10)", "rgb(207, 34, 46)"])
  let pixels = await colouredPixels()
  // The deleted product is drawn as soon as the older shapes are there.
  for (let looks = 0; looks < 20 && Object.values(pixels).some((count) => count < 500); looks++) {
    await Bun.sleep(100)
    pixels = await colouredPixels()
  }
  await clean("changes-in-colours")
  expect(Object.entries(pixels).filter(([, count]) => count < 500)).toEqual([])
})

test("while versions are compared, authored or computed values are no choice, and a note says why", async () => {
  const { page } = browser
  const { base, versions } = await (made ??= makeCubes())
  const older = versions[1]!.modelVersionId
  await page.goto(`${origin}/app${base}?panel=quantities&measure=NetVolume&origin=computed&older=${older}`)
  const reason = /^Measures are authored values alone: differences of computed ones cannot be shown, because/
  await page.getByRole("note").filter({ hasText: reason }).waitFor()
  const values = page.getByRole("combobox", { name: /^Values/ })
  expect([await values.isDisabled(), await values.inputValue()]).toEqual([true, "authored"])
  await clean("quantities-compared")
  await page.getByLabel("Compare with").selectOption("")
  await page.locator(".quantities .total").waitFor()
  expect([await values.isDisabled(), await values.inputValue()]).toEqual([false, "computed"])
  expect(await page.getByRole("note").filter({ hasText: reason }).count()).toBe(0)
})
