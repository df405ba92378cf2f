/*
 * The page where users are Keycloak's and files lie in a bucket. `npm run test:providers` runs it with both: it needs
 * Debian's chromium.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { audience } from "../../scripts/backends/OidcNames.ts"
import { pathOf } from "../ifc/testing/RealModels.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const issuer = process.env["TEST_KEYCLOAK_ISSUER"]
const endpoint = process.env["TEST_GCS_API_ENDPOINT"]
const bucket = process.env["TEST_GCS_BUCKET"]
if (issuer === undefined || endpoint === undefined || bucket === undefined) {
  throw new Error("TEST_KEYCLOAK_ISSUER, TEST_GCS_API_ENDPOINT and TEST_GCS_BUCKET name none")
}

let service: ServiceProcess.ServiceProcess
let browser: PageBrowser.PageBrowser
let origin = ""

beforeAll(async () => {
  const environment = {
    AUTH: "oidc",
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: audience,
    OIDC_CLIENT_ID: "plinth",
    OIDC_CLIENT_SECRET: "plinth-secret",
    BLOBS: "gcs",
    GCS_BUCKET: bucket,
    GCS_API_ENDPOINT: endpoint
  }
  service = await ServiceProcess.start({ environment })
  origin = `http://localhost:${service.port}`
  browser = await PageBrowser.open({ origin })
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

/** Faults but for the requests that go to the provider and to the bucket. */
const faults = () =>
  browser.faults.filter(
    (fault) => ![issuer, endpoint].some((url) => fault.startsWith(`elsewhere: ${new URL(url).origin}`))
  )

test("signing in at the provider leads back to the page", async () => {
  const { page, picture } = browser
  await page.goto(`${origin}/app/`)
  await page.getByRole("button", { name: "Sign in" }).first().click()
  await page.waitForURL(`${new URL(issuer).origin}/**`)
  await picture("provider")
  await page.locator("#username").fill("ann")
  await page.locator("#password").fill("ann-secret")
  await page.locator("#kc-login").click()
  await page.waitForURL(`${origin}/app/**`)
  await page.getByRole("button", { name: "New project" }).waitFor()
  // A subject of Keycloak is a UUID, which nobody knows their name by.
  expect(await page.locator(".account > summary").textContent()).toBe("Ann Example")
  await picture("provider-signed-in")
  browser.forget()
})

test("a model is uploaded into the bucket, shown and downloaded from it", async () => {
  const { page, picture } = browser
  await page.getByRole("button", { name: "New project" }).click()
  await page.locator("dialog").getByLabel("Name", { exact: true }).fill("Town hall")
  await page.getByRole("button", { name: "Create" }).click()
  await page.locator("input[type=file]").setInputFiles(pathOf("AC20-FZK-Haus.ifc"))
  await page.locator(".card", { hasText: "AC20-FZK-Haus" }).waitFor()
  await picture("provider-card")
  await page.locator(".card", { hasText: "AC20-FZK-Haus" }).click()
  await page.getByRole("toolbar").waitFor()
  await page.getByRole("gridcell", { name: "IfcWall" }).first().waitFor()
  await picture("provider-model")
  await page.getByRole("button", { name: "Export IFC" }).click()
  await page.locator("dialog").getByRole("button", { name: "Make the file" }).click()
  await page.getByText("What was written").waitFor()
  const saved = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download IFC" }).click()
  const file = readFileSync(await (await saved).path(), "latin1")
  expect([file.slice(0, 13), file.includes("IFCWALLSTANDARDCASE")]).toEqual(["ISO-10303-21;", true])
  expect(faults()).toEqual([])
})
