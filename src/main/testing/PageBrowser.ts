import { mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import axe from "axe-core"
import { type BrowserContext, chromium, type Page, type Request, type Response } from "playwright-core"
import * as Refused from "./Refused.ts"

/** A folder that holds only pictures of the page. */
const pictures = join(tmpdir(), "plinth-page")

/** A browser with the page, which records everything that must not happen. */
export interface PageBrowser {
  readonly page: Page
  readonly context: BrowserContext
  /**
   * Console messages, policy violations, requests to other origins, scripts that failed, and failed requests with their
   * answers.
   */
  readonly faults: ReadonlyArray<string>
  /** Discards the faults so far, which were already checked. */
  readonly forget: () => void
  /** Waits until every request of the page is answered or aborted and no further request is sent. */
  readonly settled: () => Promise<void>
  /** Stores a screenshot. */
  readonly picture: (name: string) => Promise<void>
  /** Returns violations of WCAG 2.2 A or AA that axe-core finds: rule, reason, place. */
  readonly violations: () => Promise<ReadonlyArray<string>>
  /** Whether the page is wider than its window. */
  readonly isTooWide: () => Promise<boolean>
  /**
   * Drops files on the element of the selector; returns whether the page prevents the default action of the browser.
   */
  readonly drop: (selector: string, files: ReadonlyArray<{ name: string; bytes: Uint8Array }>) => Promise<boolean>
  /** Adds a filter on a property in the box of filters; the comparison is the value of an option. */
  readonly filter: (property: string, value: string, comparison?: string) => Promise<void>
  /** Adds the first proposal for a text in a box of the quantities: `Add a measure` or `Group by`. */
  readonly add: (box: "Add a measure" | "Group by", text: string) => Promise<void>
  /**
   * Opens the details of the page of a model in a narrow window, which shows one panel at a time and at first none. Does
   * nothing on pages without details; fails if they do not open.
   */
  readonly showDetails: () => Promise<void>
  /** Waits until something is drawn in the middle of the view of a model. */
  readonly drawn: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Options {
  readonly origin: string
  readonly colorScheme?: "light" | "dark"
  /** The preferred language of the browser. */
  readonly locale?: string
  readonly width?: number
  readonly height?: number
  /** Whether the browser has a touch screen. */
  readonly hasTouch?: boolean
  /** Arguments for the browser. */
  readonly args?: ReadonlyArray<string>
}

const executablePath = "/usr/bin/chromium"

/** Chromium's warnings about slow software rendering, which are not faults of the page. */
const ofRenderer = /^\[\.WebGL-\w+\] ?GL Driver Message \(OpenGL, Performance|^Automatic fallback to software WebGL/

/** The browser's message about an answer that is no success, which `refused` describes better. */
const ofRefused = /^Failed to load resource: the server responded with a status/

/** Milliseconds within which an expected event occurs even on a busy machine; it is not a test of speed. */
const longest = 120_000

/** Milliseconds without a request after which a page counts as complete. */
const quiet = 300

/** The minimum fraction of the middle of a view that a building covers. */
const leastDrawn = 0.02

class NothingDrawn extends Error {}
class NotSettled extends Error {}
class NoDetails extends Error {}

/**
 * Runs in the page. The background is the same from left to right: so pixels that differ from the right edge belong to
 * the model.
 */
const standing = `async (base64) => {
  const image = new Image()
  image.src = "data:image/png;base64," + base64
  await image.decode()
  const { height, width } = image
  const context = new OffscreenCanvas(width, height).getContext("2d")
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const [left, right, top, bottom] = [0.3 * width, 0.7 * width, 0.3 * height, 0.8 * height].map(Math.round)
  let count = 0
  for (let y = top; y < bottom; y++) {
    const edge = 4 * (y * width + width - 2)
    for (let x = left; x < right; x++) {
      const at = 4 * (y * width + x)
      if ([0, 1, 2].some((channel) => Math.abs(data[at + channel] - data[edge + channel]) > 16)) count++
    }
  }
  return count / ((right - left) * (bottom - top))
}`

/** Opens a browser of its own. */
export const open = async ({
  args = [],
  colorScheme = "light",
  hasTouch = false,
  height = 900,
  locale = "en-GB",
  origin,
  width = 1440
}: Options) => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...args] })
  const context = await browser.newContext({ colorScheme, hasTouch, viewport: { width, height }, locale })
  context.setDefaultTimeout(longest)
  const page = await context.newPage()
  const faults: Array<string> = []
  const asked = new Set<Request>()
  let answeredAt = 0
  const answered = (request: Request) => {
    asked.delete(request)
    answeredAt = performance.now()
  }
  page.on("requestfinished", answered)
  page.on("requestfailed", answered)
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning"
    const text = message.text()
    if (isBad && !ofRenderer.test(text) && !ofRefused.test(text)) faults.push(`${message.type()}: ${text}`)
  })
  const refused = async (response: Response) => {
    if (response.status() < 400) return
    const line = Refused.lineOf({
      method: response.request().method(),
      status: response.status(),
      url: response.url()
    })
    faults.push(line)
    // The body arrives a little later, if it arrives at all.
    const body = await response.text().catch(() => "")
    const at = faults.lastIndexOf(line)
    if (at >= 0) faults[at] = Refused.withBody(line, body)
  }
  page.on("response", (response) => void refused(response))
  page.on("pageerror", (error) => faults.push(`broke down: ${error.message}`))
  page.on("request", (request) => {
    // A stream of events is not answered as long as the page is open.
    if (request.headers()["accept"] !== "text/event-stream") asked.add(request)
    const url = new URL(request.url())
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) faults.push(`elsewhere: ${url.href}`)
  })
  mkdirSync(pictures, { recursive: true })
  const violations = async () => {
    // Half a megabyte to read: once for each document.
    if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source)
    // Targets that are partly hidden below the tabs would count as too small.
    await page.evaluate("void document.querySelector('.panel')?.scrollTo(0, 0)")
    const found = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ["violations"],
        // The rules of WCAG 2.2 AA, which are not included by default.
        rules: { "target-size": { enabled: true } }
      })
    )
    return found.violations.map(({ help, id, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`)
  }
  // Playwright reports networkidle only once for a document, but a page sends further requests within its document.
  const settled = async () => {
    const until = performance.now() + longest
    while (asked.size > 0 || performance.now() - answeredAt < quiet) {
      if (performance.now() > until) throw new NotSettled([...asked].map((request) => request.url()).join(" "))
      await Bun.sleep(quiet / 6)
    }
  }
  const share = async () => {
    const shot = (await page.locator(".view canvas").screenshot()).toString("base64")
    return page.evaluate<number>(`(${standing})("${shot}")`)
  }
  const drawn = async () => {
    for (let tries = 0; tries < 480; tries++) {
      if ((await share()) > leastDrawn) return
      await Bun.sleep(250)
    }
    throw new NothingDrawn("Nothing but its background is seen in the view.")
  }
  const drop: PageBrowser["drop"] = (selector, files) => {
    const given = files.map(({ bytes, name }) => ({ name, text: Buffer.from(bytes).toString("base64") }))
    return page.evaluate<boolean>(`(() => {
      const dataTransfer = new DataTransfer()
      for (const { name, text } of ${JSON.stringify(given)}) {
        dataTransfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name))
      }
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true })
      return !document.querySelector(${JSON.stringify(selector)}).dispatchEvent(event)
    })()`)
  }
  const filter: PageBrowser["filter"] = async (property, value, comparison) => {
    const box = page.getByRole("combobox", { name: "Filter", exact: true })
    await box.fill(property)
    await box.press("Enter")
    if (comparison !== undefined) await page.getByLabel("How it compares").selectOption(comparison)
    await page.getByRole("combobox", { name: "Value", exact: true }).fill(value)
    await page.getByRole("button", { name: "Add filter" }).click()
  }
  const add: PageBrowser["add"] = async (name, text) => {
    const box = page.getByRole("combobox", { name, exact: true })
    await box.fill(text)
    await page.getByRole("listbox", { name, exact: true }).getByRole("option").first().waitFor()
    await box.press("Enter")
  }
  const showDetails = async () => {
    const button = page.getByRole("button", { name: "Details", exact: true })
    if ((await button.count()) === 0) return
    for (let tries = 0; tries < 40; tries++) {
      if (await page.getByRole("region", { name: "Details" }).isVisible()) return
      if ((await button.getAttribute("aria-pressed")) === "false") await button.click()
      // The layout follows a new width a little later.
      await Bun.sleep(250)
    }
    throw new NoDetails("The panel with the details did not open.")
  }
  const opened: PageBrowser = {
    page,
    context,
    faults,
    forget: () => void (faults.length = 0),
    settled,
    picture: async (name) => void (await page.screenshot({ path: join(pictures, `${name}.png`) })),
    violations,
    filter,
    add,
    // The page follows a change of the window's size in one of the next two frames.
    isTooWide: () =>
      page.evaluate<boolean>(
        `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
          resolve(document.documentElement.scrollWidth > innerWidth))))`
      ),
    drop,
    showDetails,
    drawn,
    close: () => browser.close()
  }
  return opened
}
