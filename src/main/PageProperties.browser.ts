/* Tests of the properties of one product in a real browser. `npm run test:page` runs them; they need Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as SampleFiles from "./sample/SampleFiles.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

type Cells = Readonly<Record<string, { readonly Value: unknown } | null>> & { readonly Guid: string }

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser
/** The path of the model. */
let path = ""
/** GlobalIds of two walls with fire ratings that differ. */
let walls: readonly [string, string]
let rating = ""

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const project = await client.createProject("Properties")
  await client.ended(await client.startImport(project, "House", await Bun.file(SampleFiles.source).bytes()))
  path = `/projects/${project}/models/${(await client.models(project))[0]!.id}`
  const body = {
    fields: ["Guid", "Pset_WallCommon.FireRating"],
    where: { property: "Pset_WallCommon.FireRating", operator: "Exists" }
  }
  const { json } = await client.call("POST", `/v1${path}/products/properties/query`, { body })
  const found = json["result"] as unknown as ReadonlyArray<Cells>
  const ratingOf = (row: Cells) => String(row["Pset_WallCommon.FireRating"]!.Value)
  const other = found.find((row) => ratingOf(row) !== ratingOf(found[0]!))!
  walls = [found[0]!.Guid, other.Guid]
  rating = ratingOf(other)
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = (name: string) => PageLooks.clean(browser, name)

const select = async (guid: string) => {
  await browser.page.goto(`${origin}/app${path}?sel=${guid}`)
  await browser.page.locator(".properties code", { hasText: guid }).waitFor()
}
const box = () => browser.page.getByRole("searchbox", { name: "Filter properties" })
const names = async () => {
  const texts = await browser.page.locator(".properties .facts dt").allTextContents()
  return texts.map((text) => text.trim())
}
const heads = async () => {
  const texts = await browser.page.locator(".properties summary").allTextContents()
  return texts.map((text) => text.trim()).filter((text) => text !== "Authored beside computed")
}

test("properties are found by name, set and value, and the search stays while another product is selected", async () => {
  const { page } = browser
  await select(walls[0])
  const all = await names()
  expect(all).toContain("FireRating")
  expect(all.length).toBeGreaterThan(10)
  await box().fill("firerat")
  expect([await names(), await heads()]).toEqual([["FireRating"], ["Pset_WallCommon"]])
  await clean("properties-search")
  await page.locator('[role="grid"] [aria-rowindex]').last().locator("[aria-colindex]").first().click()
  await page.locator(".properties code", { hasText: walls[0] }).waitFor({ state: "detached" })
  expect(await box().inputValue()).toBe("firerat")
  await select(walls[1])
  await box().fill("pset_wallcommon")
  expect(await heads()).toEqual(["Pset_WallCommon"])
  const ofSet = await names()
  expect(ofSet.length).toBeGreaterThan(3)
  expect(ofSet).not.toContain("Class")
  await box().fill(rating)
  expect(await names()).toContain("FireRating")
  expect((await names()).length).toBeLessThan(ofSet.length)
  await box().fill("nowhere")
  await page.getByText("Nothing here has “nowhere”.").waitFor()
  expect(await names()).toEqual([])
  await box().fill("")
  expect((await names()).length).toBeGreaterThan(ofSet.length)
})

test("pinned properties stay on top of each product, and the browser remembers them", async () => {
  const { page } = browser
  await select(walls[0])
  const pin = page.getByRole("button", { name: "Pin Pset_WallCommon.FireRating" })
  await pin.focus()
  await page.keyboard.press("Enter")
  await page.getByText("Pinned", { exact: true }).waitFor()
  expect((await heads())[0]).toBe("Pinned")
  expect((await names())[0]).toBe("FireRating Pset_WallCommon")
  await page.reload()
  await page.getByText("Pinned", { exact: true }).waitFor()
  await select(walls[1])
  const pinned = page.locator(".properties details", { hasText: "Pinned" }).first()
  await pinned.getByText(rating, { exact: true }).waitFor()
  expect(await pin.getAttribute("aria-pressed")).toBe("true")
  await clean("properties-pinned")
  await page.emulateMedia({ colorScheme: "dark" })
  await clean("properties-pinned-dark")
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole("group", { name: "Panels" }).getByRole("button", { name: "Details" }).click()
  await page.getByText("Pinned", { exact: true }).waitFor()
  await clean("properties-pinned-small")
  expect(await browser.isTooWide()).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await box().fill("external")
  expect(await names()).toEqual(["IsExternal"])
  await box().fill("")
  const count = (await names()).length
  await pin.press("Enter")
  await page.getByText("Pinned", { exact: true }).waitFor({ state: "detached" })
  expect(await names()).toContain("FireRating")
  expect(await names()).toHaveLength(count)
})
