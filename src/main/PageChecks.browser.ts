/* Requirements and checks on the page, in a real browser. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { readBcf } from "../bcf/read/ReadBcf.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let browser: PageBrowser.PageBrowser
let project = ""
let model = ""

const classes = ["IFCWALL", "IFCWINDOW", "IFCSLAB"]
const value = (inner: string) =>
  `<xs:restriction xmlns:xs="http://www.w3.org/2001/XMLSchema" base="xs:string">${inner}</xs:restriction>`

/** The twelve walls, windows and slabs of the sample building need a tag of this form. */
const document = `<?xml version="1.0"?>
<ids xmlns="http://standards.buildingsmart.org/IDS">
  <info><title>Hand-over</title><description>What the operator needs.</description><author>ada@example.com</author></info>
  <specifications>
    <specification name="Tags of elements" ifcVersion="IFC4">
      <applicability minOccurs="1" maxOccurs="unbounded">
        <entity><name>${value(classes.map((name) => `<xs:enumeration value="${name}"/>`).join(""))}</name></entity>
      </applicability>
      <requirements><attribute>
        <name><simpleValue>Tag</simpleValue></name><value>${value('<xs:pattern value="C-[0-9]+"/>')}</value>
      </attribute></requirements>
    </specification>
    <specification name="No chimneys" ifcVersion="IFC4">
      <applicability minOccurs="0" maxOccurs="0">
        <entity><name><simpleValue>IFCCHIMNEY</simpleValue></name></entity>
      </applicability>
    </specification>
  </specifications>
</ids>
`

beforeAll(async () => {
  service = await ServiceProcess.start()
  const origin = `http://localhost:${service.port}`
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Tower")
  const bytes = await Bun.file(join(import.meta.dir, "sample/SampleBuilding.ifc")).bytes()
  await client.ended(await client.startImport(projectId, "House", bytes))
  const [{ id } = { id: "" }] = await client.models(projectId)
  project = `${origin}/app/projects/${projectId}`
  model = `${project}/models/${id}`
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = (name: string) => PageLooks.cleanWithDetails(browser, name)

const panel = () => browser.page.getByRole("region", { name: "Details" })
const result = () => panel().getByRole("region", { name: "Result" })
const openPanel = (name: string) => panel().getByRole("button", { name, exact: true }).click()

test("requirements are added, read in plain words, and checked automatically from then on", async () => {
  const { page } = browser
  await page.goto(`${project}?tab=requirements`)
  await page.getByRole("heading", { name: "No requirements yet" }).waitFor()
  const input = page.getByLabel("Add .ids file")
  await input.setInputFiles({ name: "broken.ids", mimeType: "application/xml", buffer: Buffer.from("<ids>") })
  await page.getByText("InvalidBody").waitFor()
  browser.forget()
  await input.setInputFiles({ name: "a.ids", mimeType: "application/xml", buffer: Buffer.from(document) })
  await page.getByRole("button", { name: "Look at: Hand-over" }).click()
  await page.getByText('It must have the attribute "Tag"', { exact: false }).waitFor()
  await clean("requirements")
})

test("twelve products fail, are mended in a session, and pass when they are checked again", async () => {
  const { page } = browser
  await page.goto(`${model}?panel=checks`)
  await panel().getByText("This model was not checked yet.").waitFor()
  await panel().getByRole("button", { name: "Check now" }).click()
  await result().getByText("Hand-over: Failed").waitFor()
  await result().getByText("12 fail").waitFor()
  await result().getByRole("button", { name: "Colour failing products" }).click()
  await page.getByText("Result of the check").first().waitFor({ state: "attached" })
  await result().getByRole("button", { name: "Select them" }).click()
  await browser.settled()
  await clean("check-failed")

  await page.getByRole("region", { name: "Your changes" }).getByRole("button", { name: "Edit", exact: true }).click()
  await page.getByText(/^Editing, \d+ min left$/).waitFor()
  await openPanel("Properties")
  await page.getByText("12 selected.").first().waitFor()
  await panel().getByRole("button", { name: "Set Tag" }).click()
  await page.getByRole("textbox", { name: "Value of Tag" }).fill("C-1")
  await page.getByRole("textbox", { name: "Value of Tag" }).press("Enter")
  await page.locator("dialog").getByText("12 values would change, 0 would not.").waitFor()
  await page.locator("dialog").getByRole("button", { name: "Apply" }).click()
  await page.getByRole("button", { name: "12 unpublished values" }).waitFor()

  await openPanel("Checks")
  await result().getByText("Hand-over: Failed").waitFor()
  await panel().getByRole("button", { name: "Check again" }).click()
  // The result appears even if the panel was closed while the check ran.
  await openPanel("Properties")
  await openPanel("Checks")
  await result().getByText("Hand-over: Passed").waitFor()
  expect(await result().getByText("Fix here").count()).toBe(0)
  await clean("check-passed")
})

test("what failed becomes topics with one click, which are there in the next check and select what fails", async () => {
  const { page } = browser
  const first = () =>
    panel()
      .getByRole("button", { name: /^Show the check/ })
      .last()
  await first().click()
  await result().getByText("Hand-over: Failed").waitFor()
  const imports: Array<string> = []
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("topics")) imports.push(new URL(request.url()).pathname)
  })
  await result().getByRole("button", { name: "Make a topic of the failure" }).click()
  await result().getByText("1 topic was made.").waitFor()
  // The file of the result is imported by one request, and again it updates the topic.
  await result().getByRole("button", { name: "Update the topic" }).click()
  await result().getByText("0 topics were made; 1 was updated.").waitFor()
  expect(imports).toEqual([expect.stringMatching(/topics\.bcfzip$/), expect.stringMatching(/topics\.bcfzip$/)])
  const url = await result().getByRole("link", { name: "Save as BCF" }).getAttribute("href")
  const [topic] = readBcf(await (await fetch(url!)).bytes()).topics()
  await clean("check-topics")
  await openPanel("Properties")
  await openPanel("Checks")
  await result()
    .getByRole("button", { name: /^Open topic: It must have the attribute "Tag"/ })
    .press("Enter")
  await panel().getByText("The view is shown.").waitFor()
  expect(new URL(page.url()).searchParams.get("topic")).toBe(topic!.topic.guid)
  await panel().getByText("12 of 12 do not meet it.").waitFor()
  await panel()
    .getByRole("heading", { name: /^Tags of elements: It must have the attribute "Tag"/ })
    .waitFor()
  await browser.settled()
  expect(new URL(page.url()).searchParams.get("sel")!.split(",")).toHaveLength(12)
  // The file has no camera, so that the view shows what is selected.
  expect(await panel().getByText("parallel projection", { exact: false }).count()).toBe(0)
  await clean("check-topic")
  await openPanel("Checks")
  await result()
    .getByRole("button", { name: /^Open topic/ })
    .waitFor()
})

