/* The workspace of a model in a real browser: its panels and the tools of its view. `npm run test:page` runs it. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let origin: string
let browser: PageBrowser.PageBrowser
/** Address of the sample model. */
let address = ""

type Named<K extends string> = Readonly<Record<K, ReadonlyArray<{ readonly id: string }>>>

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  const token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  for (let tries = 0; address === "" && tries < 300; tries++) {
    const { projects } = (await client.call("GET", "/v1/projects")).json as unknown as Named<"projects">
    for (const { id } of projects) {
      const { models } = (await client.call("GET", `/v1/projects/${id}/models`)).json as unknown as Named<"models">
      if (models[0] !== undefined) address = `${origin}/app/projects/${id}/models/${models[0].id}`
    }
    await Bun.sleep(100)
  }
  browser = await PageBrowser.open({ origin })
  const { page } = browser
  await signIn(page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const open = async (query = "") => {
  await browser.page.goto(`${address}${query}`)
  await browser.page.getByRole("toolbar").waitFor()
}

const clean = (name: string) => PageLooks.clean(browser, name)

const button = (name: string) => browser.page.getByRole("button", { name, exact: true })
const canvas = () => browser.page.locator(".view canvas")
const boxOf = async (selector: string) => (await browser.page.locator(selector).boundingBox())!

/** Selects what is in the middle of the view. */
const selectMiddle = async () => {
  await canvas().focus()
  await browser.page.keyboard.press("Enter")
  await browser.page.waitForURL(/[?&]sel=/)
}

test("panels are folded, opened, and resized by keys and by dragging, and the browser remembers it", async () => {
  const { page } = browser
  await open()
  const before = await boxOf(".view canvas")
  const separator = page.getByRole("separator", { name: "Size of Table" })
  await separator.press("ArrowUp")
  const smaller = await boxOf(".view canvas")
  expect(smaller.height).toBe(before.height - 24)
  const edge = (await page.getByRole("separator", { name: "Size of Details" }).boundingBox())!
  await page.mouse.move(edge.x + edge.width / 2, 500)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width / 2 - 100, 500, { steps: 3 })
  await page.mouse.up()
  expect((await boxOf(".view canvas")).width).toBe(before.width - 100)
  await button("Locations").click()
  await page.getByRole("treeitem").first().waitFor()
  await clean("workspace-all-panels")
  await separator.press("Enter")
  expect(await page.getByRole("grid").count()).toBe(0)
  await page.reload()
  await page.getByRole("treeitem").first().waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
  expect((await boxOf(".panel")).width).toBe(492)
  await button("Locations").click()
  await button("Details").click()
  const whole = await boxOf(".view canvas")
  expect(whole.width).toBe(1440)
  expect(whole.height).toBeGreaterThan(780)
  await clean("workspace-view-alone")
  await button("Table").click()
  await button("Details").click()
  await page.getByRole("separator", { name: "Size of Details" }).dblclick()
  expect((await boxOf(".panel")).width).toBe(392)
  await page.getByRole("separator", { name: "Size of Table" }).dblclick()
})

test("a link to a panel opens it, also if it was folded", async () => {
  const { page } = browser
  await open()
  await button("Details").click()
  await open("?panel=quantities")
  await page.locator(".quantities").waitFor()
  await open("?panel=places")
  await page.getByRole("treeitem").first().waitFor()
  await button("Locations").click()
})

test("the workspace is shown on the whole screen and back", async () => {
  const { page } = browser
  await open()
  await button("Full screen").click()
  await page.locator('button[aria-pressed="true"][title="Leave full screen"]').click()
  await page.locator('button[aria-pressed="false"][title="Full screen"]').waitFor()
})

