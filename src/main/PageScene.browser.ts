/* Several models of a project in one scene, in a real browser. `npm run test:page-more` runs it. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import process from "node:process"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const files = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
const names = ["AC20-FZK-Haus", "SampleHouse", "wall-door-column-4x3"] as const
type Name = (typeof names)[number]

let service: ServiceProcess.ServiceProcess
let client: ServiceClient.ServiceClient
let browser: PageBrowser.PageBrowser
let project = ""
let scene = ""
/** Ids of the models by their names. */
let ids: Readonly<Record<Name, string>>

beforeAll(async () => {
  service = await ServiceProcess.start()
  client = ServiceClient.make(service.url, await service.token("ada"))
  project = await client.createProject("Site")
  for (const name of names) {
    const bytes = await Bun.file(join(files, `${name}.ifc`)).bytes()
    expect((await client.ended(await client.startImport(project, name, bytes))).status).toBe("Ready")
  }
  const found = (await client.models(project)).map(({ id, name }) => [name, id])
  ids = Object.fromEntries(found)
  const origin = `http://localhost:${service.port}`
  scene = `${origin}/app/projects/${project}/scene`
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

const button = (name: string) => browser.page.getByRole("button", { name, exact: true })
const canvas = () => browser.page.locator(".view canvas")

const clean = (name: string) => PageLooks.clean(browser, name)

/** Opens a scene, and waits until its models are loaded and drawn. */
const open = async (query: Readonly<Record<string, string>> = {}, count: number = names.length) => {
  const { page } = browser
  await page.goto(`${scene}?${new URLSearchParams(query).toString()}`)
  await page.locator(`.view canvas[aria-label^="${count === 1 ? "1 model" : `${count} models`} "]`).waitFor()
  await page.getByRole("toolbar").waitFor()
  await browser.settled()
  await page.locator(".drawing").waitFor({ state: "detached" })
}

/** Counts the pixels of the view in each of some colours, whatever their shade. */
const pixels = async (colors: ReadonlyArray<readonly [number, number, number]>): Promise<ReadonlyArray<number>> => {
  await browser.page.mouse.move(5, 5)
  await Bun.sleep(1500)
  const shot = (await canvas().screenshot()).toString("base64")
  return browser.page.evaluate<ReadonlyArray<number>>(`(async () => {
    const image = new Image()
    image.src = "data:image/png;base64,${shot}"
    await image.decode()
    const { height, width } = image
    const context = new OffscreenCanvas(width, height).getContext("2d")
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const hue = ([r, g, b]) => {
      const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
      if (most - least < 40) return null
      const part = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least)
      return (60 * part + 360) % 360
    }
    const wanted = ${JSON.stringify(colors)}.map(hue)
    const counts = wanted.map(() => 0)
    for (let at = 0; at < data.length; at += 4) {
      const found = hue([data[at], data[at + 1], data[at + 2]])
      if (found === null) continue
      for (const [n, one] of wanted.entries()) if (Math.abs(found - one) < 12) counts[n] += 1
    }
    return counts
  })()`)
}

/** Colours of the first, second and third model of a project. */
const [orange, blue, green] = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 158, 115]
] as const

/** Asks the service for the first product of a class in a model. */
const productOf = async (model: Name, class_: string): Promise<string> => {
  const body = { fields: ["Guid"], where: { property: "Class", operator: "IsA", value: class_ } }
  const path = `/v1/projects/${project}/models/${ids[model]}/products/properties/query?page=1&pageSize=1`
  return ((await client.call("POST", path, { body })).json["result"] as unknown as ReadonlyArray<{ Guid: string }>)[0]!
    .Guid
}

test("all models of a project are in one scene, each with its colour, and one that is switched off vanishes", async () => {
  const { page } = browser
  await page.goto(`${new URL(scene).origin}/app/projects/${project}`)
  await page.getByRole("link", { name: "All models in 3D" }).click()
  await page.locator('.view canvas[aria-label^="3 models"]').waitFor()
  await button("Colour by model").click()
  await page.locator(".drawing").waitFor({ state: "detached" })
  await clean("scene")
  const all = await pixels([orange, blue, green])
  for (const count of all) expect(count).toBeGreaterThan(100)
  await button("Show SampleHouse").click()
  const [first, none, third] = await pixels([orange, blue, green])
  expect(none).toBeLessThan(20)
  expect(first).toBeGreaterThanOrEqual(all[0]! - 20)
  expect(third).toBeGreaterThan(100)
  // A link shows the same.
  await page.reload()
  await page.locator('.view canvas[aria-label^="3 models"]').waitFor()
  await page.locator(".drawing").waitFor({ state: "detached" })
  expect((await pixels([blue]))[0]).toBeLessThan(20)
  await button("Show all models").click()
  await button("Show only SampleHouse").click()
  const alone = await pixels([orange, blue, green])
  expect(alone[1]).toBeGreaterThan(100)
  expect(Math.max(alone[0]!, alone[2]!)).toBeLessThan(20)
})

