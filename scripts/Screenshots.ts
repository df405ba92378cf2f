/**
 * Takes pictures of every page: starts the service over a separate folder, signs users in and opens each page of the
 * sample project, and of a project with the same building as an uploaded file, in the light and the dark theme and 360
 * pixels wide. Needs Debian's chromium.
 *
 * Usage:  npm run screenshots -- [--to folder] [--readme]
 *         Prints the folder, by default a new one in the scratch folder. With `--readme`, only the picture at the
 *         beginning of the README is taken and replaced.
 */
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Page } from "playwright-core"
import * as SampleFiles from "../src/main/sample/SampleFiles.ts"
import * as PageBrowser from "../src/main/testing/PageBrowser.ts"
import * as PageSignIn from "../src/main/testing/PageSignIn.ts"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"

const { values } = parseArgs({ options: { to: { type: "string" }, readme: { type: "boolean", default: false } } })
const ofReadme = join(import.meta.dir, "../src/web/screenshot.png")

const service = await ServiceProcess.start()
const origin = `http://localhost:${service.port}`

interface Look {
  readonly colorScheme: "light" | "dark"
  readonly width: number
  readonly height: number
}

/** Opens the page before anybody has signed in. */
const signedOut = async (look: Look) => {
  const browser = await PageBrowser.open({ origin, ...look })
  await browser.page.goto(`${origin}/app/?token`)
  await browser.page.getByLabel("Token", { exact: true }).waitFor()
  return browser
}

/** Signs in, and returns the URLs of the sample project and of its model. */
const signIn = async (page: Page, user: string) => {
  await PageSignIn.signIn(page, service, user)
  await page.locator(".card", { hasText: "Sample project" }).click()
  await page.locator(".card img").first().waitFor()
  const project = page.url()
  await page.locator(".card").first().click()
  await page.locator("canvas").waitFor()
  return { app: `${origin}/app/`, project, model: page.url() }
}

/** Creates a project with a model that the user uploaded, and returns its id. */
const ownProject = async (token: string): Promise<string> => {
  const client = ServiceClient.make(service.url, token)
  const id = await client.createProject("Town hall")
  await client.ended(await client.startImport(id, "Garden house", await Bun.file(SampleFiles.source).bytes()))
  return id
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first()

const report = async (page: Page) => {
  await button(page, "Import report").click()
  await page
    .locator("dialog")
    .getByText(/^Products/)
    .first()
    .waitFor()
}

const edit = async (page: Page) => {
  await button(page, "Edit").click()
  await page.getByText(/^Editing/).waitFor()
  await page.locator('[aria-rowindex="3"] > [aria-colindex="1"]').dblclick()
  const value = page.getByRole("textbox", { name: "Value of Name" })
  await value.fill("North wall")
  await value.press("Enter")
  await button(page, "1 unpublished value").waitFor()
  await page.locator('[aria-rowindex="3"] > [aria-colindex="1"]').dblclick()
  await value.fill("x".repeat(300))
  await value.press("Enter")
  await page.getByRole("alert").filter({ hasText: "InvalidValue" }).waitFor()
}

const publish = async (page: Page) => {
  await button(page, "Publish").click()
  await page.locator("dialog").getByLabel("Title").fill("Names of walls")
}

const compare = async (page: Page) => {
  await publish(page)
  await page.locator("dialog").getByRole("button", { name: "Publish" }).click()
  await page.getByText("Published.").waitFor()
  await page.getByRole("list", { name: "Versions" }).getByRole("button", { name: "Changes" }).first().click()
  await page.getByRole("list", { name: "Changed" }).waitFor()
}

const exported = async (page: Page) => {
  await button(page, "Export IFC").click()
  await page.locator("dialog").getByRole("button", { name: "Make the file" }).click()
  await page.getByText("What was written").waitFor()
}

/** The pages to open, by the name of their picture, with the actions there. They are opened in this order. */
const places: ReadonlyArray<
  readonly [
    name: string,
    where: "app" | "project" | "own" | "model",
    query: string,
    todo?: (page: Page) => Promise<unknown>
  ]
> = [
  ["projects", "app", ""],
  ["project-new", "app", "?new="],
  ["sample-project", "project", ""],
  ["project", "own", ""],
  ["operations", "own", "?tab=operations"],
  ["report", "own", "?tab=operations", report],
  ["members", "own", "?tab=members"],
  ["property-sets", "own", "?tab=sets"],
  ["property-sets-new", "own", "?tab=sets", (page) => button(page, "New property set").click()],
  ["materials", "own", "?tab=materials"],
  ["locations", "own", "?tab=locations"],
  ["codes", "own", "?tab=codes"],
  ["requirements", "own", "?tab=requirements"],
  ["topics", "own", "?tab=topics"],
  ["webhooks", "own", "?tab=webhooks"],
  ["model", "model", ""],
  ["model-quantities", "model", "?panel=quantities&color=Class"],
  ["model-agreement", "model", "?panel=quantities&measure=NetVolume&color=!suspects"],
  ["model-places", "model", "?panel=places"],
  ["model-rooms", "model", "?panel=rooms"],
  ["model-checks", "model", "?panel=checks"],
  ["model-topics", "model", "?panel=topics"],
  ["products", "own", "?tab=products"],
  ["scene", "own", "/scene"],
  ["model-editing", "model", `?columns=${JSON.stringify(["Name", "Class"])}`, edit],
  ["model-changes", "model", "?panel=changes"],
  ["model-publish", "model", "", publish],
  ["model-compared", "model", "?panel=versions", compare],
  ["model-export", "model", "", exported],
  ["not-found", "app", "projects/999999"]
]

/** Pictures of shapes are drawn after the elements around them. */
const settled = (page: Page) => page.waitForTimeout(1500)

if (values.readme) {
  const { close, page } = await signedOut({ colorScheme: "light", width: 1400, height: 960 })
  const { model } = await signIn(page, "ada")
  await page.goto(`${model}?panel=quantities&measure=NetVolume&color=Class`)
  await page.locator(".legend").waitFor()
  await page.getByText("in all").waitFor()
  await settled(page)
  await page.screenshot({ path: ofReadme })
  await close()
  console.log(ofReadme)
} else {
  const folder = values.to ?? mkdtempSync(join(tmpdir(), "plinth-screenshots-"))
  mkdirSync(folder, { recursive: true })
  for (const [look, user, size] of [
    ["light", "ada", { colorScheme: "light", width: 1440, height: 900 }],
    ["dark", "grace", { colorScheme: "dark", width: 1440, height: 900 }],
    ["small", "mary", { colorScheme: "light", width: 360, height: 740 }]
  ] as const) {
    const { close, page } = await signedOut(size)
    const taken = (name: string) =>
      page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: look === "small" })
    await taken("sign-in")
    const token = await service.token(user)
    const at = { ...(await signIn(page, user)), own: `${origin}/app/projects/${await ownProject(token)}` }
    for (const [name, where, query, todo] of places) {
      // A narrow page shows one panel at a time, so the steps for wide pages do not apply to models.
      const isNarrowModel = look === "small" && where === "model"
      if (isNarrowModel && todo !== undefined) continue
      await page.goto(at[where] + query)
      if (where === "model") await page.locator(isNarrowModel ? "canvas" : '[role="grid"][aria-busy="false"]').waitFor()
      await todo?.(page)
      await settled(page)
      await taken(name)
    }
    await close()
  }
  console.log(folder)
}
await service.stop()
