/* Topics between the page and bcf-client, both ways, with their views. It needs Python 3.11 and Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bcfReaders } from "../../bench/BcfReaders.ts"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { picture } from "../bcf/testing/SampleBcf.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"
import { signIn } from "./testing/PageSignIn.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import { run } from "./testing/TableService.ts"

const script = join(import.meta.dir, "testing/bcf/views.py")
const folder = mkdtempSync(join(tmpdir(), "plinth-topic-views-"))
const versions = ["2.1", "3.0"] as const

type Numbers = readonly [number, number, number]

interface Camera {
  readonly camera_view_point: Numbers
  readonly camera_direction: Numbers
  readonly camera_up_vector: Numbers
  readonly field_of_view: number
}

interface Plane {
  readonly location: Numbers
  readonly direction: Numbers
}

/** A view as bcf-client reads it. The snapshot is its SHA-256. */
interface View {
  readonly camera: Camera
  readonly selection: ReadonlyArray<string>
  readonly default_visibility: boolean
  readonly exceptions: ReadonlyArray<string>
  readonly coloring: ReadonlyArray<readonly [color: string, guids: ReadonlyArray<string>]>
  readonly planes: ReadonlyArray<Plane>
  readonly snapshot: string
}

interface ReadTopic {
  readonly guid: string
  readonly description: string
  readonly type: string | null
  readonly status: string
  readonly author: string
  readonly assigned: string | null
  readonly due: string | null
  readonly comments: ReadonlyArray<readonly [author: string, comment: string]>
  readonly views: ReadonlyArray<View>
}

interface ReadFile {
  readonly version: string
  readonly topics: Readonly<Record<string, ReadTopic>>
}

let service: ServiceProcess.ServiceProcess
let browser: PageBrowser.PageBrowser
let client: ReturnType<typeof ServiceClient.make>
let token = ""
let python = ""
let project = ""
let projectId = ""
/** Three walls: one is selected, one hidden, one coloured. */
let walls: ReadonlyArray<string> = []
/** The view that bcf-client wrote. */
let sent: { readonly camera: Camera; readonly plane: Plane }

