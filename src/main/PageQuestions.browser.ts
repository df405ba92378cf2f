/* Tests filters, quantities, rooms and the products of a project in a real browser (`npm run test:page-more`). */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import * as PageBrowser from "./testing/PageBrowser.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
let service: ServiceProcess.ServiceProcess
let client: ServiceClient.ServiceClient
let browser: PageBrowser.PageBrowser
let origin = ""
let project = ""
/** Path of the model, whose walls are of a subtype and whose rooms have long names. */
let house = ""

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  const token = await service.token("ada")
  client = ServiceClient.make(service.url, token)
  project = await client.createProject("Questions")
  for (const name of ["AC20-FZK-Haus", "SampleHouse"]) {
    const bytes = await Bun.file(join(models, `${name}.ifc`)).bytes()
    expect((await client.ended(await client.startImport(project, name, bytes))).status).toBe("Ready")
  }
  const listed = await client.models(project)
  house = `/projects/${project}/models/${listed.find(({ name }) => name === "AC20-FZK-Haus")!.id}`
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

/** Returns the faults of a page. A question that the service is too busy to answer is asked again by the page. */
const faultsOf = ({ faults }: PageBrowser.PageBrowser): ReadonlyArray<string> =>
  faults.filter((fault) => !/status of 503/.test(fault))

const clean = async (name: string, from = browser) => {
  await from.picture(`questions-${name}`)
  expect(await from.violations(), name).toEqual([])
  expect(faultsOf(from), name).toEqual([])
}