test("the model fills the picture, and does so again if a panel is folded", async () => {
  const { page } = browser
  await open()
  /** Extent of what differs from the background at the same height, as parts of the canvas. */
  const extent = async () => {
    await page.evaluate("document.activeElement.blur()")
    await Bun.sleep(1500)
    const shot = (await canvas().screenshot()).toString("base64")
    return page.evaluate<{ width: number; height: number }>(`(async () => {
      const image = new Image()
      image.src = "data:image/png;base64,${shot}"
      await image.decode()
      const { height, width } = image
      const context = new OffscreenCanvas(width, height).getContext("2d")
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      let [left, right, top, bottom] = [width, 0, height, 0]
      // The view cube is in the upper right corner.
      for (let y = 4; y < height - 4; y++) for (let x = 4; x < width - (y < 130 ? 130 : 4); x++) {
        const [at, edge] = [4 * (y * width + x), 4 * (y * width + 4)]
        if (![0, 1, 2].some((n) => Math.abs(data[at + n] - data[edge + n]) > 24)) continue
        ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
      }
      return { width: (right - left) / width, height: (bottom - top) / height }
    })()`)
  }
  const first = await extent()
  expect(Math.max(first.width, first.height)).toBeGreaterThan(0.85)
  await button("Table").click()
  const second = await extent()
  expect(Math.max(second.width, second.height)).toBeGreaterThan(0.85)
  await button("Table").click()
})

test("keys run the tools only while the view has the focus", async () => {
  const { page } = browser
  await open()
  expect(await button("Hide").getAttribute("aria-disabled")).toBe("true")
  await selectMiddle()
  expect(await button("Hide").getAttribute("aria-disabled")).toBe("false")
  await page.keyboard.press("m")
  await page.locator('button[aria-keyshortcuts="M"][aria-pressed="true"]').waitFor()
  await page.keyboard.press("m")
  await page.keyboard.press("t")
  await page.getByRole("grid").waitFor({ state: "detached" })
  await page.keyboard.press("t")
  await page.getByRole("grid").waitFor()
  await page.keyboard.press("5")
  await page.waitForURL(/[?&]camera=[^&]+_0_1\.57/)
  await page.getByRole("combobox", { name: "Filter", exact: true }).press("t")
  await page.getByRole("grid").waitFor()
})

test("a face of the cube, or its menu entry, shows the model from that side", async () => {
  const { page } = browser
  await open()
  await page.locator(".cube g", { hasText: "Front" }).click()
  await page.waitForURL(/[?&]camera=[^&]+_0_0_[^&]+/)
  await page.locator("summary.tool", { hasText: "Views" }).click()
  await page.getByRole("button", { name: /^Back/ }).click()
  await page.waitForURL(/[?&]camera=[^&]+_3\.14159_0_/)
  await clean("workspace-back")
})

test("the model is cut along a clicked face, and outside a box; both are in the link", async () => {
  const { page } = browser
  await open()
  await page.locator("summary.tool", { hasText: "Section" }).click()
  await button("By a face").click()
  await canvas().focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(/[?&]sections=f/)
  await page.getByLabel("Section along Face 1 in metres").fill("-0.4")
  await page.getByLabel("Section along Face 1 in metres").press("Tab")
  await page.waitForURL(/[?&]sections=f[^&]+_-0\.4(&|$)/)
  await button("Box").click()
  await page.waitForURL(/[?&]box=/)
  await page.getByLabel("Box, Z to in metres").fill("1.5")
  await page.getByLabel("Box, Z to in metres").press("Tab")
  await page.waitForURL(/[?&]box=[^&]+_1\.5(&|$)/)
  await clean("workspace-box")
  await page.reload()
  await page.locator("summary.tool", { hasText: "Section" }).click()
  expect(await page.getByLabel("Box, Z to in metres").inputValue()).toBe("1.5")
  await button("No sections").click()
  await page.waitForURL((url) => !url.searchParams.has("box") && !url.searchParams.has("sections"))
})

