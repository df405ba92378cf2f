/*
 * A day of each role on the page, in a real browser: a BIM manager, an estimator and a facility manager work on one
 * project. `npm run test:page-more` runs it: it needs Debian's chromium and MODELS_DIR.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Download, Locator, Page } from "playwright-core"
import { readSheet } from "../sheets/read/ReadSheet.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import { signIn, submitted } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
/** Files of the disciplines, by the names of their models. */
const disciplines = {
  Architecture: "AC20-FZK-Haus.ifc",
  Interior: "SampleHouse.ifc",
  Offices: "LargeBuilding.ifc"
} as const
const fileOf = (name: keyof typeof disciplines) => readFileSync(join(models, disciplines[name]))

let service: ServiceProcess.ServiceProcess
let origin = ""
let client: ServiceClient.ServiceClient
/** The browser of the BIM manager, and after that of the facility manager. */
let browser: PageBrowser.PageBrowser
/** The browser of the estimator. */
let guest: PageBrowser.PageBrowser
let project = ""

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  client = ServiceClient.make(service.url, await service.token("mira"))
  await service.user("erik")
  browser = await PageBrowser.open({ origin })
  guest = await PageBrowser.open({ origin })
})
afterAll(async () => {
  await browser?.close()
  await guest?.close()
  await service?.stop()
})

/** Widths and heights of the windows in which each page is looked at. */
const windows = [
  ["wide", 1920, 1080],
  ["narrow", 360, 740],
  ["", 1440, 900]
] as const

/** Looks at the page in windows of three sizes, light and dark. */
const looked = async (
  name: string,
  { faults, isTooWide, page, picture, violations }: PageBrowser.PageBrowser,
  sizes: ReadonlyArray<(typeof windows)[number]> = windows
) => {
  for (const [size, width, height] of sizes) {
    await page.setViewportSize({ width, height })
    expect(await isTooWide(), `${name} ${size}`).toBe(false)
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme })
      // The view is drawn in steps.
      await Bun.sleep(1000)
      const parts = ["roles", name, size, colorScheme === "dark" ? "dark" : ""]
      await picture(parts.filter((part) => part !== "").join("-"))
      if (size !== "wide") expect(await violations(), `${name} ${size} ${colorScheme}`).toEqual([])
    }
  }
  expect(faults, name).toEqual([])
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const bar = (page: Page) => page.getByRole("region", { name: "Your changes" })
const products = (page: Page, count: number) => page.getByText(`${count} products`, { exact: true }).first().waitFor()

const doorsWithoutRating = {
  and: [
    { property: "Class", operator: "IsA", value: "Door" },
    { property: "FireRating", operator: "NotExists" }
  ]
}
const concrete = {
  or: ["Concrete", "beton"].map((value) => ({ property: "MaterialLayerSet", operator: "Contains", value }))
}

type Asked = Readonly<Record<string, unknown>>
interface Groups {
  readonly groups: ReadonlyArray<{
    readonly keys: ReadonlyArray<string | null>
    readonly count: number
    readonly measures: ReadonlyArray<{ readonly value: number | null }>
  }>
}
const asked = async <A>(path: string, body: Asked): Promise<A> =>
  (await client.call("POST", `/v1/projects/${project}${path}`, { body })).json as unknown as A
const bytesOf = async (download: Download) => Bun.file(await download.path()).bytes()

