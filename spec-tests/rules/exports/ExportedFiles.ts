import { textOf } from "../../harness/Answer.ts"
import { alphabetical, each, holds, same, status } from "../../harness/Check.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { exported, importedAgain, linesWithout } from "../../harness/Exporting.ts"
import { fixture, guid, importBytes } from "../../harness/Imports.ts"
import { zip } from "../../harness/MadeFiles.ts"
import { houseText, replaced, takeFile } from "../../harness/NewFile.ts"
import { rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const eight = rules("contract 8", operating)
const [beam, chair, column, wall, wallB] = [g("Beam"), g("Chair"), g("Column"), g("WallA"), g("WallB")]

/** GlobalIds of rooted entities, in their order. */
const guidsOf = (file: string): ReadonlyArray<string> =>
  Array.from(file.matchAll(/^#\d+=IFC\w+\('([0-9A-Za-z_$]{22})',/gm), ([, found]) => found!)

/** Rules about exported files. */
export const exportedFiles = [
  eight("8-export-unedited", "A model without published edits is exported byte for byte", async (context) => {
    for (const name of ["house.ifc", "shed.ifc", "bridge.ifc"] as const) {
      const { bytes, report } = await exported({ client: context.api, model: await context.model(name) })
      holds(`${name}: the very bytes`, Buffer.from(bytes).equals(await fixture(name)))
      same(
        "report",
        [report.at("changed"), report.at("added"), report.at("removed"), report.at("applied")],
        [{}, {}, {}, 0]
      )
    }
  }),
  eight("8-export-archive", "A model from an archive is exported as the unpacked bytes", async (context) => {
    const bytes = zip([["house.ifc", await fixture("house.ifc")]], { isDeflated: true })
    const project = await context.newProject("Archive")
    const model = await importBytes(context.api, project, bytes, { uploadFileName: "house.zip" })
    const file = await exported({ client: context.api, model })
    holds("the very bytes", Buffer.from(file.bytes).equals(await fixture("house.ifc")))
  }),
  eight("8-export-public", "An export contains the public version, without unpublished changes", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(one("update", "Name", chair, "Mine"))
    holds("the very bytes", Buffer.from((await exported(editor)).bytes).equals(await fixture("house.ifc")))
  }),
  eight("8-export-lines", "Unaffected lines and GlobalIds stay the same", async (context) => {
    const editor = await freshEditor(context)
    const before = await houseText()
    await editor.apply({ update: { Name: { [chair]: "Stool" }, FireRating: { [wallB]: "REI 180" } } })
    await editor.published()
    const { text } = await exported(editor)
    const gone = linesWithout(before, text)
    same(
      "lines of the file that changed",
      gone.map((line) => line.split("=")[0]!.split("(")[0]),
      ["FILE_NAME", "#112", "#257"]
    )
    const [known, left] = [new Set(before.split("\n")), new Set(gone)]
    const stays = before.split("\n").filter((line) => !left.has(line))
    same(
      "their order",
      text.split("\n").filter((line) => known.has(line)),
      stays
    )
    same("GlobalIds", guidsOf(text), guidsOf(before))
  }),
  eight("8-export-header", "Only the time stamp and originating system of the header change", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(one("update", "Name", chair, "Stool"))
    const version = await editor.published()
    const header = (file: string) => /FILE_NAME\((.*)\);/.exec(file)![1]!
    const now = header((await exported(editor)).text).split(",")
    const was = header(await houseText()).split(",")
    same(
      "the others",
      now.filter((_, i) => i !== 1 && i !== 5),
      was.filter((_, i) => i !== 1 && i !== 5)
    )
    const stamp = Date.parse(`${now[1]!.slice(1, 20)}Z`)
    const published = Date.parse(textOf(version["createdAt"]))
    holds("the time of publication", Math.abs(stamp - published) < 1000, [now[1], version["createdAt"]])
  }),
  eight("8-export-same-bytes", "The same source is exported as the same bytes", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply({
      update: { Name: { [chair]: "Stool" }, FireRating: { [wall]: "F30" } },
      addOrUpdate: {
        Owner: { [wall]: { PropertySet: "Ours", Value: "we" }, [chair]: { PropertySet: "Ours", Value: 3 } }
      }
    })
    await editor.published()
    await editor.apply(one("update", "Tag", chair, "C-1"))
    await editor.published()
    const [first, second] = [await exported(editor), await exported(editor)]
    same("sources", first.source, second.source)
    holds("bytes", Buffer.from(first.bytes).equals(Buffer.from(second.bytes)))
  }),
  eight(
    "8-export-net",
    "Changes that were published and reverted leave the bytes of the file, including the header",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply({ update: { Name: { [chair]: "Stool" }, FireRating: { [wall]: "F30" } } })
      await editor.published()
      await editor.apply({ update: { Name: { [chair]: "Chair" }, FireRating: { [wall]: "REI 60" } } })
      await editor.published()
      holds("the very bytes", Buffer.from((await exported(editor)).bytes).equals(await fixture("house.ifc")))
    }
  ),
  eight("8-export-new-file", "After a new file, the export is that file with the edits", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(one("update", "Name", chair, "Stool"))
    await editor.published()
    const newer = replaced(await houseText(), "'Column 1'", "'Column 2'")
    await takeFile(editor, newer)
    const { text } = await exported(editor)
    holds("the edit", text.includes("'Stool'"))
    same(
      "changed lines",
      linesWithout(newer, text).map((line) => line.split("=")[0]!.split("(")[0]),
      ["FILE_NAME", "#112"]
    )
  }),
  eight("8-export-copies", "A shared set is copied for the product whose value changed", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(one("update", "Delivery.Lot", beam, "L-8"))
    await editor.published()
    const { bytes, report, text } = await exported(editor)
    same("one more set", report.at("added", "IfcPropertySet"), 1)
    const before = guidsOf(await houseText())
    const added = guidsOf(text).filter((one) => !before.includes(one))
    same("new GlobalIds, each once", new Set(added).size, added.length)
    holds("some", added.length > 0)
    const again = await importedAgain(context, bytes)
    const fields = ["Guid", "Delivery.Lot", "Delivery.Coated"]
    const value = (row: Record<string, unknown>, field: string) => (row[field] as { Value: unknown }).Value
    const found = await rows(context, again, { fields, filters: { Lot: "L-" } })
    same(
      "values",
      found.map((row) => [row["Guid"], value(row, "Delivery.Lot"), value(row, "Delivery.Coated")]),
      [
        [column, "L-7", true],
        [beam, "L-8", true]
      ]
    )
  }),
  eight(
    "8-export-deleted",
    "A deleted product is removed with the data that only it uses; products that fill its openings stay",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.removed(wall)
      await editor.published()
      const { bytes, report, text } = await exported(editor)
      same("nothing left out", report.at("notApplied"), [])
      for (const name of ["WallA", "DoorHole", "VoidDoor", "FillDoor", "RelSiteDataA", "MatA", "CodeA"]) {
        holds(`${name} is gone`, !text.includes(`'${guid(name)}'`))
      }
      holds("the door stays", text.includes(`'${guid("Door")}'`))
      const ids = new Set(Array.from(text.matchAll(/^#(\d+)=/gm), ([, id]) => id))
      const referred = Array.from(text.replaceAll(/'(?:[^']|'')*'/g, "").matchAll(/#(\d+)(?!\d*=)/g), ([, id]) => id!)
      same(
        "no reference leads nowhere",
        referred.filter((id) => !ids.has(id)),
        []
      )
      const again = await importedAgain(context, bytes)
      const products = await rows(context, again, { fields: ["Guid", "SpatialLocation"] })
      holds(
        "not among its products",
        products.every(({ Guid }) => Guid !== wall)
      )
      const door = products.find(({ Guid }) => Guid === guid("Door"))!
      same(
        "the door's place",
        (door["SpatialLocation"] as { SpatialLocationId: unknown }).SpatialLocationId,
        guid("Ground")
      )
    }
  ),
  eight(
    "8-export-report",
    "The report counts entities by class and edits, and lists those that were not applied",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply({
        update: { Name: { [chair]: "Stool" } },
        add: { Owner: { [chair]: { PropertySet: "Ours", Value: "we" } } }
      })
      await editor.published()
      const { report } = await exported(editor)
      same("members", alphabetical(Object.keys(report.object())), [
        "added",
        "applied",
        "changed",
        "kept",
        "notApplied",
        "removed"
      ])
      same("changed", report.at("changed"), { IfcFurniture: 1 })
      same("added", report.at("added"), { IfcPropertySet: 1, IfcPropertySingleValue: 1, IfcRelDefinesByProperties: 1 })
      same("removed", report.at("removed"), {})
      same("furniture that stays", report.at("kept", "IfcFurniture"), 1)
      same("edits", [report.at("applied"), report.at("notApplied")], [2, []])
    }
  ),
  eight(
    "8-export-reads-back",
    "Published changes are read back from the file, and all other data is unchanged",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply({
        update: {
          Name: { [wall]: "Wänd 'A' \\ \u{1F600}", [chair]: null },
          Count: { [wall]: 8 },
          Ratio: { [wall]: 0.1 },
          Depth: { [wall]: 301.5 },
          Colours: { [wall]: "red; yellow" },
          Status: { [wall]: "EXISTING; DEMOLISH" },
          IsExternal: { [wall]: false },
          NetVolume: { [wall]: 3.25 },
          Reference: { [wallB]: "other" },
          PredefinedType: { [beam]: "JOIST" },
          ThermalTransmittance: { [wall]: null }
        },
        delete: { Remark: { [wallB]: null }, "Site data.Load": { [wall]: null } },
        add: { Length: { [chair]: { PropertySet: "Maker quantities", Value: 2 } } }
      })
      await editor.published()
      const { bytes, report } = await exported(editor)
      same("nothing left out", report.at("notApplied"), [])
      const again = await importedAgain(context, bytes)
      const listed = await context.api.get(`${editor.model.path}/products/properties/available-data`)
      // Materials and codes have guids of their model.
      const fields = status(listed, 200)
        .list("fields")
        .map(String)
        .filter((name) => !/^(Material|Code)/.test(name))
      const [was, is] = [await rows(context, editor.model, { fields }), await rows(context, again, { fields })]
      await each(
        was,
        ({ Guid }) => textOf(Guid),
        async (row) => {
          const other = is.find(({ Guid }) => Guid === row["Guid"])
          for (const field of fields) same(field, plain(other?.[field]), plain(row[field]))
        }
      )
      same("number of products", is.length, was.length)
    }
  )
]

/** A cell without the ids that each project gives. */
const plain = (cell: unknown): unknown => {
  if (typeof cell !== "object" || cell === null) return cell
  const { PropertyId: _, ...rest } = cell as Record<string, unknown>
  return rest
}
