/* Real models on the page, and models whose shapes cannot be shown. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { names, pathOf } from "../ifc/testing/RealModels.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let client: ServiceClient.ServiceClient
let browser: PageBrowser.PageBrowser
let token = ""
let origin = ""
let project = ""
/** The operations of the imports, by file. */
const imports = new Map<string, string>()

beforeAll(async () => {
  service = await ServiceProcess.start()
  origin = `http://localhost:${service.port}`
  token = await service.token("ada")
  client = ServiceClient.make(service.url, token)
  project = await client.createProject("Real models")
  // All begin at once: the next is read while this one is looked at.
  for (const name of names) {
    const bytes = new Uint8Array(await Bun.file(pathOf(name)).arrayBuffer())
    imports.set(name, await client.startImport(project, name, bytes))
  }
  browser = await opened()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const opened = async (args: ReadonlyArray<string> = [], by = "ada"): Promise<PageBrowser.PageBrowser> => {
  const made = await PageBrowser.open({ origin, args })
  await signIn(made.page, service, by)
  return made
}

/** The address of a model on the page, when it is imported. */
const pageOf = async (name: string): Promise<string> => {
  expect((await client.ended(imports.get(name)!)).status).toBe("Ready")
  return `/projects/${project}/models/${(await client.models(project)).find((model) => model.name === name)!.id}`
}

const counted = (count: number): string => (count === 1 ? "1 product" : `${count.toLocaleString("en-GB")} products`)

/** How many products the service finds. */
const found = async (path: string, filters: ReadonlyArray<unknown>): Promise<number> => {
  const body = { fields: ["Guid"], filters }
  const { json } = await client.call("POST", `/v1${path}/products/properties/query?page=1&pageSize=1`, { body })
  return (json as unknown as { readonly totalCount: number }).totalCount
}

test.each([...names])(
  "%s: the building is visible, and table and legend have the counts of the service",
  async (name) => {
    const path = await pageOf(name)
    const { faults, page, picture } = browser
    const status = page.locator(".products [role=status]")
    const all = await found(path, [])
    await page.goto(`${origin}/app${path}?panel=quantities&color=Class`)
    await page.getByRole("toolbar").waitFor()
    await status.getByText(counted(all), { exact: true }).waitFor()
    await page.locator(".legend li").first().waitFor()
    const numbers = await page.locator(".legend li .number").allTextContents()
    await browser.drawn()
    expect(numbers.reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0)).toBe(all)
    await page.getByText("in all", { exact: true }).waitFor()
    const filter = { property: "Class", operator: "Contains", value: "Wall" }
    await browser.filter("Class", "Wall", "Contains")
    await status.getByText(counted(await found(path, [filter])), { exact: true }).waitFor()
    await picture(`real-${name}`)
    expect(faults).toEqual([])
  }
)

test("the view shows the shapes of a new file, or that it has none", async () => {
  const { faults, page } = browser
  const text = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/solid.ifc")).text()
  const operation = await client.startImport(project, "Solid", new TextEncoder().encode(text))
  imports.set("Solid", operation)
  const path = await pageOf("Solid")
  await page.goto(`${origin}/app${path}?panel=versions`)
  const [tools, none] = [page.getByRole("toolbar"), page.getByText("This model has no shapes to show.")]
  await tools.waitFor()
  const give = async (name: string, text: string): Promise<void> => {
    await browser.drop(".panel .drop", [{ name, bytes: Buffer.from(text) }])
    await page.locator(".uploads li", { hasText: name }).getByText("Ready").waitFor()
  }
  await browser.drop(
    ".panel .drop",
    ["a.ifc", "b.ifc"].map((name) => ({ name, bytes: Buffer.from(text) }))
  )
  await page.getByRole("alert").getByText("One file at a time").waitFor()
  await give("without.ifc", text.replaceAll(/#(56|72|67),\$,/g, "$,$,"))
  await none.waitFor()
  expect(await tools.count()).toBe(0)
  await give("again.ifc", text)
  await tools.waitFor()
  expect(await none.count()).toBe(0)
  expect(faults).toEqual([])
})

test("without WebGL the page says so, and table and quantities work", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  const without = await opened(["--disable-3d-apis"])
  const { page } = without
  await page.goto(`${origin}/app${path}?panel=quantities`)
  await page.getByText("The browser has no WebGL 2.").waitFor()
  await page.getByRole("gridcell").first().waitFor()
  await page.getByText("in all").waitFor()
  await without.picture("no-webgl")
  expect(await without.violations()).toEqual([])
  // three tells the console why.
  expect(without.faults.filter((fault) => !/WebGL context/.test(fault))).toEqual([])
  await without.close()
})

test("damaged shapes are reported, and table and quantities work", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  const { page } = browser
  // In their place comes the picture of the model.
  await page.route("**/geometry?format=view", async (route) => {
    const response = await route.fetch()
    const [model] = await client.models(project)
    await route.fulfill({
      response,
      json: { ...(await response.json()), downloadUrl: (model as unknown as { readonly image: string }).image }
    })
  })
  await page.goto(`${origin}/app${path}?panel=quantities`)
  await page.getByText("The geometry file is damaged").waitFor()
  await page.getByRole("gridcell").first().waitFor()
  await page.getByText("in all").waitFor()
  await browser.picture("damaged")
  expect(browser.faults).toEqual([])
})

test("shapes are loaded again after a broken connection, and the reason of a refusal is shown", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  const { page } = browser
  await page.unrouteAll()
  const tools = page.getByRole("toolbar")
  const files = "**/v1/files/**"
  await page.route(files, (route) => route.abort(), { times: 1 })
  await page.goto(`${origin}/app${path}?panel=quantities`)
  await tools.waitFor()
  expect(browser.faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([])
  browser.forget()
  await page.route(files, (route) => route.continue({ url: `${route.request().url()}x` }))
  await page.goto(`${origin}/app${path}?panel=properties`)
  const view = page.getByRole("region", { name: "View" })
  await view.getByRole("alert").getByText("Forbidden", { exact: true }).waitFor()
  await view.getByText("Request id").waitFor()
  await browser.picture("shapes-refused")
  expect(await browser.violations()).toEqual([])
  await view.getByRole("button", { name: "Try again" }).focus()
  await page.keyboard.press("Enter")
  await view.getByText("Request id").waitFor({ state: "detached" })
  await view.getByText("Request id").waitFor()
  expect(await page.evaluate("document.activeElement.className")).toBe("view")
  await page.unroute(files)
  await view.getByRole("button", { name: "Try again" }).click()
  await tools.waitFor()
  expect(browser.faults.filter((fault) => !/403/.test(fault))).toEqual([])
  browser.forget()
})

test("a retry is shown until its answer arrives, also if it fails the same way", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  const { page } = browser
  const asked = `**/v1${path}/geometry?format=view`
  let answer = Promise.withResolvers<void>()
  answer.resolve()
  await page.route(asked, async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, json: { error: "Internal", errorDetails: "It broke.", requestId: "r-1" } })
  })
  await page.goto(`${origin}/app${path}`)
  const view = page.getByRole("region", { name: "View" })
  await view.getByRole("button", { name: "Try again" }).waitFor()
  answer = Promise.withResolvers<void>()
  await view.getByRole("button", { name: "Try again" }).click()
  await view.getByRole("button", { name: "Trying again…" }).waitFor()
  answer.resolve()
  await view.getByRole("button", { name: "Try again" }).waitFor()
  await page.unroute(asked)
  await view.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("toolbar").waitFor()
  expect(browser.faults.filter((fault) => !/500/.test(fault))).toEqual([])
  browser.forget()
})