test("a BIM manager brings disciplines together, finds doors without a fire rating, and invites somebody", async () => {
  const { page } = browser
  await signIn(page, service, "mira")
  await button(page, "New project").click()
  await page.locator("dialog").getByLabel("Name", { exact: true }).fill("Riverside")
  await page.locator("dialog").getByRole("button", { name: "Create" }).click()
  await page.getByText("No models yet").waitFor()
  project = new URL(page.url()).pathname.split("/").at(-1)!
  const names = Object.keys(disciplines) as ReadonlyArray<keyof typeof disciplines>
  await page
    .locator("input[type=file]")
    .setInputFiles(names.map((name) => ({ name: `${name}.ifc`, mimeType: "application/x-step", buffer: fileOf(name) })))
  for (const name of names) await page.getByRole("link", { name: new RegExp(`^${name} `) }).waitFor()
  await page.getByRole("link", { name: "All models in 3D" }).click()
  await page.locator('.view canvas[aria-label^="3 models"]').waitFor()
  await button(page, "Colour by model").click()
  await page.getByRole("combobox", { name: "Filter", exact: true }).waitFor()
  await browser.filter("Class", "Door", "IsA")
  const box = page.getByRole("combobox", { name: "Filter", exact: true })
  await box.fill("FireRating")
  await box.press("Enter")
  await page.getByLabel("How it compares").selectOption("NotExists")
  await button(page, "Add filter").click()
  interface Doors {
    readonly totalCount: number
    readonly result: ReadonlyArray<{ readonly Model: { readonly Name: string } }>
  }
  const query = { fields: ["Model"], where: doorsWithoutRating }
  const doors = await asked<Doors>("/products/properties/query?page=1&pageSize=100", query)
  expect(new Set(doors.result.map(({ Model }) => Model.Name))).toEqual(new Set(names))
  await products(page, doors.totalCount)
  const listed = page.locator('[role="row"] > [aria-colindex="1"][role="gridcell"]')
  expect(new Set(await listed.allTextContents())).toEqual(new Set(names))
  await browser.settled()
  await page.locator(".drawing").waitFor({ state: "detached" })
  await looked("doors", browser)

  await page.getByRole("link", { name: "Riverside" }).click()
  await page.getByRole("navigation").getByRole("button", { name: "Members", exact: true }).click()
  await button(page, "Invite by a link").click()
  await page.locator("dialog").getByRole("button", { name: "Make the link" }).click()
  const link = (await page.locator("dialog code").textContent())!
  await looked("invitation", browser)
  await page.locator("dialog").getByRole("button", { name: "Done" }).click()
  await guest.page.goto(link)
  await button(guest.page, "Sign in and accept").click()
  await submitted(guest.page, "erik")
  await guest.page.getByText("You are signed in as erik.").waitFor()
  await button(guest.page, "Accept the invitation").click()
  await guest.page.getByRole("heading", { name: "Riverside" }).waitFor()
  await page.reload()
  await page.getByRole("cell", { name: /erik/ }).first().waitFor()
  await looked("members", browser)
})

