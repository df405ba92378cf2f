/**
 * Uses the client against a service, in Bun or in Node: imports, queries, shapes, an export, and errors. It deletes its
 * projects and ends with the line "done".
 * Usage: SdkRoundTrip.ts URL TOKEN FIXTURES
 */
import { deepEqual, equal, match, ok } from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { connect, PlinthError } from "../../sdk/plinth.ts"

const [, , url = "", token = "", fixtures = ""] = process.argv
const plinth = connect({ url: `${url}/`, token: () => Promise.resolve(token) })

const streamOf = async (file: string) => new Blob([await readFile(join(fixtures, file))]).stream()

/** Returns the error of a call that the service must refuse. */
const refused = async (call: Promise<unknown>): Promise<PlinthError> => {
  const error = await call.then(
    () => null,
    (error: unknown) => error
  )
  ok(error instanceof PlinthError, `The call must be refused: ${String(error)}`)
  return error
}

const health = async (): Promise<void> => {
  const withText = connect({ url, token })
  equal((await withText.health()).status, "ok")
}

/** An upload may arrive as a stream of several parts. */
const parts = async (): Promise<void> => {
  const text = new TextEncoder()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (to) => {
      for (const part of ["ISO-", "10303-21;"]) to.enqueue(text.encode(part))
      to.close()
    }
  })
  await plinth.put(await plinth.uploadUrl(), stream)
}

const house = async (projectId: string): Promise<void> => {
  const ticket = await plinth.uploadUrl()
  await plinth.put(ticket, await streamOf("house.ifc"))
  const body = { modelName: "House", uploadKey: ticket.uploadKey, uploadFileName: "house.ifc" }
  const idempotencyKey = crypto.randomUUID()
  const started = await plinth.createModel({ projectId, body, idempotencyKey })
  equal((await plinth.createModel({ projectId, body, idempotencyKey })).id, started.id)
  const percentages: Array<number> = []
  const ended = await plinth.waitFor(started, { onProgress: (one) => void percentages.push(one.percentageCompleted) })
  equal(ended.status, "Ready")
  equal(percentages.at(-1), 100)

  const model = { projectId, modelId: started.modelId }
  const guids: Array<string> = []
  for await (const page of plinth.queryProductsPages({ ...model, pageSize: 5, body: { fields: ["Guid"] } })) {
    guids.push(...page.result.map((row) => String(row["Guid"])))
  }
  equal(new Set(guids).size, (await plinth.queryProducts({ ...model, body: { fields: ["Guid"] } })).totalCount)
  equal((await plinth.getProducts({ ...model, fields: ["Name"], filters: { Class: "Wall" } })).totalCount, 3)

  const exporting = await plinth.startExport(model)
  await plinth.waitFor(exporting)
  const link = { ...model, operationId: exporting.id }
  const file = await plinth.exportResultFile(link)
  ok(file.body instanceof ReadableStream)
  const text = await file.text()
  match(text, /^ISO-10303-21;/)
  equal(await (await plinth.get((await plinth.exportResult(link)).downloadUrl)).text(), text)
}

const shapes = async (projectId: string): Promise<void> => {
  const ticket = await plinth.uploadUrl()
  await plinth.put(ticket, await streamOf("solid.ifc"))
  const body = { modelName: "Solid", uploadKey: ticket.uploadKey, uploadFileName: "solid.ifc" }
  const started = await plinth.createModel({ projectId, body })
  await plinth.waitFor(started)
  await plinth.geometry({ projectId, modelId: started.modelId })
}

/** Errors have one form in the client, whichever of its two forms the service used. */
const errors = async (projectId: string): Promise<void> => {
  const problem = await refused(plinth.readProject({ projectId: "9007199254740991", requestId: "mine" }))
  deepEqual([problem.status, problem.code, problem.requestId], [404, "ProjectNotFound", "mine"])
  const view = await refused(plinth.readModel({ projectId, modelId: "9007199254740991" }))
  deepEqual([view.status, view.code], [404, "ModelNotFound"])
  ok(view.message !== "")
}

/** A failed import is an error with the code of the operation. */
const failedImport = async (projectId: string): Promise<void> => {
  const ticket = await plinth.uploadUrl()
  await plinth.put(ticket, "ISO-10303-21; broken")
  const body = { modelName: "Broken", uploadKey: ticket.uploadKey, uploadFileName: "broken.ifc" }
  const failed = await refused(plinth.waitFor(await plinth.createModel({ projectId, body })))
  deepEqual([failed.status, failed.code], [0, "InvalidModelFile"])
  equal(failed.body !== null && "status" in failed.body && failed.body.status, "Failed")
}

await health()
await parts()
const { id: projectId } = await plinth.createProject({ body: { name: "Round trip of the client" } })
try {
  await house(projectId)
  await shapes(projectId)
  await errors(projectId)
  await failedImport(projectId)
} finally {
  await plinth.deleteProject({ projectId })
}
console.log("done")