test("one failing product leads to its edit, and published versions show in the trend", async () => {
  const { page } = browser
  await panel()
    .getByRole("button", { name: /^Show the check/ })
    .last()
    .click()
  await result().getByText("Hand-over: Failed").waitFor()
  await result()
    .getByRole("button", { name: /^Fix here/ })
    .first()
    .click()
  await page.getByTitle("Change Tag", { exact: true }).waitFor()
  await page.goto(`${project}?tab=requirements`)
  await page.getByRole("button", { name: "Check automatically: Hand-over" }).click()
  await page.getByRole("button", { name: "Do not check automatically: Hand-over" }).waitFor()
  await page.goto(`${model}?panel=checks`)
  await panel().getByText("Hand-over, automatic").waitFor()

  const session = page.getByRole("region", { name: "Your changes" })
  await session.getByRole("button", { name: "Publish", exact: true }).click()
  await page.locator("dialog").getByLabel("Title").fill("Tags of the operator")
  await page.locator("dialog").getByRole("button", { name: "Publish" }).click()
  await session.getByText("Published.").waitFor()
  const trend = panel().getByRole("figure", { name: "Failures by version" })
  // The list is loaded with the panel, and the check of the new version takes its time.
  for (;;) {
    await page.goto(`${model}?panel=checks`)
    await panel().getByText("Hand-over, automatic").first().waitFor()
    if (await trend.isVisible()) break
  }
  expect(await trend.getByRole("listitem").allTextContents()).toEqual([
    expect.stringMatching(/: 12 failures$/),
    expect.stringMatching(/: 0 failures$/)
  ])
  await panel()
    .getByRole("button", { name: /^Show the check/ })
    .first()
    .click()
  await result().getByText("Hand-over: Passed").waitFor()
  await clean("check-trend")
})
