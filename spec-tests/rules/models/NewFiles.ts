import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { alphabetical, each, holds, matches, same, status } from "../../harness/Check.ts"
import { companion, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { fetched, guid } from "../../harness/Imports.ts"
import { endOfFile, houseText, replaced, takeFile, without, withProduct } from "../../harness/NewFile.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const nine = rules("contract 9", operating)
const [chair, slab, wall] = [g("Chair"), g("Slab"), g("WallA")]

/** The house with another name of a wall and another value, one product less and one more. */
const secondFile = async (): Promise<string> => {
  const renamed = replaced(await houseText(), "'Wall A'", "'Wall of the file'")
  return withProduct(without(replaced(renamed, "IFCLABEL('F0')", "IFCLABEL('F30')"), "Chair"), "Bench")
}

const titles = async (editor: Editor) => (await editor.versions()).map(({ title }) => title)

export const newFiles = [
  nine(
    "9-new-file-version",
    "A new file is the next version of model and project, with title and description",
    async (context) => {
      const editor = await freshEditor(context)
      const before = await editor.source()
      const more = { title: "Second file", description: "From the architects" }
      same("end", (await endOfFile(editor, await secondFile(), more)).at("status"), "Ready")
      const [latest, first] = await editor.versions()
      same("first", [first!["title"], first!["modelVersionId"]], ["Import", before["modelVersionId"]])
      same("texts", [latest!["title"], latest!["description"]], [more.title, more.description])
      same("createdBy", latest!["createdBy"], context.subject)
      same("counts", [latest!["cells"], latest!["deletedProducts"]], [2, 1])
      const source = await editor.source()
      for (const id of ["modelVersionId", "projectVersionId"]) {
        same(id, source[id], latest![id])
        holds(`a new ${id}`, source[id] !== before[id], source[id])
      }
    }
  ),
  nine(
    "9-new-file-changes",
    "Products match by GlobalId: differing cells are listed, missing products deleted, new ones added",
    async (context) => {
      const editor = await freshEditor(context)
      const { operation, versionId } = await takeFile(editor, await secondFile())
      same("cells", await editor.cells(versionId), [
        [wall, "Name", "Wall A", "Wall of the file"],
        [wall, "Site data.FireRating", "F0", "F30"]
      ])
      const changes = await editor.changes(versionId)
      const lists = [changes.at("added"), changes.at("deleted"), changes.at("totalCount")]
      same("added, deleted", lists, [[guid("Bench")], [chair], 4])
      const shown = await editor.rows(["Name"])
      same("shown", [shown.get(wall)!["Name"], shown.get(guid("Bench"))!["Name"]], ["Wall of the file", "Bench"])
      same("gone", [shown.has(chair), shown.size], [false, 13])
      const report = status(await fetched(context.anonymous, operation.string("reportUrl")), 200)
      same("report", [report.at("added"), report.at("changed"), report.at("removed")], [1, 1, 1])
    }
  ),
  nine("9-new-file-same", "The same file again is a version without changes", async (context) => {
    const editor = await freshEditor(context)
    const { operation, versionId } = await takeFile(editor, await houseText())
    same("changes", (await editor.changes(versionId)).at("totalCount"), 0)
    const report = status(await fetched(context.anonymous, operation.string("reportUrl")), 200)
    same("report", [report.at("added"), report.at("changed"), report.at("removed")], [0, 0, 0])
  }),
  nine("9-new-file-edits", "Published edits still apply to the new file", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply({
      update: { Name: { [wall]: "Published" } },
      add: { New: { [slab]: { PropertySet: "S", Value: 3.5 } } }
    })
    await editor.published()
    const { versionId } = await takeFile(editor, await secondFile())
    same("Name", await editor.pair(wall, "Name"), [null, "Published"])
    same("New", await editor.pair(slab, "New"), ["S", 3.5])
    same("cells", await editor.cells(versionId), [[wall, "Site data.FireRating", "F0", "F30"]])
  }),
  nine("9-new-file-deletion", "A published deletion stays, even if the file contains the product", async (context) => {
    const editor = await freshEditor(context)
    await editor.removed(wall)
    await editor.published()
    const { versionId } = await takeFile(editor, replaced(await houseText(), "'Wall A'", "'Wall of the file'"))
    same("shown", (await editor.rows([])).has(wall), false)
    same("changes", (await editor.changes(versionId)).at("totalCount"), 0)
    same(
      "deleted in another version",
      (await editor.versions()).map((version) => version["deletedProducts"]),
      [0, 1, 0]
    )
  }),
  nine("9-new-file-unpublished", "Sessions and unpublished changes of every user are kept", async (context) => {
    const ada = await freshEditor(context)
    const bob = await companion(context, ada)
    await ada.apply(one("update", "Name", wall, "Ada's"))
    await ada.apply(one("update", "Name", chair, "Of what is gone"))
    await bob.apply(one("update", "Description", slab, "Bob's"))
    await takeFile(ada, await secondFile())
    for (const editor of [ada, bob]) {
      const session = await editor.session()
      same("session", [session.at("active"), session.at("clientSessionId")], [true, editor.sessionId])
    }
    same("Ada's", await ada.cells(), [[wall, "Name", "Wall of the file", "Ada's"]])
    same("Bob sees", await bob.pair(wall, "Name"), [null, "Wall of the file"])
    const published = await bob.publishedId("Bob's")
    same("Bob's", await bob.cells(published), [[slab, "Description", null, "Bob's"]])
  }),
  nine("9-new-file-older", "Older versions show the values of their own file, in M3 and M4", async (context) => {
    const editor = await freshEditor(context)
    const first = textOf((await editor.source())["modelVersionId"])
    const file = replaced(await secondFile(), "'FireRating',$,IFCLABEL('F30')", "'Resistance',$,IFCLABEL('F30')")
    const { versionId } = await takeFile(editor, file)
    const shown = async (id: string) => {
      const rows = await editor.rows(["Name", "Resistance"], `?version=${id}`)
      const path = `${editor.model.path}/products/properties/available-data?version=${id}`
      const fields = status(await editor.client.get(path), 200)
        .list("fields")
        .map(String)
      const value = (rows.get(wall)!["Resistance"] as JsonObject)["Value"]
      return [rows.get(wall)!["Name"], value, rows.has(chair), rows.has(guid("Bench")), fields.includes("Resistance")]
    }
    same("older", await shown(first), ["Wall A", null, true, false, false])
    same("latest", await shown(versionId), ["Wall of the file", "F30", false, true, true])
  }),
  nine("9-new-file-fails", "A file with a later fault: Failed, and the model stays unchanged", async (context) => {
    const editor = await freshEditor(context)
    const seen = async () => [
      await editor.source(),
      await editor.versions(),
      [...(await editor.rows(["Name"])).values()],
      status(await editor.client.get(`${editor.model.project.path}/locations`), 200).body
    ]
    const before = await seen()
    const file = await secondFile()
    await each([file.replace("'IFC4'", "'AUTOMOTIVE_DESIGN'"), file.slice(0, 400)], String, async (bad) => {
      const end = await endOfFile(editor, bad)
      same("end", [end.at("status"), end.at("error")], ["Failed", "InvalidModelFile"])
      matches("errorDetails", end.at("errorDetails"), /./)
      same("the model", await seen(), before)
    })
    await takeFile(editor, file, "A good one")
    same("versions", await titles(editor), ["A good one", "Import"])
  }),
  nine("9-new-file-twice", "A file is compared with the previous one; removed products can return", async (context) => {
    const editor = await freshEditor(context)
    const second = await takeFile(editor, await secondFile(), "Second")
    const { operation, versionId } = await takeFile(editor, await houseText(), "Third")
    same("cells", await editor.cells(versionId), [
      [wall, "Name", "Wall of the file", "Wall A"],
      [wall, "Site data.FireRating", "F30", "F0"]
    ])
    const changes = await editor.changes(versionId)
    same("added, deleted", [changes.at("added"), changes.at("deleted")], [[chair], [guid("Bench")]])
    same("of the second", (await editor.changes(second.versionId)).at("deleted"), [chair])
    const report = status(await fetched(context.anonymous, operation.string("reportUrl")), 200)
    same("report", [report.at("added"), report.at("changed"), report.at("removed")], [1, 1, 1])
  }),
  nine(
    "9-new-file-race",
    "Two concurrent files and a publication make three versions, and none is lost",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply(one("update", "Description", slab, "Published"))
      const ends = await Promise.all([
        endOfFile(editor, replaced(await houseText(), "'Wall A'", "'One'"), { title: "One" }),
        endOfFile(editor, replaced(await houseText(), "'Wall A'", "'Two'"), { title: "Two" }),
        editor.publish("Beside").then((answer) => status(answer, 204))
      ])
      same(
        "ends",
        ends.slice(0, 2).map((end) => end.at("status")),
        ["Ready", "Ready"]
      )
      const versions = await editor.versions()
      const later = versions.filter(({ title }) => title === "One" || title === "Two")
      same("versions", alphabetical((await titles(editor)).map(textOf)), ["Beside", "Import", "One", "Two"])
      same("the last file holds", await editor.pair(wall, "Name"), [null, later[0]!["title"]])
      same("the edit on top", await editor.pair(slab, "Description"), [null, "Published"])
      same("cells", await editor.cells(textOf(later[0]!["modelVersionId"])), [
        [wall, "Name", later[1]!["title"], later[0]!["title"]]
      ])
    }
  )
]
