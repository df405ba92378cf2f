/* Cards of models and operations of a project on the page. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { pathOf } from "../ifc/testing/RealModels.ts"
import * as SampleFiles from "./sample/SampleFiles.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

/** A file that is received and then cannot be imported. */
const withoutProject =
  "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"

/** The beginning of a SketchUp file, which needs a converter. */
const sketchUp = Uint8Array.from([0xff, 0xfe, 0xff, 0x0e, ...Buffer.from("SketchUp Model{25.0.575}", "utf16le")])

let service: ServiceProcess.ServiceProcess
let client: ServiceClient.ServiceClient
let browser: PageBrowser.PageBrowser
let origin = ""
let project = ""

/** A model as the service lists it. */
interface Listed {
  readonly id: string
  readonly name: string
  readonly versionTitle: string
  readonly products: number
  readonly sizeBytes: number
  readonly schema: string
  readonly updatedBy: string
}

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  client = ServiceClient.make(service.url, await service.token("ada"))
  project = await client.createProject("Town hall")
  const house = await Bun.file(SampleFiles.source).bytes()
  const wall = await Bun.file(pathOf("wall-door-column-4x3.ifc")).bytes()
  const body = {
    modelName: "Annex",
    tags: ["Structure"],
    uploadKey: await client.upload(house),
    uploadFileName: "annex.ifc"
  }
  const started = await client.call("POST", `/v1/projects/${project}/models`, { body })
  await client.ended(started.headers.get("location")!.split("/").at(-1)!)
  await client.ended(await client.startImport(project, "Storey 9", wall))
  await client.ended(await client.startImport(project, "Storey 10", house))
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = (name: string) => PageLooks.clean(browser, name)

const cleanEverywhere = (name: string) => PageLooks.cleanEverywhere(browser, name)

const listed = async () => (await client.models(project)) as unknown as ReadonlyArray<Listed>
const card = (name: string) => browser.page.locator(".modelcard", { hasText: name })
const names = () => browser.page.locator(".modelcard .name").allTextContents()
const tab = (name: string) => browser.page.getByRole("navigation").getByRole("button", { name, exact: true }).click()
const rowOf = (text: string | RegExp) => browser.page.getByRole("row").filter({ hasText: text })

test("cards are never blank: a model without shapes has a picture, and what has no picture an outline", async () => {
  const { page } = browser
  await client.createProject("Paper")
  const other = await client.createProject("Tables")
  const file = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/solid.ifc")).text()
  const bare = new TextEncoder().encode(file.replaceAll(/#(56|72|67),\$,/g, "$,$,"))
  await client.ended(await client.startImport(other, "Without shapes", bare))
  const models = `${origin}/app/projects/${other}`
  /** Expects that a card has the outline, and that it is seen. */
  const outlined = async (address: string, name: string) => {
    await page.goto(address)
    const picture = page.locator(".card", { hasText: name }).locator(".picture")
    await picture.waitFor()
    await browser.settled()
    expect(await picture.locator("svg path").count()).toBe(1)
    const [outline, frame] = [(await picture.locator("path").boundingBox())!, (await picture.boundingBox())!]
    expect(Math.min(outline.width / frame.width, outline.height / frame.height)).toBeGreaterThan(0.25)
    const stroke = await page.evaluate<string>("getComputedStyle(document.querySelector('.picture path')).stroke")
    expect(stroke).toStartWith("rgb(")
    await clean(`cards-outline-${name}`)
  }
  await page.goto(models)
  await page.locator(".card img").waitFor()
  await browser.settled()
  expect(await page.evaluate<number>("document.querySelector('.card img').naturalWidth")).toBeGreaterThan(0)
  await outlined(`${origin}/app/`, "Paper")
  const listed = `**/v1/projects/${other}/models`
  await page.route(listed, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/"image":"[^"]*",/, "") })
  })
  await outlined(models, "Without shapes")
  await outlined(`${origin}/app/`, "Tables")
  await page.unroute(listed)
})