test("an estimator takes off concrete by storey over the project and saves it as a workbook, by keyboard alone", async () => {
  const { page } = guest
  const { keyboard } = page
  /** Moves the focus to an element by the Tab key, as somebody without a pointer does. */
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let presses = 0; presses < 150; presses++) {
      if (await target.evaluate((node) => node.matches(":focus"))) return
      await keyboard.press("Tab")
    }
    throw new Error(`The Tab key does not lead to ${String(target)}.`)
  }
  const press = async (target: Locator) => {
    await reach(target)
    await keyboard.press("Enter")
  }
  const typed = async (name: string, text: string) => {
    const box = page.getByRole("combobox", { name, exact: true })
    await reach(box)
    await keyboard.type(text)
    await page
      .getByRole("option", { name: new RegExp(`^${text}`) })
      .first()
      .waitFor()
    await keyboard.press("Enter")
  }
  const containing = async (text: string) => {
    await typed("Filter", "Material")
    await reach(page.getByLabel("How it compares"))
    await keyboard.type("contains")
    await reach(page.getByRole("combobox", { name: "Value", exact: true }))
    await keyboard.type(text)
    await press(button(page, "Add filter"))
  }
  await press(page.getByRole("navigation").getByRole("button", { name: "Products", exact: true }))
  await containing("Concrete")
  await press(button(page, "or: an alternative to the filter on Material"))
  await containing("beton")
  interface Count {
    readonly totalCount: number
  }
  const { totalCount } = await asked<Count>("/products/properties/query", { fields: ["Guid"], where: concrete })
  await products(page, totalCount)
  await press(button(page, "Quantities"))
  await typed("Add a measure", "Net volume")
  await typed("Group by", "Storey")
  const groupBy = ["Model", "SpatialLocation.Floor"]
  const measures = [{ calculator: "NetVolume" }]
  const { groups } = await asked<Groups>("/products/groups", { where: concrete, groupBy, measures })
  expect(new Set(groups.map(({ keys }) => keys[0]))).toEqual(new Set(["Architecture", "Interior"]))
  await page.getByRole("columnheader", { name: "Model / Storey" }).waitFor()
  await page.locator(".bars .subtotal").nth(1).waitFor()
  await looked("concrete", guest)

  await press(page.getByLabel("Save as: quantities"))
  const download = page.waitForEvent("download")
  await press(page.locator(".quantities .menu").getByRole("button", { name: "Excel" }))
  const sheet = Either.getOrThrow(readSheet(await bytesOf(await download)))
  expect([sheet.format, ...sheet.headers.slice(0, 2)]).toEqual(["xlsx", ...groupBy])
  const volume = sheet.headers.findIndex((header) => header.startsWith("NetVolume"))
  const saved = Array.from(sheet.rows, (row) => [row.at(0), row.at(1), row.at(volume)])
  const inOrder = (rows: ReadonlyArray<ReadonlyArray<unknown>>) => rows.map((row) => JSON.stringify(row)).toSorted()
  expect(inOrder(saved)).toEqual(inOrder(groups.map(({ keys, measures: [sum] }) => [...keys, sum!.value])))
  expect(saved.length).toBeGreaterThan(2)
})

/** The house with a gate in front of it. */
const withGate = (text: string): string => {
  const lines = [
    "#9000001=IFCCARTESIANPOINT((4.,-3.5,0.));",
    "#9000002=IFCAXIS2PLACEMENT3D(#9000001,$,$);",
    "#9000003=IFCLOCALPLACEMENT(#477,#9000002);",
    "#9000004=IFCDOOR('1gate00000000000000000',#12,'Garden gate',$,$,#9000003,#27009,'G-1',2.01,1.01,$,$,$);"
  ]
  const inStorey = text.replace("(#14502,#15042,", "(#9000004,#14502,#15042,")
  const end = inStorey.lastIndexOf("ENDSEC;")
  return `${inStorey.slice(0, end)}${lines.join("\n")}\n${inStorey.slice(end)}`
}

