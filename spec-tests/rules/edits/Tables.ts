import { type Json, textOf } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { admit, companion, editing, freshEditor, g } from "../../harness/Editing.ts"
import { Editor } from "../../harness/Editor.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const fourteen = rules("contract 14")
const operated = rules("contract 14", operating)
const [a, b] = [g("WallA"), g("WallB")]

const taken = async (editor: Editor, csv: string, query = "") => status(await editor.table(csv, query), 200)

/** The errors of a table: row, column and error. */
const errors = async (editor: Editor, csv: string, query = ""): Promise<ReadonlyArray<ReadonlyArray<Json>>> =>
  (await taken(editor, csv, query)).list("errors").map((row) => [row["row"]!, row["column"]!, row["error"]!])

const unpublished = async (editor: Editor): Promise<number> => (await editor.cells()).length

/** Sends a table, checks that it changes nothing, and returns the number of cells that are no edits. */
const asItIs = async (editor: Editor, csv: string, query = ""): Promise<Json> => {
  const answer = await taken(editor, csv, query)
  same("errors", answer.list("errors"), [])
  same("edits", answer.at("edits"), 0)
  same("changes", await unpublished(editor), 0)
  return answer.at("unchanged") ?? null
}

const onHouse = (run: (editor: Editor) => Promise<void>) => (context: Context) => editing(context, run)