test("cards show what the service says of models: version, time, person, products, size, schema and tags", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/projects/${project}`)
  await page.locator(".card img").first().waitFor()
  const models = await listed()
  for (const { name, products, schema, sizeBytes, updatedBy, versionTitle } of models) {
    const text = await card(name).innerText()
    expect(text).toContain(versionTitle)
    expect(text).toContain(`by ${updatedBy}`)
    expect(text).toContain(`${products.toLocaleString("en-GB")} products`)
    expect(text).toContain(schema)
    expect(text).toContain(`${Number((sizeBytes / 1000).toPrecision(3))} kB`)
    expect(text).toMatch(/\d+ \w+ 20\d\d, \d\d:\d\d/)
  }
  expect(await card("Annex").locator(".tag").allTextContents()).toContain("Structure")
  await cleanEverywhere("cards")
})

test("models are searched by name, person, schema and tag", async () => {
  const { page } = browser
  const box = page.getByRole("searchbox", { name: "Search" })
  await box.fill("structure")
  await card("Storey 9").waitFor({ state: "detached" })
  expect(await names()).toEqual(["Annex"])
  await box.fill("nowhere")
  await page.getByText("Nothing here has “nowhere”.").waitFor()
  await box.fill("")
  await card("Storey 9").waitFor()
})

test("models are sorted by name, date and size; pinned ones come first, and the browser remembers all of it", async () => {
  const { page } = browser
  expect(await names()).toEqual(["Annex", "Storey 9", "Storey 10"])
  const order = page.getByLabel("Sort by")
  await order.selectOption({ label: "Newest first" })
  expect(await names()).toEqual(["Storey 10", "Storey 9", "Annex"])
  await order.selectOption({ label: "Largest first" })
  const bySize = (await listed()).toSorted((a, b) => b.sizeBytes - a.sizeBytes || a.name.localeCompare(b.name))
  const sizes = new Map(bySize.map(({ name, sizeBytes }) => [name, sizeBytes]))
  expect((await names()).map((name) => sizes.get(name))).toEqual(bySize.map(({ sizeBytes }) => sizeBytes))
  await page.getByRole("button", { name: "Pin Storey 10" }).focus()
  await page.keyboard.press("Enter")
  expect((await names())[0]).toBe("Storey 10")
  await order.selectOption({ label: "By name" })
  await page.reload()
  await page.locator(".card img").first().waitFor()
  expect(await names()).toEqual(["Storey 10", "Annex", "Storey 9"])
  expect(await page.getByRole("button", { name: "Pin Storey 10" }).getAttribute("aria-pressed")).toBe("true")
  await page.getByRole("button", { name: "List", exact: true }).click()
  await page.getByRole("columnheader", { name: "Schema" }).waitFor()
  expect(await rowOf("Annex").innerText()).toMatch(/Structure/)
  await cleanEverywhere("cards-list")
  await page.reload()
  await page.getByRole("columnheader", { name: "Schema" }).waitFor()
  await page.getByRole("button", { name: "Cards", exact: true }).click()
  await page.getByRole("button", { name: "Pin Storey 10" }).click()
  expect(await names()).toEqual(["Annex", "Storey 9", "Storey 10"])
})

test("imports are cards too: running with progress, failed with the reason, hidden on request", async () => {
  const { page } = browser
  const broken = await client.startImport(project, "Broken", new TextEncoder().encode(withoutProject))
  await client.ended(broken)
  await page.reload()
  await card("Broken").getByText("The import failed").waitFor()
  expect(await card("Broken").innerText()).toMatch(/model\.ifc.*by ada.*InvalidModelFile/s)
  const listedAs = "**/v1/projects/*/operations?**"
  const operation = await client.operation(broken)
  const running = { ...operation, id: crypto.randomUUID(), modelId: "999", modelName: "Tower", error: undefined }
  await page.route(listedAs, (route) =>
    route.fulfill({
      json: {
        operations: [
          { ...running, status: "InProgress", percentageCompleted: 40 },
          { ...running, id: crypto.randomUUID(), modelId: "998", modelName: "Quay", status: "Queued" },
          operation
        ],
        totalCount: 3
      }
    })
  )
  await card("Tower").getByText("40%").waitFor()
  await card("Quay").getByText("Waiting to be imported").waitFor()
  await cleanEverywhere("cards-imports")
  await page.unroute(listedAs)
  await card("Tower").waitFor({ state: "detached" })
  await card("Broken").getByRole("button", { name: "Hide" }).click()
  await card("Broken").waitFor({ state: "detached" })
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Models")
  await page.reload()
  await card("Annex").waitFor()
  await browser.settled()
  expect(await card("Broken").count()).toBe(0)
})

test("operations show time, duration, person, model, file, state and reason; a failed import is tried again", async () => {
  const { page } = browser
  await tab("Operations")
  await rowOf("InvalidModelFile").waitFor()
  expect(await rowOf("InvalidModelFile").innerText()).toMatch(/20\d\d.*Import.*Broken.*model\.ifc.*ada.*sec.*Failed/s)
  // The file of that import can never pass; one that a converter must read can, once there is one.
  expect(await rowOf("InvalidModelFile").getByRole("button", { name: "Try again" }).count()).toBe(0)
  const body = {
    modelName: "Drawn",
    uploadKey: await client.upload(sketchUp),
    uploadFileName: "drawn.skp"
  }
  const drawn = await client.call("POST", `/v1/projects/${project}/models`, { body })
  await client.ended(drawn.json["id"]!)
  await rowOf("ConverterNotConfigured").waitFor()
  await cleanEverywhere("operations-list")
  const counted = async () =>
    Number((await client.call("GET", `/v1/projects/${project}/operations`)).json["totalCount"])
  const before = await counted()
  await page.getByRole("button", { name: "Try again: Import drawn.skp" }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("status").getByText("It runs again as a new operation").waitFor()
  await rowOf("ConverterNotConfigured").nth(1).waitFor()
  expect(await counted()).toBe(before + 1)
  // Twice at once, as somebody else might: the refusal stands beside the button, in words.
  await page.route("**/retry", (route) => route.fulfill({ status: 409, json: { error: "Conflict" } }))
  await page.getByRole("button", { name: "Try again: Import drawn.skp" }).first().click()
  await page.getByRole("alert").getByText("Another import of this model is still running").waitFor()
  await page.unroute("**/retry")
  await browser.settled()
  expect(browser.faults.filter((fault) => !/409/.test(fault))).toEqual([])
  browser.forget()
})

test("operations are filtered by state, kind and person, as the address says", async () => {
  const { page } = browser
  const annex = (await listed()).find(({ name }) => name === "Annex")
  const exported = await client.call("POST", `/v1/projects/${project}/models/${annex!.id}/export-ifc`)
  await client.ended(exported.headers.get("location")!.split("/").at(-1)!)
  await page.reload()
  await rowOf("IFC export").waitFor()
  const rows = page.locator("tbody tr")
  await page.getByLabel("State", { exact: true }).selectOption({ label: "Failed" })
  await rowOf("IFC export").waitFor({ state: "detached" })
  expect(await rows.count()).toBe(3)
  await page.getByLabel("What", { exact: true }).selectOption({ label: "IFC export" })
  await page.getByText("None of these operations is like that.").waitFor()
  await page.getByLabel("State", { exact: true }).selectOption({ label: "All states" })
  await rowOf("IFC export").waitFor()
  expect(new URL(page.url()).searchParams.get("kind")).toBe("ExportIfc")
  await page.getByLabel("Person", { exact: true }).selectOption({ label: "ada" })
  expect(await rows.count()).toBe(1)
  await rowOf("IFC export").getByRole("link", { name: "Annex" }).click()
  await page.waitForURL(`**/models/${annex!.id}`)
  await page.goBack()
  await rowOf("IFC export").waitFor()
  await clean("operations-filtered")
})

test("files that are dropped together stand in even rows, and say what is wrong with them", async () => {
  const { page } = browser
  const wall = await Bun.file(pathOf("wall-door-column-4x3.ifc")).bytes()
  const long = `${"Kindertagesstaette_Nordstrasse_".repeat(5)}.ifc`
  const text = new TextEncoder().encode("A note.\n")
  const cut = withoutProject.slice(0, withoutProject.indexOf("ENDSEC;\nEND"))
  const row = (name: string) => page.locator(".uploads li", { hasText: name })
  await page.goto(`${origin}/app/projects/${await client.createProject("Quay")}`)
  await page.locator(".drop").waitFor()
  // Until they are let go, the imports seem to wait: all files are sent meanwhile.
  let isHeld = true
  await page.route("**/v1/operations/*", async (route) => {
    if (!isHeld) return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), status: "Queued" } })
  })
  await browser.drop(".drop", [
    { name: "whole.ifc", bytes: wall },
    { name: "half.ifc", bytes: wall.subarray(0, wall.length / 2) },
    { name: long, bytes: wall },
    { name: "cut.ifc", bytes: new TextEncoder().encode(cut) },
    { name: "empty.ifc", bytes: new Uint8Array() },
    { name: "note.txt", bytes: text },
    { name: "note.zip", bytes: text }
  ])
  await page.getByText("In the queue").nth(3).waitFor()
  await row("note.zip").getByText("Failed").waitFor()
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const buttons = await page.getByRole("button", { name: /^Cancel / }).all()
    expect(buttons.length).toBe(4)
    const ends = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!))
    expect(new Set(ends.map(({ width, x }) => Math.round(x + width))).size).toBe(1)
    const list = (await page.locator(".uploads").boundingBox())!
    const clear = (await page.getByRole("button", { name: "Clear finished uploads" }).boundingBox())!
    expect(clear.y).toBeGreaterThan(list.y + list.height + 4)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  browser.forget()
  await cleanEverywhere("uploads-queued")
  isHeld = false
  await row("cut.ifc")
    .getByText("Line 8: The file ends in the middle of its DATA section, before any IfcProject.")
    .waitFor()
  await row("half.ifc").getByText("The file ends in the middle, so parts of the model may be missing.").waitFor()
  await row("empty.ifc").getByText("The file is empty.").waitFor()
  await row("note.txt").getByText("The file name must end in .ifc").waitFor()
  await row("note.zip").getByText("The file is no .zip file by its first bytes.").waitFor()
  await row(long).getByText("Ready").waitFor()
  expect(await page.getByRole("button", { name: /^Try again/ }).count()).toBe(0)
  await cleanEverywhere("uploads-ended")
  await row("half.ifc").getByRole("button", { name: "Import report" }).click()
  await page.locator("dialog").getByText("The file ends in the middle, so parts of the model may be missing.").waitFor()
  await page.keyboard.press("Escape")
  await row("whole.ifc").getByRole("link", { name: "whole.ifc" }).click()
  await page.waitForURL("**/models/*")
  await page.unrouteAll({ behavior: "ignoreErrors" })
  browser.forget()
})

test("an operation that ends is shown by its event, although no timer of the page runs", async () => {
  const { page } = browser
  await page.clock.install()
  await page.goto(`${origin}/app/projects/${project}?tab=operations`)
  await rowOf("Import").first().waitFor()
  const before = await rowOf("IFC export").count()
  await page.clock.pauseAt(Date.now() + 60_000)
  await browser.settled()
  const [{ id } = { id: "" }] = await client.models(project)
  const exported = await client.call("POST", `/v1/projects/${project}/models/${id}/export-ifc`)
  await client.ended(exported.json["id"]!)
  await rowOf("IFC export").nth(before).waitFor()
  await rowOf("IFC export").first().getByText("Done").waitFor()
  await page.clock.resume()
})
