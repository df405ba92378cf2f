import { mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import axe from "axe-core"
import { type BrowserContext, chromium, type Page } from "playwright-core"

/** Where pictures of the page are kept; nothing else lies there. */
const pictures = join(tmpdir(), "plinth-page")

/** A browser at the page, which notes everything that must not be. */
export interface PageBrowser {
  readonly page: Page
  readonly context: BrowserContext
  /** Messages of the console and of policies, requests to other origins, scripts that broke down. */
  readonly faults: ReadonlyArray<string>
  /** Lets go of the faults so far, which were looked at. */
  readonly forget: () => void
  /** Keeps a picture of what is seen. */
  readonly picture: (name: string) => Promise<void>
  /** What breaks WCAG 2.2 A or AA, as axe-core finds it: rule, what is wrong, where. */
  readonly violations: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

interface Options {
  readonly origin: string
  readonly colorScheme?: "light" | "dark"
  readonly width?: number
  readonly height?: number
  /** Arguments for the browser. */
  readonly args?: ReadonlyArray<string>
}

const executablePath = "/usr/bin/chromium"

/** What is not said of the page: how the graphics of this machine are made. */
const ofRenderer = /GL Driver|WebGL|GPU stall/

/** Opens a browser of its own. */
export const open = async ({ args = [], colorScheme = "light", height = 900, origin, width = 1440 }: Options) => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...args] })
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, locale: "en-GB" })
  const page = await context.newPage()
  const faults: Array<string> = []
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning"
    if (isBad && !ofRenderer.test(message.text())) faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => faults.push(`broke down: ${error.message}`))
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) faults.push(`elsewhere: ${url.href}`)
  })
  mkdirSync(pictures, { recursive: true })
  const violations = async () => {
    await page.evaluate(axe.source)
    const found = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] })
    )
    return found.violations.map(({ help, id, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`)
  }
  const opened: PageBrowser = {
    page,
    context,
    faults,
    forget: () => void (faults.length = 0),
    picture: async (name) => void (await page.screenshot({ path: join(pictures, `${name}.png`) })),
    violations,
    close: () => browser.close()
  }
  return opened
}
