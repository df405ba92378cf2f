/*
 * Changing many values at once, in a real browser. `npm run test:page-more` runs it: it needs Debian's chromium and
 * MODELS_DIR.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { strFromU8, unzipSync } from "fflate"
import type { Page } from "playwright-core"
import type { Measured, QuantityResult } from "../web/api/Views.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
let service: ServiceProcess.ServiceProcess
let origin = ""
let browser: PageBrowser.PageBrowser
let client: ServiceClient.ServiceClient
let project = ""
/** The path of the model. */
let path = ""

type Cells = Readonly<Record<string, unknown>>

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
  client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Bulk")
  const file = readFileSync(join(models, "AC20-FZK-Haus.ifc"))
  const { status } = await client.ended(await client.startImport(projectId, "House", file))
  expect(status).toBe("Ready")
  const [model] = (await client.models(projectId)) as unknown as ReadonlyArray<{ readonly id: string }>
  project = `/projects/${projectId}`
  path = `${project}/models/${model!.id}`
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const bar = (page: Page) => page.getByRole("region", { name: "Your changes" })
const cell = (page: Page, row: number, column: number) =>
  page.locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column}"]`)

const opened = async (page: Page, columns: ReadonlyArray<string>, asked: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ columns: JSON.stringify(columns), ...asked })
  await page.goto(`${origin}/app${path}?${query.toString()}`)
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  const start = bar(page).getByRole("button", { name: /^(Edit|Go on editing.*)$/ })
  const isOn = bar(page).getByText(/^Editing, \d+ min left$/)
  await start.or(isOn).first().waitFor()
  if (await start.isVisible()) await start.press("Enter")
  await isOn.waitFor()
}

/** Products in the order of the table, as the user sees them. */
const products = async (fields: ReadonlyArray<string>): Promise<ReadonlyArray<Cells>> => {
  const { json } = await client.call("POST", `/v1${path}/products/properties/query?page=1&pageSize=200`, {
    body: { fields }
  })
  return (json as unknown as { readonly result: ReadonlyArray<Cells> }).result
}
const valuesOf = async (field: string) => (await products([field])).map((row) => (row[field] as Cells)["Value"])

const clean = (name: string) => PageLooks.clean(browser, name)
const cleanInBoth = (name: string) => PageLooks.cleanInBoth(browser, name)

/** Puts a text on the clipboard of the table that has the focus, as Ctrl+V does. */
const paste = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  })()`)

/** Selects the first rows of the table by the keyboard. */
const selectRows = async (page: Page, count: number) => {
  await page.getByRole("grid").focus()
  await page.keyboard.press("Home")
  for (let row = 1; row < count; row++) await page.keyboard.press("Shift+ArrowDown")
}

test("of 50 products a property varies; it is set for all after a preview, and taken back in one step", async () => {
  const { page } = browser
  const { json } = await client.call("POST", `/v1${project}/customProperties/property-sets`, {
    body: {
      name: "Pset_FM",
      propertyDefinitions: [
        { name: "Inventory number", dataType: "String" },
        { name: "Power", dataType: "Real", unit: "W" },
        { name: "State", dataType: "Enumeration", enumerationValues: ["NEW", "OLD"] }
      ]
    }
  })
  expect(json).toMatchObject({ name: "Pset_FM" })
  await opened(page, ["Class", "Name", "Tag"])
  const before = await valuesOf("Tag")
  await selectRows(page, 50)
  await page.getByText("50 selected.").first().waitFor()
  const panel = page.locator(".panel")
  const tag = panel.locator("dl > div").filter({ has: page.getByText("Tag", { exact: true }) })
  await tag.getByText(/^varies \(\d+\)$/).press("Enter")
  await tag.getByRole("row").first().waitFor()
  await cleanInBoth("bulk-varies")
  await tag.getByRole("button", { name: "Set Tag" }).press("Enter")
  await page.getByRole("textbox", { name: "Value of Tag" }).fill("T-50")
  await page.keyboard.press("Enter")
  const dialog = page.locator("dialog")
  await dialog.getByText("50 values would change, 0 would not.").waitFor()
  expect(await dialog.getByRole("row").count()).toBe(51)
  await cleanInBoth("bulk-preview")
  expect(await valuesOf("Tag")).toEqual(before)
  await dialog.getByRole("button", { name: "Apply" }).press("Enter")
  await bar(page).getByRole("button", { name: "50 unpublished values" }).waitFor()
  expect((await valuesOf("Tag")).filter((one) => one === "T-50").length).toBe(50)
  await bar(page).getByRole("button", { name: "Undo 50 values" }).press("Enter")
  await bar(page).getByRole("button", { name: "No unpublished changes" }).waitFor()
  expect(await valuesOf("Tag")).toEqual(before)
})

/** Requires a property of some walls. */
const requirements = `<?xml version="1.0"?>
<ids xmlns="http://standards.buildingsmart.org/IDS">
  <info><title>Hand-over</title><author>ada@example.com</author></info>
  <specifications>
    <specification name="Walls" ifcVersion="IFC4">
      <applicability minOccurs="0" maxOccurs="unbounded">
        <entity><name><simpleValue>IFCWALLSTANDARDCASE</simpleValue></name></entity>
      </applicability>
      <requirements>
        <property cardinality="required">
          <propertySet><simpleValue>Pset_FM</simpleValue></propertySet>
          <baseName><simpleValue>Power</simpleValue></baseName>
        </property>
        <property cardinality="optional">
          <propertySet><simpleValue>Pset_FM</simpleValue></propertySet>
          <baseName><simpleValue>State</simpleValue></baseName>
        </property>
      </requirements>
    </specification>
  </specifications>
