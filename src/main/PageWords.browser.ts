/* Languages and themes of the page. `npm run test:page-more` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as PageBrowser from "./testing/PageBrowser.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  browser = await PageBrowser.open({ origin, locale: "de-DE" })
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = async (name: string, of = browser) => {
  await of.settled()
  await of.picture(name)
  expect(await of.violations(), name).toEqual([])
  expect(of.faults, name).toEqual([])
  expect(await of.isTooWide(), name).toBe(false)
}

const languageOf = ({ page } = browser) => page.evaluate<string>("document.documentElement.lang")
const groundOf = ({ page } = browser) =>
  page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor")
const light = "rgb(244, 246, 248)"
const dark = "rgb(18, 21, 24)"

const menu = ({ page } = browser) => page.locator("details.account > summary")

const choose = async (name: string, of = browser) => {
  await menu(of).click()
  await of.page.getByRole("button", { name, exact: true }).click()
}

/** Closes the menu if it is open. */
const closed = async (of = browser) => {
  await menu(of).focus()
  await of.page.keyboard.press("Escape")
}

/** Returns how bright the upper right corner of the view is, from 0 to 255. */
const brightnessOfView = async ({ page } = browser) => {
  const shot = (await page.locator(".view canvas").screenshot()).toString("base64")
  return page.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = "data:image/png;base64,${shot}"
    await image.decode()
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
    context.drawImage(image, 0, 0)
    return context.getImageData(image.width - 3, Math.round(image.height / 2), 1, 1).data[0]
  })()`)
}

/** Returns how much of a group's width its buttons take. */
const filledIn = (group: string) =>
  browser.page.getByRole("group", { name: group }).evaluate((element) => {
    const widths = Array.from(element.children as Iterable<typeof element>, (one) => one.getBoundingClientRect().width)
    return widths.reduce((sum, width) => sum + width, 0) / element.getBoundingClientRect().width
  })

/** Returns the words in the labels of stacked tables that are wider than their place. */
const cutLabelsIn = ({ page }: PageBrowser.PageBrowser) =>
  page.evaluate<ReadonlyArray<string>>(`Array.from(document.querySelectorAll("td[data-label]")).flatMap((cell) => {
    const label = getComputedStyle(cell, "::before")
    const context = new OffscreenCanvas(1, 1).getContext("2d")
    context.font = label.font
    return cell.dataset.label.split(" ").filter((word) => context.measureText(word).width > parseFloat(label.width))
  })`)

test("a German browser sees German", async () => {
  const { page } = browser
  await signIn(page, service, "ada")
  await page.getByRole("heading", { name: "Projekte", exact: true }).waitFor()
  expect(await languageOf()).toBe("de-DE")
  await clean("german-projects")
})

test("the theme is chosen by keyboard, and stays in a new document", async () => {
  const { page } = browser
  expect(await groundOf()).toBe(light)
  await menu().focus()
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Dunkel" }).waitFor()
  for (let tabs = 0; tabs < 12; tabs++) {
    if ((await page.evaluate("document.activeElement.textContent")) === "Dunkel") break
    await page.keyboard.press("Tab")
  }
  await page.keyboard.press("Enter")
  expect(await groundOf()).toBe(dark)
  expect(await page.getByRole("button", { name: "Dunkel" }).getAttribute("aria-pressed")).toBe("true")
  await clean("german-menu-dark")
  await page.keyboard.press("Escape")
  expect(await page.getByRole("button", { name: "Dunkel" }).isVisible()).toBe(false)
  await page.reload()
  await page.locator(".card").first().waitFor()
  expect(await groundOf()).toBe(dark)
  await clean("german-projects-dark")
})

test("the view of a model follows the theme, and its page is German", async () => {
  const { page } = browser
  await page.locator(".card").first().click()
  await page.locator("a.card").first().click()
  await page.getByRole("gridcell", { name: "IfcWall" }).first().waitFor()
  await page.getByRole("toolbar", { name: "Werkzeuge der Ansicht" }).waitFor()
  await browser.drawn()
  expect(await brightnessOfView()).toBeLessThan(100)
  await clean("german-model-dark")
  await menu().click()
  expect(await filledIn("Sprache")).toBeGreaterThan(0.98)
  expect(await filledIn("Darstellung")).toBeGreaterThan(0.98)
  await menu().click()
  await choose("Hell")
  await closed()
  expect(await groundOf()).toBe(light)
  await browser.settled()
  await browser.drawn()
  expect(await brightnessOfView()).toBeGreaterThan(150)
  await clean("german-model")
  await page.getByRole("gridcell", { name: "IfcWall" }).first().click()
  const external = page.getByRole("region", { name: "Details" }).locator("dl > div", { hasText: "IsExternal" })
  expect(await external.locator("dd").innerText()).toMatch(/^ja/)
  await page.getByRole("button", { name: "Spalten", exact: true }).click()
  const columns = page.locator("dialog")
  await columns.getByRole("searchbox").fill("klasse")
  await columns.getByRole("checkbox", { name: /^Klasse/ }).waitFor()
  await columns.getByRole("button", { name: "Schließen" }).click()
  await page.getByRole("button", { name: "Mengen", exact: true }).click()
  await page.getByRole("combobox", { name: "Menge hinzufügen" }).waitFor()
  await clean("german-quantities")
})

/** Returns the texts of buttons and fields of a part of the page that are wider than these. */
const cutIn = (selector: string, { page } = browser) =>
  page
    .locator(`${selector} :is(button, input[type="number"])`)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML))

test("German words of the trade find classes and properties", async () => {
  const { page } = browser
  const box = page.getByRole("combobox", { name: "Filtern", exact: true })
  await box.fill("tür")
  await page.getByRole("option", { name: /^Klasse: IfcDoor Tür/ }).click()
  await page.getByRole("list", { name: "Filter" }).getByText("IfcDoor").waitFor()
  await page.getByRole("gridcell", { name: "IfcDoor" }).first().click()
  await page.getByRole("button", { name: "Eigenschaften", exact: true }).click()
  await page.locator(".properties").getByText("ja", { exact: true }).first().waitFor()
  await box.fill("außenb")
  await page
    .getByRole("option", { name: /IsExternal Außenbauteil/ })
    .first()
    .waitFor()
  await clean("german-filters")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Alle Filter entfernen" }).click()
})

test("German words and long numbers fit in the tool for sections", async () => {
  const { page } = browser
  const tool = page.locator("summary", { hasText: "Schnitt" })
  await tool.click()
  await page.getByRole("button", { name: "Box", exact: true }).click()
  await page.getByRole("spinbutton", { name: "Box, X von in Metern" }).fill("-13.435")
  expect(await cutIn(".flyout .window")).toEqual([])
  await clean("german-sections")
  await page.getByRole("button", { name: "Keine Schnitte" }).click()
  await tool.click()
})

test("another language keeps the address, and stays", async () => {
  const { page } = browser
  await page.reload()
  await page.getByRole("toolbar", { name: "Werkzeuge der Ansicht" }).waitFor()
  await browser.settled()
  const before = page.url()
  expect(before).toContain("?")
  await choose("English")
  await page.getByRole("toolbar", { name: "View tools" }).waitFor()
  expect(page.url()).toBe(before)
  expect(await languageOf()).toBe("en")
  await page.reload()
  await page.getByRole("toolbar", { name: "View tools" }).waitFor()
  await browser.settled()
  await choose("Deutsch")
  await page.getByRole("toolbar", { name: "Werkzeuge der Ansicht" }).waitFor()
  expect(await languageOf()).toBe("de-DE")
})

test("all parts of a project are German", async () => {
  const { page } = browser
  await page.goto(`${origin}/app/`)
  await page.locator(".card").first().click()
  for (const name of [
    "Modelle",
    "Bauteile",
    "Mitglieder",
    "Eigenschaftssätze",
    "Räumliche Struktur",
    "Klassifikation"
  ]) {
    await page.getByRole("navigation").getByRole("button", { name, exact: true }).click()
    await browser.settled()
    await clean(`german-${name}`)
  }
})

test("German fits a window of 360 pixels", async () => {
  const narrow = await PageBrowser.open({ origin, locale: "de-AT", width: 360, height: 740 })
  try {
    const { page } = narrow
    await signIn(page, service, "bob")
    await clean("german-narrow-projects", narrow)
    await menu(narrow).click()
    await clean("german-narrow-menu", narrow)
    await closed(narrow)
    await page.locator(".card").first().click()
    await page.locator("a.card").first().waitFor()
    const client = ServiceClient.make(service.url, await service.token("bob"))
    const project = new URL(page.url()).pathname.split("/").at(-1)
    const webhook = { url: "https://example.org/hooks/of-a-building", types: ["*"] }
    expect((await client.call("POST", `/v1/projects/${project}/webhooks`, { body: webhook })).status).toBe(201)
    for (const name of [
      "Modelle",
      "Mitglieder",
      "Eigenschaftssätze",
      "Räumliche Struktur",
      "Klassifikation",
      "Webhooks"
    ]) {
      await page.getByRole("navigation").getByRole("button", { name, exact: true }).click()
      await clean(`german-narrow-${name}`, narrow)
      expect(await cutLabelsIn(narrow), name).toEqual([])
    }
    await page.getByRole("navigation").getByRole("button", { name: "Modelle", exact: true }).click()
    await page.locator("a.card").first().click()
    await page.getByRole("button", { name: "Tabelle" }).first().waitFor()
    await narrow.drawn()
    await clean("german-narrow-model", narrow)
    for (const name of ["Struktur", "Tabelle", "Details"]) {
      await page.getByRole("button", { name, exact: true }).first().click()
      await clean(`german-narrow-${name}`, narrow)
    }
    await page.goto(`${origin}/app/`)
    await page.locator(".card").first().waitFor()
    await choose("Abmelden", narrow)
    await page.getByRole("heading", { name: "Anmelden" }).waitFor()
    await choose("Dunkel", narrow)
    await clean("german-narrow-signed-out", narrow)
    await closed(narrow)
    await page.getByRole("button", { name: "Anmelden" }).click()
    await page.getByLabel("Passwort").waitFor()
    expect(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor")).toBe("rgb(20, 23, 26)")
    await clean("german-narrow-password", narrow)
  } finally {
    await narrow.close()
  }
})
