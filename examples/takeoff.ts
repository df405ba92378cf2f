/**
 * Imports a model, lists its walls, writes their quantities to a CSV, changes a property, publishes, exports.
 * Usage: PLINTH_URL=… PLINTH_TOKEN=… sh scripts/run.sh examples/takeoff.ts MODEL.ifc FOLDER
 */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import process from "node:process"
import { connect, PlinthError } from "../sdk/plinth.ts"

const [, , file = "", folder = "."] = process.argv
await mkdir(folder, { recursive: true })
const plinth = connect({ url: process.env["PLINTH_URL"] ?? "", token: process.env["PLINTH_TOKEN"] })

// Import: a place to send the file to, the file, the model that is made of it.
const { id: projectId } = await plinth.createProject({ body: { name: "Takeoff in TypeScript" } })
const ticket = await plinth.uploadUrl()
await plinth.put(ticket, new Uint8Array(await readFile(file)))
const draft = { modelName: "House", uploadKey: ticket.uploadKey, uploadFileName: basename(file) }
const started = await plinth.createModel({ projectId, body: draft, idempotencyKey: crypto.randomUUID() })
await plinth.waitFor(started, { signal: AbortSignal.timeout(300_000) })
const model = { projectId, modelId: started.modelId }

// Query: page after page.
const walls: Array<string> = []
const wall = [{ property: "Class", operator: "Contains", value: "Wall" }] as const
const query = { ...model, pageSize: 2, body: { fields: ["Guid", "Name"], filters: wall } }
for await (const page of plinth.queryProductsPages(query)) walls.push(...page.result.map((row) => String(row["Guid"])))
console.log(`${walls.length} walls`)

// Quantities of every product, as a table.
const calculators = ["Count", "Length", "NetVolume"] as const
const calculation = await plinth.startQuantities({ ...model, body: { calculators } })
await plinth.waitFor(calculation)
const { downloadUrl } = await plinth.quantityResult({ ...model, operationId: calculation.id })
interface Result {
  readonly products: ReadonlyArray<
    Readonly<Record<string, { readonly value: number } | undefined>> & { readonly Guid: string; readonly Class: string }
  >
}
const { products } = (await (await plinth.get(downloadUrl)).json()) as Result
const lines = products.map((one) =>
  [one.Guid, one.Class, ...calculators.map((name) => one[name]?.value ?? "")].join(",")
)
await writeFile(join(folder, "quantities.csv"), [["Guid", "Class", ...calculators].join(","), ...lines, ""].join("\n"))
console.log(`${products.length} products measured`)

// Edit under a session, then let the others see it. A refused edit says what is at fault.
const session = { ...model, clientSessionId: crypto.randomUUID() }
await plinth.startSession(session)
try {
  const ratings = Object.fromEntries(walls.map((guid) => [guid, "REI 90"]))
  const { errors } = await plinth.modifyProducts({
    ...session,
    body: { addOrUpdate: { "Pset_WallCommon.FireRating": ratings } }
  })
  if (errors.length > 0) throw new Error(errors[0]!.description)
  await plinth.publish({ ...session, body: { title: "Walls rated" } })
} catch (error) {
  if (error instanceof PlinthError) console.error(`${error.code}, request ${error.requestId}`)
  throw error
} finally {
  // A session that is not ended ends by itself.
  await plinth.endSession(session).catch(() => undefined)
}
console.log("published")

// Export: the file as it was, with what was published.
const exporting = await plinth.startExport(model)
await plinth.waitFor(exporting)
const exported = await plinth.exportResultFile({ ...model, operationId: exporting.id })
await writeFile(join(folder, "exported.ifc"), exported.body!)
console.log("exported")