/** Looks at the page in the dark and in a narrow window. */
const everywhere = async (name: string) => {
  const { page } = browser
  await clean(name)
  await page.emulateMedia({ colorScheme: "dark" })
  await clean(`${name}-dark`)
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await browser.isTooWide(), name).toBe(false)
  await clean(`${name}-narrow`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

const box = () => browser.page.getByRole("combobox", { name: "Filter", exact: true })
const value = () => browser.page.getByRole("combobox", { name: "Value", exact: true })
const option = (name: string | RegExp) => browser.page.getByRole("option", { name })
const products = (count: number) =>
  browser.page
    .getByText(count === 1 ? "1 product" : `${count} products`)
    .first()
    .waitFor()
const button = (name: string) => browser.page.getByRole("button", { name, exact: true })

const open = async (path = house, query: Readonly<Record<string, string>> = {}) => {
  const { page } = browser
  await page.goto(`${origin}/app${path}?${new URLSearchParams(query).toString()}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
}

/** Number of products that the service finds. */
const found = async (where: object): Promise<number> => {
  const path = `/v1${house}/products/properties/query?page=1&pageSize=1`
  const { json } = await client.call("POST", path, { body: { fields: ["Guid"], where } })
  return json["totalCount"] as unknown as number
}

test("a class is filtered with its subtypes, which the box proposes with their counts", async () => {
  await open()
  await box().fill("wall")
  await option(/^Class: IfcWall 13$/).waitFor()
  await option(/^Find “wall”/).waitFor()
  await clean("box")
  await box().fill("Class")
  await box().press("Enter")
  await option(/^IfcWallStandardCase 13$/).waitFor()
  await value().fill("wall")
  await value().press("ArrowDown")
  await value().press("Enter")
  await products(13)
  await everywhere("class")
  await button("Clear filters").click()
  await browser.filter("Class", "Wall", "Equals")
  await browser.page.getByText("No product matches").waitFor()
})

test("numbers are compared by size, texts by parts, and all fields by whether they have a value", async () => {
  await open()
  const width = await found({ property: "Width", operator: "Between", value: [0.1, 0.25] })
  expect(width).toBeGreaterThan(0)
  await box().fill("Width")
  await box().press("Enter")
  const { page } = browser
  const compares = page.getByLabel("How it compares")
  expect(await compares.locator("option").allTextContents()).not.toContain("contains")
  await value().fill("thick")
  await button("Add filter").click()
  await page.getByRole("alert").getByText("Enter a number.").waitFor()
  await compares.selectOption({ label: "between" })
  await page.getByLabel("From", { exact: true }).fill("0.1")
  await page.getByLabel("To", { exact: true }).fill("0.25")
  await clean("between")
  await button("Add filter").click()
  await products(width)
  // The chip is changed in place.
  await page
    .getByRole("list", { name: "Filters" })
    .getByRole("button", { name: /^Width between/ })
    .click()
  await compares.selectOption({ label: "greater than" })
  await value().fill("0.25")
  await button("Change filter").click()
  await products(await found({ property: "Width", operator: "GreaterThan", value: 0.25 }))
  await button("Clear filters").click()
  await box().fill("Width")
  await box().press("Enter")
  await compares.selectOption({ label: "is empty" })
  await button("Add filter").click()
  await products(await found({ property: "Width", operator: "NotExists" }))
  expect(faultsOf(browser)).toEqual([])
})

test("one of several alternatives must match, and each can be removed", async () => {
  await open()
  const { page } = browser
  await browser.filter("Class", "Wall")
  await products(13)
  await page.getByRole("button", { name: "or: an alternative to the filter on Class" }).click()
  await browser.filter("Class", "Slab")
  const both = { or: ["Wall", "Slab"].map((name) => ({ property: "Class", operator: "IsA", value: name })) }
  await products(await found(both))
  await page.reload()
  await products(await found(both))
  await clean("alternatives")
  await button("Remove the filter on Class").first().click()
  await products(await found(both.or[1]!))
})

test("an unknown property says so at its filter, and a text that names none is searched for", async () => {
  const { page } = browser
  const filters = [
    ["Class", "IsA", "Wall"],
    ["Nothing like it", "Equals", "1"]
  ]
  await page.goto(`${origin}/app${house}?${new URLSearchParams({ filters: JSON.stringify(filters) }).toString()}`)
  await page.getByRole("alert").getByText("No product here has a property “Nothing like it”.").waitFor()
  await page.getByText("The filters cannot be applied").waitFor()
  expect(await page.getByRole("alert").count()).toBe(1)
  await browser.picture("questions-unknown")
  expect(await browser.violations()).toEqual([])
  await button("Remove the filter on Nothing like it").click()
  await products(13)
  await browser.settled()
  // The view asks the same question as the table, and is refused like it.
  expect(faultsOf(browser).filter((fault) => !/400/.test(fault))).toEqual([])
  browser.forget()
  await box().fill("Innentuer-2")
  await page.getByText("No property is called “Innentuer-2”.").waitFor()
  await box().press("Enter")
  await page.getByText("No product matches").waitFor()
  await button("Remove the filter on Class").click()
  await products(1)
  await page.getByRole("list", { name: "Filters" }).getByText("Name, code or GlobalId: Innentuer-2").waitFor()
  expect(faultsOf(browser)).toEqual([])
})

test("a product found by its GlobalId is selected and in the picture", async () => {
  await open()
  const { page } = browser
  await page.getByRole("toolbar").waitFor()
  const { json } = await client.call("POST", `/v1${house}/products/properties/query?page=1&pageSize=1`, {
    body: { fields: ["Guid"], where: { property: "Class", operator: "IsA", value: "Door" } }
  })
  const [{ Guid }] = json["result"] as unknown as readonly [{ readonly Guid: string }]
  await box().fill(Guid)
  await box().press("Enter")
  await page.waitForURL((url) => url.searchParams.get("sel") === Guid && url.searchParams.has("camera"))
  await products(1)
  expect(faultsOf(browser)).toEqual([])
})

test("filters are saved by name, shared, renamed, used and deleted", async () => {
  await open()
  const { page } = browser
  await browser.filter("Class", "Wall")
  await products(13)
  await button("Saved filters").click()
  const dialog = page.getByRole("dialog", { name: "Saved filters" })
  await dialog.getByLabel("Name", { exact: true }).fill("All walls")
  await dialog.getByRole("button", { name: "Save the filters" }).click()
  await dialog.getByText("only you").waitFor()
  await dialog.getByRole("button", { name: "Share: All walls" }).click()
  await dialog.getByText("shared", { exact: true }).waitFor()
  await dialog.getByRole("button", { name: "Rename: All walls" }).click()
  await dialog.getByLabel("Name", { exact: true }).last().fill("Walls")
  await dialog.getByRole("button", { name: "Save", exact: true }).click()
  await dialog.getByRole("button", { name: "Walls: use these filters" }).waitFor()
  await clean("saved")
  await page.keyboard.press("Escape")
  await button("Clear filters").click()
  await client.call("PUT", `/v1/projects/${project}/members/bert`, { body: { role: "User" } })
  const other = await PageBrowser.open({ origin })
  await signIn(other.page, service, "bert")
  await other.page.goto(`${origin}/app${house}`)
  await other.page.getByRole("button", { name: "Saved filters" }).click()
  await other.page.getByText("by ada").waitFor()
  expect(await other.page.getByRole("button", { name: /^Delete/ }).count()).toBe(0)
  await other.page.getByRole("button", { name: "Walls: use these filters" }).click()
  await other.page.getByText("13 products").first().waitFor()
  await clean("saved-by-another", other)
  await other.close()
  await button("Saved filters").click()
  await dialog.getByRole("button", { name: "Delete: Walls" }).click()
  await dialog.getByText("No filters are saved in this project yet.").waitFor()
  await page.keyboard.press("Escape")
  expect(faultsOf(browser)).toEqual([])
})

test("quantities have several measures, subtotals, and the numbers of measured products", async () => {
  await open(house, { panel: "quantities" })
  const { page } = browser
  await browser.add("Add a measure", "Net volume")
  await browser.add("Add a measure", "Net area")
  await browser.add("Group by", "Storey")
  const { json } = await client.call("POST", `/v1${house}/products/groups`, {
    body: {
      groupBy: ["Class", "SpatialLocation.Floor"],
      measures: [{ calculator: "NetVolume" }, { calculator: "NetArea" }]
    }
  })
  const { groups, totals } = json as unknown as {
    readonly groups: ReadonlyArray<{ readonly keys: ReadonlyArray<string> }>
    readonly totals: { readonly count: number; readonly measures: ReadonlyArray<{ readonly measured: number }> }
  }
  const classes = new Set(groups.map(({ keys }) => keys[0]))
  await page.getByRole("columnheader", { name: "Class / Storey" }).waitFor()
  expect(await page.locator(".bars tbody tr").count()).toBe(groups.length + classes.size)
  expect(await page.locator(".bars .subtotal").count()).toBe(classes.size)
  const missing = totals.count - totals.measures[1]!.measured
  await page.getByText(`${missing} not measured`).waitFor()
  await everywhere("sheet")
  const download = page.waitForEvent("download")
  await page.locator(".quantities .menu summary").click()
  await page.locator(".quantities .menu").getByRole("button", { name: "Excel" }).click()
  expect((await download).suggestedFilename()).toEndWith(".xlsx")
  await page.locator(".bars").getByRole("button", { name: "IfcSlab" }).click()
  await products(await found({ property: "Class", operator: "Equals", value: "IfcSlab" }))
  await page.getByText("Of the whole model: the filters do not narrow it.").waitFor()
  await page.getByRole("button", { name: "Remove Net volume" }).click()
  await page.getByRole("columnheader", { name: "Net volume" }).waitFor({ state: "detached" })
  expect(faultsOf(browser)).toEqual([])
})

test("properties are summed in the model's units or in SI, in which nothing is edited", async () => {
  await open(house, { panel: "quantities" })
  const { page } = browser
  await browser.add("Add a measure", "Width")
  await page.getByRole("columnheader", { name: "Sum of Width m" }).waitFor()
  await button("Edit").waitFor()
  await page.getByLabel("Units").selectOption("SI")
  await page.waitForURL(/units=SI/)
  await button("Edit").waitFor({ state: "detached" })
  await page.getByRole("columnheader", { name: "Sum of Width m" }).waitFor()
  expect(faultsOf(browser)).toEqual([])
})

test("rooms have their names, areas and storeys, in the order of the storeys", async () => {
  await open(house, { panel: "rooms" })
  const { page } = browser
  await page.getByText("7 rooms, 7 of 7 with an area in the file").waitFor()
  expect(await page.locator(".rooms .subtotal th").allTextContents()).toEqual([
    "Erdgeschoss 0\u00a0m",
    "Dachgeschoss 2.7\u00a0m"
  ])
  const room = page.locator(".rooms").getByRole("button", { name: "4 Schlafzimmer", exact: true })
  await page.getByRole("row", { name: /4 Schlafzimmer 21\.41 m²/ }).waitFor()
  await everywhere("rooms")
  await room.click()
  await page.waitForURL((url) => url.searchParams.get("spaces") === "1" && url.searchParams.has("sel"))
  await button("Properties").click()
  await page.getByRole("heading", { name: "4 Schlafzimmer" }).waitFor()
  await page.getByText("21.41 m²").first().waitFor()
  await button("Locations").click()
  await page.getByRole("treeitem", { name: /4 Schlafzimmer 21\.41 m²/ }).waitFor()
  const storeys = page.locator('[role="treeitem"]', { hasText: /geschoss/ })
  expect((await storeys.allTextContents()).map((text) => /\w+geschoss/.exec(text)![0])).toEqual([
    "Erdgeschoss",
    "Dachgeschoss"
  ])
  // Long names do not run into the buttons beside them, and stay in one line.
  const name = (await storeys.last().locator(".grow > button").boundingBox())!
  const eye = (await storeys.last().getByRole("button", { name: "Hide Dachgeschoss" }).boundingBox())!
  const height = await storeys
    .last()
    .getByText("Dachgeschoss")
    .evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNode(element.firstChild)
      return range.getClientRects().length
    })
  expect(name.x + name.width).toBeLessThanOrEqual(eye.x)
  expect(height).toBe(1)
  await clean("places")
})

test("values of rooms keep the model's units if products are shown in SI", async () => {
  const listed = await client.models(project)
  const sample = `/projects/${project}/models/${listed.find(({ name }) => name === "SampleHouse")!.id}`
  const { page } = browser
  for (const units of ["Model", "SI"]) {
    await open(sample, { units, sel: "3w0zWKm7n8SB1qbfwUzt0U" })
    await page.getByRole("heading", { name: "1 - Living room" }).waitFor()
    const height = page.locator(".facts > div", { hasText: /^Height2500 m/ }).first()
    expect(await height.textContent(), units).toBe("Height2500 mm")
  }
  expect(faultsOf(browser)).toEqual([])
})

test("layers have the unit of their thickness", async () => {
  await open(house, { filters: JSON.stringify([["Class", "IsA", "Wall"]]) })
  await browser.page.getByRole("gridcell", { name: "Leichtbeton 102890359 0.24 m", exact: true }).first().waitFor()
  expect(faultsOf(browser)).toEqual([])
})

test("the products of all models of a project are filtered, summed, saved and opened in their model", async () => {
  await open(`/projects/${project}`, { tab: "products" })
  const { page } = browser
  await browser.filter("Class", "Door")
  const { json } = await client.call("POST", `/v1/projects/${project}/products/properties/query?page=1&pageSize=1`, {
    body: { fields: ["Model"], where: { property: "Class", operator: "IsA", value: "Door" } }
  })
  await products(json["totalCount"] as unknown as number)
  await page.getByRole("gridcell", { name: "SampleHouse" }).first().waitFor()
  await everywhere("project")
  const download = page.waitForEvent("download")
  await page.locator(".project-products .menu summary").first().click()
  await button("Excel").first().click()
  expect((await download).suggestedFilename()).toEndWith(".xlsx")
  await button("Quantities").click()
  await browser.add("Add a measure", "Net area")
  await page.locator(".bars").getByRole("button", { name: "AC20-FZK-Haus" }).waitFor()
  await everywhere("project-sheet")
  await page.getByRole("gridcell", { name: "SampleHouse" }).first().click()
  await page.getByRole("link", { name: "Open in SampleHouse" }).click()
  await page.getByRole("heading", { name: "SampleHouse" }).waitFor()
  await page.locator('[role="row"][aria-selected="true"]').waitFor()
  expect(faultsOf(browser)).toEqual([])
})
