/* Topics on the page, in a real browser. `npm run test:page-more` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { zipSync } from "fflate"
import type { Locator } from "playwright-core"
import type { BcfTopic } from "../bcf/BcfFile.ts"
import { readBcf } from "../bcf/read/ReadBcf.ts"
import type { Point } from "../domain/topics/Viewpoint.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import * as PageLooks from "./testing/PageLooks.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

let service: ServiceProcess.ServiceProcess
let browser: PageBrowser.PageBrowser
let project = ""
let model = ""
/** Another model with the same products. */
let annexe = ""
/** Three walls of the model. */
let walls: ReadonlyArray<string> = []

beforeAll(async () => {
  service = await ServiceProcess.start()
  const origin = `http://localhost:${service.port}`
  const client = ServiceClient.make(service.url, await service.token("ada"))
  const projectId = await client.createProject("Tower")
  const bytes = await Bun.file(join(import.meta.dir, "sample/SampleBuilding.ifc")).bytes()
  await client.ended(await client.startImport(projectId, "House", bytes))
  await client.ended(await client.startImport(projectId, "Annexe", bytes))
  const models = await client.models(projectId)
  const idOf = (name: string) => models.find((one) => one.name === name)!.id
  const id = idOf("House")
  const path = `/v1/projects/${projectId}/models/${id}/products/properties/query?page=1&pageSize=3`
  const body = { fields: ["Guid"], filters: [{ property: "Class", operator: "Equals", value: "IfcWall" }] }
  const rows = (await client.call("POST", path, { body })).json["result"]!
  walls = (rows as ReadonlyArray<{ readonly Guid: string }>).map(({ Guid }) => Guid)
  project = `${origin}/app/projects/${projectId}`
  model = `${project}/models/${id}`
  annexe = `${project}/models/${idOf("Annexe")}`
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const clean = (name: string) => PageLooks.cleanWithDetails(browser, name)

const panel = () => browser.page.getByRole("region", { name: "Details" })
const dialog = () => browser.page.getByRole("dialog")
const parameter = (name: string) => new URL(browser.page.url()).searchParams.get(name)

/** Makes a topic from the view with the keyboard alone. */
const make = async (title: string) => {
  await panel().getByRole("button", { name: "New topic from this view" }).press("Enter")
  await dialog().getByLabel("Title").fill(title)
  await dialog().getByLabel("Description").fill("Too thin.\nSee the drawing.")
  await dialog().getByLabel("Title").press("Enter")
  await panel().getByRole("button", { name: title }).waitFor()
}

/** Opens a topic from the list and waits until its view is restored. */
const open = async (title: string) => {
  await panel().getByRole("button", { name: title }).click()
  await panel().getByText("The view is shown.").waitFor()
  await browser.settled()
}

/** Returns the topics of the file that the page exports, by their titles. */
const exported = async (): Promise<ReadonlyMap<string, BcfTopic>> => {
  const { page } = browser
  await page.goto(`${project}?tab=topics`)
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export .bcfzip" }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe("topics.bcfzip")
  const topics = readBcf(await Bun.file(await file.path()).bytes()).topics()
  return new Map([...topics].map((topic) => [topic.topic.title, topic]))
}

const lengthOf = ({ x, y, z }: Point): number => Math.hypot(x, y, z)
const apart = (a: Point, b: Point): number => lengthOf({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z })
const degrees = (a: Point, b: Point): number => {
  const cosine = (a.x * b.x + a.y * b.y + a.z * b.z) / (lengthOf(a) * lengthOf(b))
  return (Math.acos(Math.min(1, cosine)) * 180) / Math.PI
}

/** Expects the views of two topics to have the same eye and direction, sections, selection and visibility. */
const expectSameView = (topics: ReadonlyMap<string, BcfTopic>, one: string, other: string) => {
  const [a, b] = [one, other].map((title) => topics.get(title)!.viewpoints[0]!.viewpoint)
  const [from, to] = [a!.perspective_camera!, b!.perspective_camera!]
  expect(apart(from.camera_view_point, to.camera_view_point)).toBeLessThan(0.001)
  expect(degrees(from.camera_direction, to.camera_direction)).toBeLessThan(0.01)
  expect(degrees(from.camera_up_vector, to.camera_up_vector)).toBeLessThan(0.01)
  expect(b!.components?.selection).toEqual(a!.components?.selection)
  expect(b!.components?.coloring).toEqual(a!.components?.coloring)
  expect(b!.components?.visibility?.exceptions).toEqual(a!.components?.visibility?.exceptions)
  expect(b!.clipping_planes).toHaveLength(a!.clipping_planes!.length)
  for (const [i, plane] of (a!.clipping_planes ?? []).entries()) {
    const found = b!.clipping_planes![i]!
    const { direction, location } = plane
    const off = { x: location.x - found.location.x, y: location.y - found.location.y, z: location.z - found.location.z }
    expect(degrees(found.direction, direction)).toBeLessThan(0.01)
    const beside = off.x * direction.x + off.y * direction.y + off.z * direction.z
    expect(Math.abs(beside / lengthOf(direction))).toBeLessThan(0.001)
  }
}

test("a topic made from the view restores it after a reload, and the exported file has it whole", async () => {
  const { page } = browser
  const camera = "5_3_-4_0.7_0.35_22.5"
  await page.goto(`${model}?panel=topics&sel=${walls[0]}&sections=z2.5,f0.6_0.8_0_3_0&camera=${camera}`)
  await panel().getByText("No topics yet").waitFor()
  await browser.drawn()
  await clean("topics-none")
  await page.locator(".view canvas").press("h")
  await make("Thin wall")
  await clean("topics-list")

  await page.goto(`${model}?panel=topics`)
  await browser.drawn()
  await open("Thin wall")
  expect(parameter("sel")).toBe(walls[0]!)
  expect(parameter("sections")).toBe("z2.5,f0.6_0.8_0_3_0")
  expect(await panel().getByRole("img", { name: "Picture of view 1" }).isVisible()).toBe(true)
  await clean("topic")
  await panel().getByRole("button", { name: "All topics" }).click()
  await make("The same again")

  const topics = await exported()
  expectSameView(topics, "Thin wall", "The same again")
  const { topic, viewpoints } = topics.get("Thin wall")!
  expect(topic).toMatchObject({ description: "Too thin.\nSee the drawing.", topic_status: "Open" })
  const { components } = viewpoints[0]!.viewpoint
  expect(components?.selection).toEqual([{ ifc_guid: walls[0]! }])
  expect(components?.visibility?.exceptions).toEqual([{ ifc_guid: walls[0]! }])
  // A picture of one colour is packed into far fewer bytes.
  expect(viewpoints[0]!.snapshot!.length).toBeGreaterThan(5000)
})

test("status, assignee, due date and comments of a topic change, and the list is filtered by them", async () => {
  const { page } = browser
  await page.goto(`${model}?panel=topics`)
  await open("Thin wall")
  // All three are chosen before the first one is stored.
  await page.route("**/topics/*", async (route) => {
    if (route.request().method() === "GET") await Bun.sleep(1000)
    await route.continue()
  })
  await panel().getByLabel("Status").selectOption("In Progress")
  await panel().getByLabel("Assigned to").selectOption("ada")
  await panel().getByLabel("Due date").fill("2026-12-24")
  await panel().getByLabel("Comment", { exact: true }).fill("Measured on site.")
  await panel().getByRole("button", { name: "Add comment" }).click()
  await panel().getByRole("list", { name: "Comments" }).getByText("Measured on site.").waitFor()
  await panel().getByRole("button", { name: "Edit topic" }).click()
  await dialog().getByLabel("Title").fill("Thin outer wall")
  await dialog().getByRole("button", { name: "Save" }).click()
  await panel().getByRole("heading", { name: "Thin outer wall" }).waitFor()
  await browser.settled()
  await page.unroute("**/topics/*")

  await page.goto(`${project}?tab=topics`)
  const list = page.getByRole("list", { name: "List of topics" })
  await list.getByText("The same again").waitFor()
  expect(await list.getByRole("listitem").count()).toBe(2)
  await page.getByLabel("Status").selectOption("In Progress")
  await list.getByText("for ada, due 24 Dec 2026", { exact: false }).waitFor()
  expect(await list.getByRole("listitem").count()).toBe(1)
  await page.getByLabel("Assigned to").selectOption("Nobody")
  await page.getByText("No topic matches these filters.").waitFor()
  await page.getByLabel("Assigned to").selectOption("ada")
  await page.getByLabel("Text", { exact: true }).fill("OUTER")
  expect(await list.getByRole("listitem").count()).toBe(1)
  await clean("topics-project")
  const { comments, topic } = (await exported()).get("Thin outer wall")!
  expect(topic).toMatchObject({ topic_status: "In Progress", assigned_to: "ada" })
  expect(topic.due_date).toStartWith("2026-12-24")
  expect(comments.map(({ comment }) => comment)).toEqual(["Measured on site."])
})

const guid = "5d0c7f62-6d3b-4b0c-9f0e-6d1c7a3f0001"
const point = (name: string, x: number, y: number, z: number) => `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`

/** A file of version 2.1 as other programs write it. */
const foreign = () =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        "bcf.version": `<?xml version="1.0"?><Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>`,
        [`${guid}/markup.bcf`]: `<?xml version="1.0"?><Markup>
  <Topic Guid="${guid}" TopicType="Clash" TopicStatus="Active"><Title>Clash at the wall</Title>
  <CreationDate>2020-05-04T10:00:00+02:00</CreationDate><CreationAuthor>grace@example.org</CreationAuthor></Topic>
  <Viewpoints Guid="${guid}"><Viewpoint>viewpoint.bcfv</Viewpoint></Viewpoints></Markup>`,
        [`${guid}/viewpoint.bcfv`]: `<?xml version="1.0"?><VisualizationInfo Guid="${guid}">
  <Components><Selection><Component IfcGuid="${walls[1]}" /></Selection>
  <Visibility DefaultVisibility="true"><Exceptions><Component IfcGuid="${walls[0]}" /></Exceptions></Visibility>
  <Coloring><Color Color="FF0000"><Component IfcGuid="${walls[2]}" /></Color></Coloring></Components>
  <PerspectiveCamera>${point("CameraViewPoint", 12.25, -5.5, 9.125)}${point("CameraDirection", -0.48, 0.64, -0.6)}
  ${point("CameraUpVector", -0.36, 0.48, 0.8)}<FieldOfView>60</FieldOfView></PerspectiveCamera>
  <ClippingPlanes><ClippingPlane>${point("Location", 3, 2, 1)}${point("Direction", 0.6, -0.8, 0)}</ClippingPlane></ClippingPlanes>
  </VisualizationInfo>`
      }).map(([name, text]) => [name, new TextEncoder().encode(text)])
    )
  )