beforeAll(async () => {
  python = await pythonOf(bcfReaders)
  service = await ServiceProcess.start({ directory: join(folder, "data") })
  const origin = `http://localhost:${service.port}`
  token = await service.token("ada")
  client = ServiceClient.make(service.url, token)
  projectId = await client.createProject("Tower")
  const bytes = await Bun.file(join(import.meta.dir, "sample/SampleBuilding.ifc")).bytes()
  await client.ended(await client.startImport(projectId, "House", bytes))
  const [{ id } = { id: "" }] = await client.models(projectId)
  const path = `/v1/projects/${projectId}/models/${id}/products/properties/query?page=1&pageSize=3`
  const body = { fields: ["Guid"], filters: [{ property: "Class", operator: "Equals", value: "IfcWall" }] }
  const rows = (await client.call("POST", path, { body })).json["result"]!
  walls = (rows as ReadonlyArray<{ readonly Guid: string }>).map(({ Guid }) => Guid)
  project = `${origin}/app/projects/${projectId}`
  await Bun.write(join(folder, "picture.png"), picture)
  const [selected, hidden, coloured] = walls as [string, string, string]
  const printed = await run(python, script, "write", folder, selected, hidden, coloured, join(folder, "picture.png"))
  sent = JSON.parse(printed) as typeof sent
  browser = await PageBrowser.open({ origin })
  await signIn(browser.page, service, "ada")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const panel = () => browser.page.getByRole("region", { name: "Details" })
const dialog = () => browser.page.getByRole("dialog")
const fetched = (path: string) => fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const lengthOf = (a: Numbers): number => Math.hypot(...a)
const less = (a: Numbers, b: Numbers): Numbers => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Numbers, b: Numbers): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const degrees = (a: Numbers, b: Numbers): number => {
  const apart = less(
    a.map((part) => part / lengthOf(a)) as unknown as Numbers,
    b.map((part) => part / lengthOf(b)) as unknown as Numbers
  )
  return (2 * Math.asin(Math.min(1, lengthOf(apart) / 2)) * 180) / Math.PI
}

/** The largest differences of all views that were compared, in metres and degrees. */
const largest = { metres: 0, degrees: 0 }
const near = (kind: keyof typeof largest, difference: number): void => {
  largest[kind] = Math.max(largest[kind], difference)
  expect(difference).toBeLessThan(kind === "metres" ? 0.001 : 0.01)
}

const expectSameView = (found: View, { camera, plane }: typeof sent): void => {
  near("metres", lengthOf(less(found.camera.camera_view_point, camera.camera_view_point)))
  near("degrees", degrees(found.camera.camera_direction, camera.camera_direction))
  near("degrees", degrees(found.camera.camera_up_vector, camera.camera_up_vector))
  expect(found.planes).toHaveLength(1)
  const [cut] = found.planes as [Plane]
  near("degrees", degrees(cut.direction, plane.direction))
  near("metres", Math.abs(dot(less(cut.location, plane.location), plane.direction)) / lengthOf(plane.direction))
  const [selected, hidden, coloured] = walls as [string, string, string]
  expect(found.selection).toEqual([selected])
  expect([found.default_visibility, found.exceptions]).toEqual([true, [hidden]])
  expect(found.coloring).toEqual([["FF0000", [coloured]]])
}

/** Opens the view of a topic that bcf-client wrote, and makes a topic from it with all that the page offers. */
const madeFrom = async (version: string): Promise<void> => {
  const { page } = browser
  await page.goto(`${project}?tab=topics`)
  await page.getByLabel("Import .bcfzip").setInputFiles(join(folder, `${version}.bcfzip`))
  await page.getByText("Imported: 1 new, 0 changed.").waitFor()
  await page.getByRole("button", { name: `Written as ${version}` }).click()
  await page.getByRole("link", { name: "House" }).click()
  await panel().getByText("The view is shown.").waitFor()
  await browser.settled()
  const address = new URL(page.url()).searchParams
  expect([address.get("sel"), address.get("color")]).toEqual([walls[0]!, "!view"])
  await panel().getByRole("button", { name: "All topics" }).click()
  await panel().getByRole("button", { name: "New topic from this view" }).click()
  await dialog().getByLabel("Title").fill(`Made of ${version}`)
  await dialog().getByLabel("Description").fill("Too <thin> & short.\nSee the drawing.")
  await dialog().getByLabel("Assigned to").selectOption("ada")
  await dialog().getByLabel("Title").press("Enter")
  await panel()
    .getByRole("button", { name: `Made of ${version}` })
    .click()
  await panel()
    .getByRole("heading", { name: `Made of ${version}` })
    .waitFor()
  await panel().getByLabel("Status").selectOption("In Progress")
  await panel().getByLabel("Due date").fill("2026-12-24")
  await panel().getByLabel("Comment", { exact: true }).fill("Measured on site.")
  await panel().getByRole("button", { name: "Add comment" }).click()
  await panel().getByRole("list", { name: "Comments" }).getByText("Measured on site.").waitFor()
  expect(browser.faults).toEqual([])
}

let files: ReadonlyArray<ReadFile> = []

test("topics that bcf-client wrote open on the page, where others are made of their views", async () => {
  for (const version of versions) await madeFrom(version)
  const { page } = browser
  await page.goto(`${project}?tab=topics`)
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export .bcfzip" }).click()
  await (await saving).saveAs(join(folder, "out-3.0.bcfzip"))
  const old = await fetched(`/v1/projects/${projectId}/topics.bcfzip?version=2.1`)
  await Bun.write(join(folder, "out-2.1.bcfzip"), await old.arrayBuffer())
  const paths = versions.map((version) => join(folder, `out-${version}.bcfzip`))
  files = JSON.parse(await run(python, script, "read", ...paths)) as typeof files
  expect(files.map(({ version }) => version)).toEqual([...versions])
})

test.each([0, 1])("bcf-client reads the topics of the page whole, and its own as they were, in file %i", async (i) => {
  const { topics } = files[i]!
  expect(Object.keys(topics).toSorted()).toEqual(
    versions.flatMap((one) => [`Made of ${one}`, `Written as ${one}`]).toSorted()
  )
  for (const version of versions) {
    const written = topics[`Written as ${version}`]!
    expect(written).toMatchObject({ author: "somebody@example.org", type: "Clash", status: "Active" })
    expectSameView(written.views[0]!, sent)
    expect(written.views[0]!.camera.field_of_view).toBe(sent.camera.field_of_view)
    expect(written.views[0]!.snapshot).toBe(digest(picture))

    const made = topics[`Made of ${version}`]!
    expect(made).toMatchObject({
      description: "Too <thin> & short.\nSee the drawing.",
      status: "In Progress",
      author: "ada",
      assigned: "ada",
      comments: [["ada", "Measured on site."]]
    })
    expect(made.due).toStartWith("2026-12-24")
    expectSameView(made.views[0]!, sent)
    const path = `/bcf/3.0/projects/${projectId}/topics/${made.guid}/viewpoints`
    const [view] = (await (await fetched(path)).json()) as ReadonlyArray<{ readonly guid: string }>
    const shown = new Uint8Array(await (await fetched(`${path}/${view!.guid}/snapshot`)).arrayBuffer())
    // A picture of one colour is packed into far fewer bytes.
    expect(shown.length).toBeGreaterThan(5000)
    expect(made.views[0]!.snapshot).toBe(digest(shown))
  }
  console.log(`The views differ by at most ${largest.metres} m and ${largest.degrees} degrees.`)
})