export const tables = [
  fourteen(
    "14-table-as-it-is",
    "An unchanged table has no effect, even with columns moved, rows sorted or left out, and columns added",
    onHouse(async (editor) => {
      const csv = `Tag,No field,Guid,Name\nW-2,1,${b},Wall B\nW-1,2,${a},Wall A\n`
      same("unchanged", await asItIs(editor, csv), 4)
      const { body } = await taken(editor, csv)
      same("ignored", (body as { readonly ignored: Json }).ignored, ["No field"])
      same("strict", (await editor.table(csv, "?strict=true")).status, 400)
    })
  ),
  fourteen(
    "14-table-edits",
    "Cells that differ become edits; an emptied one clears the value, unless empty=ignore",
    onHouse(async (editor) => {
      const csv = `Guid,Description,FireRating\n${a},,F90\n`
      same("ignored", (await taken(editor, csv, "?empty=ignore&dryRun=true")).at("edits"), 1)
      const answer = await taken(editor, csv)
      same("answer", answer.body, { errors: [], edits: 2, unchanged: 0, ignored: [] })
      same("cells", await editor.cells(), [
        [a, "Description", "South wall", null],
        [a, "Pset_WallCommon.FireRating", "REI 60", "F90"]
      ])
    })
  ),
  fourteen(
    "14-table-errors",
    "Rows without Guid, repeated or of no product, and cells of a wrong type, are reported with row and column, and nothing is changed",
    onHouse(async (editor) => {
      const csv = `Guid,Count,Tag\n${a},many,T\n,1,\n,,\n${a},7,\n${"0".repeat(22)},,\n`
      same("errors", await errors(editor, csv), [
        [2, "Count", "InvalidValue"],
        [3, "Guid", "InvalidValue"],
        [5, "Guid", "DuplicateModification"],
        [6, "Guid", "ProductNotFound"]
      ])
      same("changes", await unpublished(editor), 0)
      same("without Guid", (await editor.table("Name\nx\n")).status, 400)
    })
  ),
  fourteen(
    "14-table-create",
    "With create=true a header Set.Name creates a property, else it is ignored",
    onHouse(async (editor) => {
      const csv = `Guid,Pset_Own.Note\n${a},new\n`
      same("ignored", (await taken(editor, csv)).at("ignored"), ["Pset_Own.Note"])
      same("edits", (await taken(editor, csv, "?create=true")).at("edits"), 1)
      same("shown", await editor.pair(a, "Pset_Own.Note"), ["Pset_Own", "new"])
    })
  ),
  fourteen(
    "14-table-units",
    "CSV is read in the requested units: a table in SI of a model in millimetres changes nothing",
    onHouse(async (editor) => {
      await asItIs(editor, `Guid,Depth\n${a},300\n`)
      await asItIs(editor, `Guid,Depth\n${a},0.3\n`, "?units=SI")
      await asItIs(editor, `Guid;Depth\n${a};0,3\n`, "?units=SI&decimal=,")
      same("edits", (await taken(editor, `Guid,Depth\n${a},0.365\n`, "?units=SI")).at("edits"), 1)
      same("shown", await editor.pair(a, "Depth"), ["Site data", 365])
      same("word", (await editor.table(`Guid\n${a}\n`, "?units=Inch")).status, 400)
    })
  ),
  fourteen(
    "14-table-references",
    "Locations are given by a unique name or by guid",
    onHouse(async (editor) => {
      const at = (place: string) => `Guid,SpatialLocation\n${a},${place}\n`
      await asItIs(editor, at("Ground floor"))
      same("edits", (await taken(editor, at("Upper floor"))).at("edits"), 1)
      same("back by guid", (await taken(editor, at(guid("Ground")))).at("errors"), [])
      same("changes", await unpublished(editor), 0)
      same("unknown", await errors(editor, at("Attic")), [[2, "SpatialLocation", "ReferenceNotFound"]])
    })
  ),
  fourteen(
    "14-table-taken-back",
    "A cell with the value of the version reverts the caller's unpublished change, even an added property",
    onHouse(async (editor) => {
      await editor.apply({
        update: { Name: { [a]: "Mine" } },
        add: { Own: { [a]: { PropertySet: "Own", Value: 1 } } }
      })
      same("edits", (await taken(editor, `Guid,Name,Own\n${a},Wall A,\n`)).at("edits"), 2)
      same("changes", await unpublished(editor), 0)
    })
  ),
  operated(
    "14-table-conflict",
    "A cell that others published since the version is a Conflict if the table changed it too, unless force=true; unchanged cells undo nothing",
    async (context) => {
      const ada = await freshEditor(context)
      const [first] = await ada.versions()
      const version = `?version=${textOf(first!["modelVersionId"])}`
      const bob = await companion(context, ada)
      await bob.apply({ update: { Name: { [a]: "Bob's" } } })
      await bob.published()
      const csv = (name: string) => `Guid,Name,Tag\n${a},${name},T\n`
      same("left", (await taken(ada, csv("Wall A"), version)).at("edits"), 1)
      same("name", (await ada.pair(a, "Name"))[1], "Bob's")
      await ada.discard()
      same("conflict", await errors(ada, csv("Ada's"), version), [[2, "Name", "Conflict"]])
      same("same value", (await taken(ada, csv("Bob's"), `${version}&dryRun=true`)).at("errors"), [])
      same("forced", (await taken(ada, csv("Ada's"), `${version}&force=true`)).at("errors"), [])
      const unknown = await ada.table(csv("x"), "?version=9007199254740991")
      same(
        "unknown version",
        [unknown.status, (unknown.body as { readonly error: Json }).error],
        [404, "VersionNotFound"]
      )
    }
  ),
  fourteen(
    "14-table-dry-run",
    "A dry run of a table or of M12 stores nothing, needs no session and returns the changes",
    onHouse(async (editor) => {
      const none = editor.as(null)
      const change = { guid: a, field: "Name", before: "Wall A", after: "Dry" }
      const table = status(await none.table(`Guid,Name\n${a},Dry\n`, "?dryRun=true"), 200)
      const [ofTable] = table.list("changes")
      const body = { update: { Name: { [a]: "Dry" } } }
      const [ofM12] = status(await none.send("POST", "/products?dryRun=true", body), 200).list("changes")
      for (const found of [ofTable, ofM12]) {
        same(
          "change",
          { guid: found?.["guid"], field: found?.["field"], before: found?.["before"], after: found?.["after"] },
          change
        )
      }
      same("changes", await unpublished(editor), 0)
      same("without session", (await none.table(`Guid,Name\n${a},Dry\n`)).status, 400)
    })
  ),
  operated("14-table-roles", "A table needs DataEditor, even for a dry run", async (context) => {
    const ada = await freshEditor(context)
    await admit(context, ada.model, "Viewer")
    const viewer = new Editor(context.second, ada.model, "viewer")
    for (const query of ["", "?dryRun=true"]) {
      same(query, (await viewer.table(`Guid,Name\n${a},V\n`, query)).status, 403)
    }
  }),
  fourteen(
    "14-table-faults",
    "Bodies that are not tables, other media types and broken CSV are refused",
    onHouse(async (editor) => {
      const cases: ReadonlyArray<readonly [string, string]> = [
        ["", "empty"],
        [`Guid,Name\n${a},"open\n`, "an open quote"],
        [`Guid,Name\n${a},a,b\n`, "too many cells"],
        [`Guid,Name,Name\n${a},a,b\n`, "a header twice"],
        ["PK\u0003\u0004 no archive", "a broken archive"]
      ]
      for (const [csv, what] of cases) same(what, (await editor.table(csv)).status, 400)
      const path = `${editor.model.path}/products/table`
      same("text", (await editor.client.raw("POST", path, "Guid\n", "text/plain")).status, 415)
      holds("none", (await unpublished(editor)) === 0)
    })
  )
]