test("a topic written elsewhere opens with its view", async () => {
  const { page } = browser
  await page.goto(`${project}?tab=topics`)
  const input = page.getByLabel("Import .bcfzip")
  await input.setInputFiles({ name: "bad.bcfzip", mimeType: "application/zip", buffer: Buffer.from("no archive") })
  await page.getByRole("alert").waitFor()
  browser.forget()
  await input.setInputFiles({ name: "a.bcfzip", mimeType: "application/zip", buffer: Buffer.from(foreign()) })
  await page.getByText("Imported: 1 new, 0 changed.").waitFor()
  await page.getByRole("button", { name: "Clash at the wall" }).click()
  await page.getByRole("link", { name: "House" }).click()
  await panel().getByText("The view is shown.").waitFor()
  await panel().getByText("This view has another angle of view.").waitFor()
  expect(await panel().getByText("tilted", { exact: false }).count()).toBe(0)
  await browser.settled()
  expect(parameter("sel")).toBe(walls[1]!)
  await clean("topic-foreign")
  expect(parameter("color")).toBe("!view")
  await page.getByRole("complementary", { name: "Legend" }).getByText("#FF0000").waitFor()
  await panel().getByRole("button", { name: "All topics" }).click()
  await make("Seen here")
  const topics = await exported()
  expectSameView(topics, "Clash at the wall", "Seen here")
  expect(topics.get("Clash at the wall")!.topic).toMatchObject({ guid, creation_author: "grace@example.org" })
})

