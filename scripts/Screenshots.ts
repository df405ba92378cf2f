/**
 * Pictures of every page as its reader sees it: starts the service over a folder of its own, signs the first user in and
 * opens each page of the sample project, light, dark and 360 pixels wide. Needs Debian's chromium.
 *
 * Usage:  npm run screenshots -- [--to folder] [--readme]
 *         Prints the folder; a new one in the scratch folder by default. With `--readme` only the picture with which the
 *         README begins is made, in its place.
 */
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as PageBrowser from "../src/main/testing/PageBrowser.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"

const { values } = parseArgs({ options: { to: { type: "string" }, readme: { type: "boolean", default: false } } })
const ofReadme = join(import.meta.dir, "../src/web/screenshot.png")

const service = await ServiceProcess.start()
const origin = `http://localhost:${service.port}`

const open = async (look: {
  readonly colorScheme: "light" | "dark"
  readonly width: number
  readonly height: number
}) => {
  const browser = await PageBrowser.open({ origin, ...look })
  const { page } = browser
  await page.goto(`${origin}/app/?token`)
  await page.getByLabel("Token", { exact: true }).fill(await service.token("ada"))
  await page.getByRole("button", { name: "Sign in" }).last().click()
  await page.locator(".card", { hasText: "Sample project" }).click()
  await page.locator(".card img").first().waitFor()
  const project = page.url()
  await page.locator(".card").first().click()
  await page.getByRole("toolbar").waitFor()
  await page.getByRole("gridcell").first().waitFor()
  return { browser, page, project, model: page.url() }
}

/** What is opened of a project or its model, by the name of its picture. */
const places: ReadonlyArray<readonly [string, "project" | "model", string]> = [
  ["project", "project", ""],
  ["members", "project", "?tab=members"],
  ["property-sets", "project", "?tab=sets"],
  ["materials", "project", "?tab=materials"],
  ["locations", "project", "?tab=locations"],
  ["codes", "project", "?tab=codes"],
  ["model", "model", ""],
  ["model-quantities", "model", "?panel=quantities&color=Class"],
  ["model-places", "model", "?panel=places"],
  ["model-versions", "model", "?panel=versions"]
]

/** Pictures of shapes are drawn after what stands around them. */
const settled = (page: PageBrowser.PageBrowser["page"]) => page.waitForTimeout(1500)

if (values.readme) {
  const { browser, model, page } = await open({ colorScheme: "light", width: 1400, height: 960 })
  await page.goto(`${model}?panel=quantities&measure=NetVolume&color=Class`)
  await page.locator(".legend").waitFor()
  await page.getByText("in all").waitFor()
  await settled(page)
  await page.screenshot({ path: ofReadme })
  await browser.close()
  console.log(ofReadme)
} else {
  const folder = values.to ?? mkdtempSync(join(tmpdir(), "plinth-screenshots-"))
  mkdirSync(folder, { recursive: true })
  for (const [look, size] of [
    ["light", { colorScheme: "light", width: 1440, height: 900 }],
    ["dark", { colorScheme: "dark", width: 1440, height: 900 }],
    ["small", { colorScheme: "light", width: 360, height: 740 }]
  ] as const) {
    const { browser, page, ...at } = await open(size)
    for (const [name, where, query] of places) {
      await page.goto(at[where] + query)
      await settled(page)
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: look === "small" })
    }
    await browser.close()
  }
  console.log(folder)
}
await service.stop()
