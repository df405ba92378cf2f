import { holds, same, status } from "../../harness/Check.ts"
import { admit, freshEditor, g } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { Skipped } from "../../harness/Faults.ts"
import { exported, exportResult, startExport } from "../../harness/Exporting.ts"
import { fetched, follow, importBytes } from "../../harness/Imports.ts"
import { largeIfc } from "../../harness/MadeFiles.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const m16 = rules("specification M16", operating)
const m17 = rules("specification M17", operating)
const eight = rules("contract 8", operating)
const chair = g("Chair")

/** The rules of how exports are requested, and by whom. */
export const exportRequests = [
  m16("M16-started", "Starting an export answers 202 with operation, source and Location", async (context) => {
    const model = await context.house
    const answer = await startExport(context.api, model)
    const members = ["id", "kind", "percentageCompleted", "source", "status"]
    same("members", Object.keys(answer.object()).sort(), members)
    same("kind", answer.at("kind"), "ExportIfc")
    const location = answer.header("location")
    holds("Location", location.endsWith(`/v1/operations/${answer.string("id")}`), location)
    same("source", answer.at("source"), status(await context.api.get(model.path), 200).at("latestPublicSource"))
    const last = (await follow(context.api, answer.string("id"))).at(-1)!
    const wanted = { id: answer.string("id"), kind: "ExportIfc", status: "Ready", percentageCompleted: 100 }
    same("operation", Object.fromEntries(Object.keys(wanted).map((name) => [name, last.at(name)])), wanted)
  }),
  m17(
    "M17-result",
    "The result is a redirect to the file, with downloadUrl and reportUrl as its body",
    async (context) => {
      const model = await context.house
      const { api } = context
      const answer = await exportResult(api, model, (await startExport(api, model)).string("id"))
      same("members", Object.keys(answer.object()).sort(), ["downloadUrl", "reportUrl"])
      same("Location", answer.header("location"), answer.at("downloadUrl"))
      const file = status(await fetched(context.anonymous, answer.string("downloadUrl")), 200)
      holds("an IFC file", file.text.startsWith("ISO-10303-21;"), file.text.slice(0, 40))
      status(await fetched(context.anonymous, answer.string("reportUrl")), 200).object()
    }
  ),
  m17("M17-not-ready", "An export that is not finished is 400 OperationNotReady", async (context) => {
    const project = await context.newProject("Large")
    const model = await importBytes(context.api, project, largeIfc(60_000))
    const started = await Promise.all([0, 1, 2].map(() => startExport(context.api, model)))
    const last = started.at(-1)!.string("id")
    const answer = await context.api.get(`${model.path}/export-ifc/${last}/result`)
    const { length } = await follow(context.api, last)
    if (answer.status === 302 && length === 1) throw new Skipped("the export was ready before its result was asked for")
    errorView(answer, 400, "OperationNotReady")
  }),
  m17("M17-cancelled", "An export that failed is 400 OperationFailed", async (context) => {
    const project = await context.newProject("Large")
    const model = await importBytes(context.api, project, largeIfc(60_000))
    const started = await Promise.all([0, 1, 2].map(() => startExport(context.api, model)))
    const id = started.at(-1)!.string("id")
    status(await context.api.delete(`/v1/operations/${id}`), 204)
    const last = (await follow(context.api, id)).at(-1)!
    if (last.at("status") === "Ready") throw new Skipped("the export was ready before it was cancelled")
    same("error", last.at("error"), "Cancelled")
    errorView(await context.api.get(`${model.path}/export-ifc/${id}/result`), 400, "OperationFailed")
  }),
  m17("M17-others", "An operation of another kind, or another model's, is 404", async (context) => {
    const model = await context.house
    const { api } = context
    const id = (await startExport(api, model)).string("id")
    await exportResult(api, model, id)
    errorView(await api.get(`${model.path}/products/quantities/${id}/result`), 404, "OperationNotFound")
    errorView(await api.get(`${model.path}/export-ifc/${model.operationId}/result`), 404, "OperationNotFound")
    const other = await context.model("shed.ifc")
    errorView(await api.get(`${other.path}/export-ifc/${id}/result`), 404, "OperationNotFound")
  }),
  eight("8-export-visible", "Everyone who can read the model can read its exports", async (context) => {
    const editor = await freshEditor(context)
    const id = (await startExport(context.api, editor.model)).string("id")
    await exportResult(context.api, editor.model, id)
    errorView(await context.second.get(`${editor.model.path}/export-ifc/${id}/result`), 404)
    await admit(context, editor.model, "Viewer")
    status(await context.second.get(`${editor.model.path}/export-ifc/${id}/result`), 302)
    same("operation", status(await context.second.get(`/v1/operations/${id}`), 200).at("id"), id)
    status(await context.second.post(`${editor.model.path}/export-ifc`), 202)
  }),
  eight("8-export-source", "An export uses the source that was current when it was started", async (context) => {
    const editor = await freshEditor(context)
    const started = await startExport(context.api, editor.model)
    const source = await editor.source()
    same("source", started.at("source"), source)
    await editor.apply(one("update", "Name", chair, "Later"))
    await editor.published()
    const links = await exportResult(context.api, editor.model, started.string("id"))
    const file = status(await fetched(context.anonymous, links.string("downloadUrl")), 200).text
    holds("nothing later", !file.includes("'Later'"))
    const after = await exported(editor)
    holds("later", after.text.includes("'Later'"))
    same("its source", after.source, await editor.source())
  }),
  m16(
    "M16-shared-data",
    "The source names the sharedDataVersionId that was current when the export was started",
    async (context) => {
      const editor = await freshEditor(context)
      const { path } = editor.model.project
      const before = (await startExport(context.api, editor.model)).string("source", "sharedDataVersionId")
      status(await context.api.post(`${path}/locations`, { name: "Yard", type: "Site" }), 201)
      const after = (await startExport(context.api, editor.model)).string("source", "sharedDataVersionId")
      holds("another one", before !== after, [before, after])
      same("the latest", after, (await editor.source())["sharedDataVersionId"])
    }
  )
]