test("on a phone the picture comes first, the tools are in a drawer, and one panel at a time is below", async () => {
  const { page } = browser
  await page.setViewportSize({ width: 360, height: 740 })
  await open()
  expect((await boxOf(".view canvas")).height).toBeGreaterThan(400)
  expect(await button("Measure").isVisible()).toBe(false)
  await button("Tools").click()
  await button("Measure").waitFor()
  await clean("workspace-small-drawer")
  await button("Tools").click()
  await button("Table").click()
  await page.getByRole("grid").waitFor()
  await clean("workspace-small-table")
  await button("Details").click()
  await page.locator(".panel").waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
  expect(await browser.isTooWide()).toBe(false)
  await button("Details").click()
  await clean("workspace-small")
  await page.setViewportSize({ width: 1440, height: 900 })
})

/** Opens the model in a language of the page and a window of some width, with the panels as at first. */
const openIn = async (language: "en" | "de", width: number) => {
  const { page } = browser
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    `localStorage.setItem("plinth-language", "${language}"); localStorage.removeItem("plinth-layout")`
  )
  await open()
}

test("the seven tabs of the details are whole and in one row", async () => {
  const { page } = browser
  for (const language of ["en", "de"] as const) {
    for (const width of [1440, 1920, 360]) {
      await openIn(language, width)
      if (width === 360) await button("Details").click()
      await page.locator(".panel > .tabs").waitFor()
      const tabs = await page.evaluate(`(() => {
        const row = document.querySelector(".panel > .tabs")
        const tabs = [...row.children]
        const isCut = ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth
        return {
          count: tabs.length,
          rows: new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size,
          cut: [row, ...tabs].filter(isCut).map((one) => one.textContent)
        }
      })()`)
      expect(tabs, `${language}, ${width}`).toEqual({ count: 7, rows: 1, cut: [] })
      await browser.picture(`workspace-tabs-${language}-${width}`)
    }
  }
  await openIn("en", 1440)
})

test("on a phone the head of a model is not wider than the window, and the keyboard reaches every command", async () => {
  const { page } = browser
  await openIn("en", 360)
  const session = page.getByRole("region", { name: "Your changes" })
  const menu = page.locator(".modelbar .menu")
  const more = menu.locator("summary")
  /** Names of commands that are partly beyond the window or a part of the head that scrolls sideways. */
  const beyond = () =>
    page.evaluate<
      ReadonlyArray<string>
    >(`[document.querySelector(".modelbar"), ...document.querySelectorAll(".modelbar *")]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect()
        const isScrolled = ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth
        return left < 0 || right > innerWidth || isScrolled
      })
      .map((one) => one.className + " " + one.textContent)`)
  const focused = () => page.evaluate<string>("document.activeElement.textContent")
  await session.getByRole("button", { name: "Edit", exact: true }).press("Enter")
  await session.getByText(/^Editing, \d+ min left$/).waitFor()
  for (const name of ["Import a spreadsheet", "Delete product", "Publish", "Discard", "Stop"]) {
    await session.getByRole("button", { name }).waitFor()
  }
  expect(await beyond()).toEqual([])
  await clean("workspace-small-editing")
  await more.focus()
  await page.keyboard.press("Enter")
  for (const name of ["Export IFC", "Roles", "Copy link"]) {
    await page.keyboard.press("Tab")
    expect(await focused()).toBe(name)
  }
  expect(await beyond()).toEqual([])
  expect(await browser.isTooWide()).toBe(false)
  await browser.picture("workspace-small-commands")
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog", { name: "Roles on this model" }).waitFor()
  await page.keyboard.press("Escape")
  await page.locator("dialog").waitFor({ state: "detached" })
  expect(await focused()).toBe("Roles")
  await page.keyboard.press("Escape")
  expect(await menu.getAttribute("open")).toBe(null)
  expect(await focused()).toBe("More")
  await session.getByRole("button", { name: "Stop" }).press("Enter")
  await session.getByRole("button", { name: "Edit", exact: true }).waitFor()
  await openIn("en", 1440)
  await button("Export IFC").waitFor()
  expect(await menu.count()).toBe(0)
})