test("a facility manager changes 50 products at once, publishes, compares versions and finds the value in the IFC", async () => {
  const { page } = browser
  await client.call("PUT", `/v1/projects/${project}/members/fatma`, { body: { role: "Owner" } })
  await browser.context.clearCookies()
  await signIn(page, service, "fatma")
  await page.locator(".card", { hasText: "Riverside" }).click()
  await page.getByRole("link", { name: /^Architecture/ }).click()
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  /** A product that keeps its value, and is deleted. */
  const { result } = await asked<{ readonly result: ReadonlyArray<Readonly<Record<"Name" | "Class", string>>> }>(
    `${new URL(page.url()).pathname.replace(/.*(?=\/models)/, "")}/products/properties/query?page=1&pageSize=200`,
    { fields: ["Name", "Class"] }
  )
  const { Class: otherClass, Name: other } = result.slice(50).find((one) => /^(IfcMember|IfcWindow)$/.test(one.Class))!
  await bar(page).getByRole("button", { name: "Edit", exact: true }).click()
  await bar(page)
    .getByText(/^Editing, /)
    .waitFor()
  await page.getByRole("grid").focus()
  await page.keyboard.press("Home")
  for (let row = 1; row < 50; row++) await page.keyboard.press("Shift+ArrowDown")
  await page.getByText("50 selected.").first().waitFor()
  await button(page, "Set Tag").click()
  await page.getByRole("textbox", { name: "Value of Tag" }).fill("FM-2026")
  await page.keyboard.press("Enter")
  const dialog = page.locator("dialog")
  await dialog.getByText("50 values would change, 0 would not.").waitFor()
  // A narrow window folds the panel whose window this is.
  const wide = windows.filter(([size]) => size !== "narrow")
  await looked("bulk", browser, wide)
  await dialog.getByRole("button", { name: "Apply" }).click()
  await bar(page).getByRole("button", { name: "50 unpublished values" }).waitFor()
  await page.getByRole("grid").press("Escape")
  await browser.filter("Name", other, "Equals")
  await page.getByRole("gridcell", { name: other, exact: true }).click()
  await bar(page).getByRole("button", { name: "Delete product" }).click()
  await dialog.getByRole("button", { name: "Delete" }).click()
  await bar(page).getByRole("button", { name: "50 unpublished values, 1 deleted" }).waitFor()
  await button(page, "Clear filters").click()
  await bar(page).getByRole("button", { name: "Publish", exact: true }).click()
  await dialog.getByRole("listitem").nth(50).waitFor()
  await dialog.getByLabel("Title").fill("Inventory numbers")
  await looked("publish", browser, wide)
  await dialog.getByRole("button", { name: "Publish", exact: true }).click()
  await bar(page).getByText("Published.").waitFor()

  await page.getByRole("navigation").getByRole("button", { name: "Versions", exact: true }).click()
  const revision = Buffer.from(withGate(fileOf("Architecture").toString("latin1")), "latin1")
  await page
    .locator(".panel input[type=file]")
    .setInputFiles({ name: "With a gate.ifc", mimeType: "application/x-step", buffer: revision })
  const versions = page.getByRole("list", { name: "Versions" })
  await versions.getByRole("listitem").nth(2).waitFor()
  await versions.getByRole("listitem").first().getByText("0 values changed, 1 added", { exact: true }).waitFor()
  await versions.getByRole("listitem").first().getByRole("button", { name: "Changes" }).click()
  await page.getByLabel("Against").selectOption({ index: 1 })
  for (const [kind, count, color] of [
    ["Added", 1, "rgb(46, 160, 67)"],
    ["Changed", 50, "rgb(222, 148, 10)"],
    ["Deleted", 1, "rgb(207, 34, 46)"]
  ] as const) {
    const line = page.locator(".legend button", { hasText: new RegExp(`^${kind}`) })
    await line.filter({ hasText: String(count) }).waitFor()
    expect(await line.locator(".swatch").getAttribute("style"), kind).toContain(color)
  }
  await page.locator(".drawing").waitFor({ state: "detached" })
  await looked("compared", browser)

  await page.getByRole("navigation").getByRole("button", { name: "Quantities", exact: true }).click()
  await browser.add("Add a measure", "Overall width")
  await page.getByLabel("Compare with").selectOption({ index: 3 })
  await page.getByText("1 product added, 1 product removed.").waitFor()
  await looked("differences", browser)
  const door = page.locator(".differences tbody tr", { hasText: "IfcDoor" })
  const [before, after, grown, , , wider] = await door.locator("td").allTextContents()
  expect([before, after, grown, wider]).toEqual(["5", "6", "+1", "+1.01"])
  const less = page.locator(".differences tbody tr", { hasText: otherClass })
  expect((await less.locator("td").allTextContents())[2]).toBe("-1")

  await button(page, "Export IFC").click()
  await dialog.getByRole("button", { name: "Make the file" }).click()
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download IFC" }).click()
  const text = Buffer.from(await bytesOf(await download)).toString("latin1")
  expect(text).toStartWith("ISO-10303-21;")
  expect(text.match(/'FM-2026'/g)?.length).toBe(50)
  expect([text.includes("'Garden gate'"), text.includes(`'${other}'`)]).toEqual([true, false])
  await looked("exported", browser)
})