test("after removing colours and filters by keyboard the focus stays next to them", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  const { faults, page } = browser
  const filters = JSON.stringify([
    ["Class", "Contains", "Ifc"],
    ["Name", "NotEquals", ""]
  ])
  await page.goto(`${origin}/app${path}?${new URLSearchParams({ filters, color: "Class" }).toString()}`)
  await page.locator(".legend li").first().waitFor()
  await page.getByRole("button", { name: "Original colours" }).focus()
  await page.keyboard.press("Enter")
  await page.locator(".legend").waitFor({ state: "detached" })
  expect(
    await page.evaluate(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.parentElement.textContent"
    )
  ).toMatch(/^Colour by/)
  await page.getByRole("button", { name: "Remove the filter on Class" }).focus()
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Remove the filter on Class" }).waitFor({ state: "detached" })
  const label = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
  expect(await label()).toBe("Remove the filter on Name")
  await page.keyboard.press("Enter")
  await page.locator(".chips").waitFor({ state: "detached" })
  expect(await label()).toBe("Filter")
  expect(faults).toEqual([])
})

test("an Owner of a model assigns a role on it and removes it; other users see why they cannot", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  await client.call("PUT", `/v1/projects/${project}/members/bert`, { body: { role: "User" } })
  const { page } = browser
  const dialog = page.getByRole("dialog", { name: "Roles on this model" })
  const bert = dialog.getByRole("listitem").filter({ hasText: "bert" })
  const inForce = (role: string) => bert.locator("strong", { hasText: role }).waitFor()
  const give = async (name: string, role: string) => {
    await dialog.getByRole("combobox", { name: `Role for ${name}` }).selectOption({ label: role })
    await dialog.getByRole("button", { name: `Assign the role to ${name}` }).click()
  }
  await page.goto(`${origin}/app${path}`)
  await page.getByRole("button", { name: "Roles" }).click()
  await inForce("Viewer")
  await give("bert", "Data editor")
  await bert.getByText("Assigned.").waitFor()
  await inForce("Data editor")
  const { json } = await client.call("GET", `/v1${path}/members`)
  expect((json as unknown as { readonly members: ReadonlyArray<unknown> }).members).toContainEqual({
    userId: "bert",
    role: "DataEditor"
  })
  await give("ada", "Viewer")
  await dialog.getByText("Assigned, but Owner stays in force.").waitFor()
  await browser.picture("model-roles")
  expect(await browser.violations()).toEqual([])
  const takeBack = bert.getByRole("button", { name: "Remove" })
  await takeBack.click()
  await inForce("Viewer")
  expect(browser.faults).toEqual([])
  await takeBack.click()
  await bert.getByRole("alert").getByText("No role of this model was given to this member.").waitFor()
  await page.keyboard.press("Escape")
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Roles")
  expect(browser.faults.filter((fault) => !/404/.test(fault))).toEqual([])
  browser.forget()

  const other = await opened([], "bert")
  await other.page.goto(`${origin}/app${path}`)
  await other.page.getByRole("button", { name: "Roles" }).click()
  const why = other.page.getByRole("dialog").getByRole("alert")
  await why.getByText("This needs the role Owner on the model; yours is Viewer.").waitFor()
  await why.getByText("Forbidden").waitFor()
  expect(other.faults.filter((fault) => !/403/.test(fault))).toEqual([])
  await other.close()
})

test("a user who loses a role on the model sees the model with the remaining role", async () => {
  const path = await pageOf("wall-door-column-4x3.ifc")
  await client.call("PUT", `/v1/projects/${project}/members/cleo`, { body: { role: "User" } })
  const owns = () => client.call("PUT", `/v1${path}/members/cleo`, { body: { role: "Owner" } })
  await owns()
  const other = await opened([], "cleo")
  const { faults, page } = other
  const edit = page.getByRole("button", { name: "Edit", exact: true })
  const isReader = async () => {
    await page.getByRole("status").getByText("You read this model:").waitFor()
    expect(await edit.count()).toBe(0)
  }
  await page.goto(`${origin}/app${path}`)
  await edit.waitFor()
  await page.getByRole("button", { name: "Roles" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("combobox", { name: "Role for cleo" }).selectOption({ label: "Viewer" })
  await dialog.getByRole("button", { name: "Assign the role to cleo" }).click()
  await isReader()

  await owns()
  await page.reload()
  await edit.waitFor()
  await client.call("PUT", `/v1${path}/members/cleo`, { body: { role: "Viewer" } })
  await edit.click()
  await isReader()
  expect(faults.filter((fault) => !/403/.test(fault))).toEqual([])
  await other.close()
})