test("what is pressed is named with its model, and a link opens it there", async () => {
  const { page } = browser
  for (const name of ["AC20-FZK-Haus", "SampleHouse"] as const) {
    await open({ only: ids[name] })
    await canvas().focus()
    await page.keyboard.press("F")
    await page.keyboard.press("Enter")
    await page.waitForURL(new RegExp(`[?&]sel=${ids[name]}\\.`))
    const guid = new URL(page.url()).searchParams.get("sel")!.split(".")[1]!
    await page.locator(".panel code", { hasText: guid }).waitFor()
    await page.locator(".panel strong", { hasText: name }).waitFor()
    await clean(`scene-selected-${name}`)
    await page.getByRole("link", { name: `Open in ${name}` }).click()
    await page.waitForURL(new RegExp(`/models/${ids[name]}\\?sel=`))
    await page.locator(".properties code", { hasText: guid }).waitFor()
  }
})

test("a row of the table selects the product in the scene", async () => {
  const { page } = browser
  await open()
  const guid = await productOf("SampleHouse", "Door")
  await page.goto(`${scene}?sel=${ids["SampleHouse"]}.${guid}`)
  await page.locator(".panel code", { hasText: guid }).waitFor()
  await page.locator('[role="row"][aria-selected="true"]').waitFor()
  expect(await page.locator('[role="row"][aria-selected="true"]').first().textContent()).toContain("SampleHouse")
  expect(await page.getByText("has no shape").count()).toBe(0)
})

test("a search finds products in all models, and the others fade", async () => {
  const { page } = browser
  await open({ color: "!models" })
  const before = await pixels([orange, blue])
  const where = { property: "Class", operator: "IsA", value: "Window" }
  const path = `/v1/projects/${project}/products/properties/query?page=1&pageSize=1000`
  const { result } = (await client.call("POST", path, { body: { fields: ["Model"], where } })).json as unknown as {
    result: ReadonlyArray<{ Model: { ModelId: string } }>
  }
  expect(new Set(result.map(({ Model }) => Model.ModelId)).size).toBeGreaterThan(1)
  await browser.filter("Class", "Window", "IsA")
  await page.getByText(`${result.length} products`).first().waitFor()
  await browser.settled()
  const after = await pixels([orange, blue])
  for (const n of [0, 1]) {
    expect(after[n]).toBeGreaterThan(0)
    expect(after[n]).toBeLessThan(before[n]! / 2)
  }
  await clean("scene-search")
  await button("Clear filters").click()
  await browser.settled()
  expect((await pixels([orange]))[0]).toBeGreaterThan(before[0]! / 2)
})

test("quantities over the project are those of the service, and are saved as a workbook", async () => {
  const { page } = browser
  await open({ panel: "quantities", measure: "NetVolume", by: '["Model","Class"]' })
  const body = { groupBy: ["Model"], measures: [{ calculator: "NetVolume" }] }
  const answer = (await client.call("POST", `/v1/projects/${project}/products/groups`, { body })).json as unknown as {
    groups: ReadonlyArray<{
      keys: ReadonlyArray<string>
      count: number
      measures: ReadonlyArray<{ value: number; measured: number }>
    }>
    totals: { count: number; measures: ReadonlyArray<{ value: number; measured: number }> }
  }
  const number = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 })
  await page.locator(".quantities tr.subtotal").first().waitFor()
  const rows = await page.locator(".quantities tr.subtotal").allTextContents()
  expect(rows).toHaveLength(answer.groups.length)
  for (const { count, keys, measures } of answer.groups) {
    const row = rows.find((text) => text.startsWith(keys[0]!))!
    expect(row).toContain(number.format(count))
    expect(row).toContain(`${number.format(measures[0]!.measured)} of ${number.format(count)}`)
    expect(row).toContain(number.format(measures[0]!.value))
  }
  const { count, measures } = answer.totals
  const total = page.locator(".quantities .total")
  expect(await total.textContent()).toContain(`${number.format(measures[0]!.measured)} of ${number.format(count)}`)
  await clean("scene-quantities")
  await page.getByLabel("Save as: quantities").click()
  const [file] = await Promise.all([page.waitForEvent("download"), button("Excel").last().click()])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
})

test("models that say they are far apart are told so, and stand where the user wants them", async () => {
  const { page } = browser
  await open()
  await page
    .getByText(/^By its site it lies .* km from AC20-FZK-Haus\.$/)
    .first()
    .waitFor()
  const place = page.getByRole("combobox", { name: "Place of SampleHouse" })
  expect(await place.inputValue()).toBe("coordinates")
  await place.selectOption("site")
  await page.waitForURL(new RegExp(`place=${ids["SampleHouse"]}\\.site`))
  await place.selectOption("origin")
  await page.getByText("It stands in the middle of AC20-FZK-Haus.").first().waitFor()
  await clean("scene-place")
})