/** Colours the model by class, and opens a topic whose view has colours of its own. */
const openColored = async (legend: Locator) => {
  await browser.page.goto(`${model}?panel=topics&color=Class`)
  await legend.getByText("IfcWall").waitFor()
  await open("Clash at the wall")
  await legend.getByText("#FF0000").waitFor()
}

test("the colours of a topic's view are left for those before, and are there again after a reload", async () => {
  const { page } = browser
  const legend = page.getByRole("complementary", { name: "Legend" })
  await openColored(legend)
  const colors = panel().getByRole("button", { name: "Colours of this view" })
  await colors.click()
  await legend.getByText("IfcWall").waitFor()
  expect(parameter("color")).toBe("Class")
  await colors.press("Enter")
  await legend.getByText("#FF0000").waitFor()
  await page.reload()
  await legend.getByText("#FF0000").waitFor()
  await legend.getByRole("button", { name: "Original colours" }).click()
  await legend.waitFor({ state: "detached" })
  await page.goto(`${model}?panel=topics&color=Class`)
  await open("Clash at the wall")
  await panel().getByRole("button", { name: "All topics" }).click()
  await open("Thin outer wall")
  // A view without colours has those before.
  expect(parameter("color")).toBe("Class")
})

test("the colours of a topic's view stay with its model", async () => {
  const { page } = browser
  const legend = page.getByRole("complementary", { name: "Legend" })
  await openColored(legend)
  const visit = async (url: string, name: string) => {
    await page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(url)}); dispatchEvent(new PopStateEvent("popstate"))`
    )
    await page.getByRole("heading", { name }).waitFor()
    await browser.drawn()
    await browser.settled()
  }
  // The page is not loaded again.
  await visit(`${annexe}?panel=topics&color=!view`, "Annexe")
  expect(await legend.count()).toBe(0)
  await open("Clash at the wall")
  await legend.getByText("#FF0000").waitFor()
  await legend.getByRole("button", { name: "Original colours" }).click()
  // The colours before are those of the other model's view.
  expect(parameter("color")).not.toBe("Class")
})