</ids>`

test("properties that the project's requirements demand of a product are marked in its form", async () => {
  const { page } = browser
  const added = await fetch(`${service.url}/v1${project}/requirements`, {
    method: "POST",
    headers: { authorization: `Bearer ${await service.token("ada")}`, "content-type": "application/xml" },
    body: requirements
  })
  expect(added.status).toBe(201)
  const marks = async (className: string) => {
    const found = (await products(["Guid", "Class"])).find((one) => one["Class"] === className)!
    await opened(page, ["Name"], { sel: String(found["Guid"]) })
    await page.locator(".panel summary", { hasText: "set of the project" }).waitFor()
    return page.locator(".panel dt:has(.tag)").evaluateAll((all) => all.map((one) => one.textContent))
  }
  expect(await marks("IfcDoor")).toEqual([])
  expect(await marks("IfcWallStandardCase")).toEqual(["Power required"])
  await page.getByRole("img", { name: "Required by Hand-over: Walls" }).waitFor()
  await cleanInBoth("bulk-required")
})

test("a set of the project is a form: types are checked before sending, and words are a list", async () => {
  const { page } = browser
  await opened(page, ["Name", "Tag"])
  await selectRows(page, 2)
  const form = page.locator(".panel details", { hasText: "Pset_FM" })
  await form.getByRole("button", { name: "Set Power" }).press("Enter")
  const power = page.getByRole("textbox", { name: "Value of Power" })
  await power.fill("much")
  await power.press("Enter")
  await form.getByText('"much" is no number.').waitFor()
  await cleanInBoth("bulk-form")
  await power.press("Escape")
  await form.getByRole("button", { name: "Set State" }).press("Enter")
  const state = page.getByRole("combobox", { name: "Value of State" })
  expect(await state.locator("option").allTextContents()).toEqual(["no value", "NEW", "OLD"])
  await state.selectOption("NEW")
  await state.press("Tab")
  await page.keyboard.press("Enter")
  const dialog = page.locator("dialog")
  await dialog.getByText("2 values would change, 0 would not.").waitFor()
  await dialog.getByRole("button", { name: "Apply" }).press("Enter")
  await bar(page).getByRole("button", { name: "2 unpublished values" }).waitFor()
  await page.getByRole("grid").focus()
  await page.keyboard.press("Control+z")
  await bar(page).getByRole("button", { name: "No unpublished changes" }).waitFor()
})

test("a pasted column shows the wrong value beside its cell; the others are filled, replaced and published", async () => {
  const { page } = browser
  await opened(page, ["Name", "Pset_FM.Power", "Tag"])
  await page.getByRole("grid").focus()
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  const column = Array.from({ length: 20 }, (_, n) => (n === 7 ? "broken" : `${n + 1}.5`))
  await paste(page, `${column.join("\r\n")}\r\n`)
  const dialog = page.locator("dialog")
  await dialog.getByText("1 value cannot be taken: see beside each.").waitFor()
  const wrong = dialog.locator("tr.wrong")
  expect(await wrong.locator("td").last().textContent()).toBe('broken "broken" is no number.')
  expect(await dialog.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true)
  await cleanInBoth("bulk-paste")
  await dialog.getByLabel("Leave out the wrong value").check()
  await dialog.getByText("19 values would change, 0 would not.").waitFor()
  await dialog.getByRole("button", { name: "Apply" }).press("Enter")
  await bar(page).getByRole("button", { name: "19 unpublished values" }).waitFor()
  await cell(page, 1, 2).filter({ hasText: "1.5" }).waitFor()
  // Fill down: the tag of the first row for the first three.
  const [tag] = await valuesOf("Tag")
  await selectRows(page, 3)
  await page.getByRole("grid").focus()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Control+d")
  await dialog.getByText("2 values would change, 0 would not.").waitFor()
  await dialog.getByRole("button", { name: "Apply" }).press("Enter")
  await bar(page).getByRole("button", { name: "21 unpublished values" }).waitFor()
  expect((await valuesOf("Tag")).slice(0, 3)).toEqual([tag, tag, tag])
  // Find and replace among all products, because one is selected.
  await page.getByRole("grid").focus()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+h")
  await dialog.getByLabel("Find", { exact: true }).fill(String(tag))
  await dialog.getByLabel("Replace with").fill("R-1")
  await dialog.getByLabel("Whole value only").check()
  await clean("bulk-replace")
  await page.keyboard.press("Enter")
  await dialog.getByText("3 values would change, 0 would not.").waitFor()
  await dialog.getByRole("button", { name: "Apply" }).press("Enter")
  await bar(page).getByRole("button", { name: "22 unpublished values" }).waitFor()
  await bar(page).getByRole("button", { name: "Publish", exact: true }).press("Enter")
  await dialog.getByRole("listitem").nth(21).waitFor()
  expect(await dialog.getByRole("listitem").count()).toBe(22)
  await cleanInBoth("bulk-publish")
  await dialog.getByLabel("Title").fill("Many values")
  await page.keyboard.press("Enter")
  await bar(page).getByText("Published.").waitFor()
  const versions = (await client.call("GET", `/v1${path}/versions`)).json as unknown as {
    readonly versions: ReadonlyArray<{ readonly modelVersionId: string; readonly cells: number }>
  }
  expect(versions.versions[0]!.cells).toBe(22)
  const { json } = await client.call("GET", `/v1${path}/versions/${versions.versions[0]!.modelVersionId}/changes`)
  const changes = json["changes"] as unknown as ReadonlyArray<{ readonly field: string; readonly after: unknown }>
  const powers = changes.filter(({ field }) => field === "Pset_FM.Power").map(({ after }) => Number(after))
  expect(powers.toSorted((a, b) => a - b)).toEqual(column.filter((one) => one !== "broken").map(Number))
  expect(changes.filter(({ field }) => field === "Tag").map(({ after }) => after)).toEqual(["R-1", "R-1", "R-1"])
})

/** The sum of the authored values of a calculator, as the service adds them. */
const authoredSum = async (calculator: string): Promise<number> => {
  const body = { calculators: [calculator] }
  const started = (await client.call("POST", `/v1${path}/products/quantities/query`, { body })).json
  await client.ended(started["id"]!)
  const { json } = await client.call("GET", `/v1${path}/products/quantities/${String(started["id"])}/result`)
  const result = (await (await fetch(json["downloadUrl"]!)).json()) as QuantityResult
  return result.products
    .map((product) => product[calculator] as Measured | undefined)
    .filter((measured) => measured?.origin === "Authored")
    .reduce((sum, measured) => sum + measured!.value, 0)
}

test("sums of two versions stand side by side, and measures can be of the file's own values alone", async () => {
  const { page } = browser
  await opened(page, ["Class", "Name"], { panel: "quantities", measure: JSON.stringify(["Sum:Pset_FM.Power"]) })
  const older = page.getByLabel("Compare with")
  await older.selectOption({ index: 2 })
  await page.getByText("0 products added, 0 products removed.").waitFor()
  await page.getByText("Sums are in SI units, because versions may have different ones.").waitFor()
  const all = page.locator(".differences tbody tr").first().locator("td")
  const sum = Array.from({ length: 20 }, (_, n) => (n === 7 ? 0 : n + 1.5)).reduce((total, value) => total + value)
  const text = sum.toLocaleString("en-GB")
  expect((await all.allTextContents()).slice(3)).toEqual(["–", text, `+${text}`])
  await cleanInBoth("bulk-differences")
  await older.selectOption("")
  await page.goto(`${origin}/app${path}?panel=quantities&measure=NetVolume`)
  await older.selectOption({ index: 2 })
  await page.getByText("Measures are authored values alone").waitFor()
  const authoredVolume = await authoredSum("NetVolume")
  const [, newVolume, noDifference] = (await all.allTextContents()).slice(3)
  expect([newVolume, noDifference]).toEqual([authoredVolume.toLocaleString("en-GB", { maximumFractionDigits: 3 }), "0"])
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Save as XLSX" }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe("Differences.xlsx")
  const sheet = strFromU8(unzipSync(readFileSync(await saved.path()))["xl/worksheets/sheet1.xml"]!)
  expect(sheet).toContain(`<v>${authoredVolume}</v>`)
  await cleanInBoth("bulk-authored-differences")
  await older.selectOption("")
  const values = page.getByRole("combobox", { name: /^Values/ })
  const total = page.locator(".total").first()
  await total.waitFor()
  const measured = async () => Number(/([\d,]+) of/.exec((await total.textContent())!)![1]!.replaceAll(",", ""))
  const both = await measured()
  await values.selectOption("authored")
  await page.getByText("A saved file has authored values, else computed ones.").waitFor()
  const authored = await measured()
  await values.selectOption("computed")
  await page.waitForURL(/origin=computed/)
  // The sums of the other values stay on the page until the new ones are there.
  for (let looks = 0; looks < 100 && authored + (await measured()) !== both; looks++) await Bun.sleep(100)
  expect(authored + (await measured())).toBe(both)
  await cleanInBoth("bulk-origin")
})