test("a model is taken out and loaded again, and quantities follow", async () => {
  const { page } = browser
  await open({ panel: "quantities" })
  await button("Take SampleHouse out").click()
  await page.locator('.view canvas[aria-label^="2 models"]').waitFor()
  await page.locator(".quantities tbody tr").nth(1).waitFor()
  await browser.settled()
  expect(await page.locator(".quantities tbody tr").count()).toBe(2)
  await button("Load SampleHouse").click()
  await page.locator('.view canvas[aria-label^="3 models"]').waitFor()
  expect(new URL(page.url()).searchParams.has("models")).toBe(false)
})

test("a device with little memory loads fewer models, and says why", async () => {
  const small = await PageBrowser.open({ origin: new URL(scene).origin })
  try {
    await small.context.addInitScript("Object.defineProperty(navigator, 'deviceMemory', { value: 0.0001 })")
    await signIn(small.page, service, "ada")
    await small.page.goto(scene)
    await small.page.locator('.view canvas[aria-label^="1 model "]').waitFor()
    await small.page
      .getByText(/^Not loaded: its shapes need about /)
      .nth(1)
      .waitFor()
  } finally {
    await small.close()
  }
})

test("sections cut all models, and rooms of all of them are shown", async () => {
  await open({ color: "!models", sections: "z1" })
  const cut = await pixels([orange, blue])
  await open({ color: "!models" })
  const whole = await pixels([orange, blue])
  for (const n of [0, 1]) {
    expect(cut[n]).toBeGreaterThan(0)
    expect(cut[n]).not.toBe(whole[n])
  }
  await button("Rooms").click()
  await browser.page.waitForURL(/spaces=1/)
})

type Place = {
  readonly locationGuid: string
  readonly name: string
  readonly type: string
  readonly properties: ReadonlyArray<{ readonly set: string; readonly name: string; readonly value: string }>
}

test("rooms have their long names in colours and table, and storeys stand in the order of their heights", async () => {
  const { page } = browser
  const { locations } = (await client.call("GET", `/v1/projects/${project}/locations`)).json as unknown as {
    readonly locations: ReadonlyArray<Place>
  }
  const fact = ({ properties }: Place, name: string) =>
    properties.find((one) => one.set === "" && one.name === name)?.value
  const house = `${new URL(scene).origin}/app/projects/${project}/models/${ids["AC20-FZK-Haus"]}`
  await page.goto(`${house}?color=!rooms&spaces=1`)
  const long = locations.flatMap((one) => (one.type === "Space" ? [fact(one, "LongName")] : []))
  expect(long).toContain("Bad")
  await page.locator(".legend li", { hasText: "Bad" }).waitFor()
  await clean("rooms-by-name")
  await page.getByRole("combobox", { name: "Colour by" }).fill("Rooms by area")
  await page.getByRole("combobox", { name: "Colour by" }).press("Enter")
  await page.locator(".legend strong", { hasText: "m²" }).waitFor()
  await page
    .locator(".legend li", { hasText: /\d\.\d/ })
    .nth(1)
    .waitFor()
  await page.goto(`${house}?panel=quantities&by=SpatialLocation.Floor&color=SpatialLocation.Floor`)
  const heights = new Map(
    locations.flatMap((one) => (one.type === "Floor" ? [[one.name, Number(fact(one, "Elevation"))] as const] : []))
  )
  const inOrder = (names: ReadonlyArray<string>) => names.toSorted((a, b) => heights.get(a)! - heights.get(b)!)
  for (const rows of [page.locator(".quantities tbody th .over"), page.locator(".legend li .grow")]) {
    await rows.first().waitFor()
    await browser.settled()
    const names = (await rows.allTextContents()).filter((name) => heights.has(name))
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual(inOrder(names))
  }
  // The cell of a product in a room has the number and the name of the room.
  const room = locations.find((one) => fact(one, "LongName") === "Living room")!
  const filters = JSON.stringify([["SpatialLocation", "Below", room.locationGuid]])
  await page.goto(`${scene}?${new URLSearchParams({ filters }).toString()}`)
  await page.getByRole("gridcell", { name: room.name }).first().waitFor()
})

test("the scene is usable in the dark and in a narrow window", async () => {
  const { page } = browser
  await open({ color: "!models" })
  await page.emulateMedia({ colorScheme: "dark" })
  await Bun.sleep(1000)
  await clean("scene-dark")
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 360, height: 740 })
  await button("Models").click()
  await page.locator(".scene-models li").nth(2).waitFor()
  expect(await browser.isTooWide()).toBe(false)
  await clean("scene-narrow")
  await button("Details").click()
  await page.getByText("Select a product").waitFor()
  await clean("scene-narrow-details")
  await page.setViewportSize({ width: 1440, height: 900 })
})
